"""Computer players choose a move by their seat's knowledge alone: no state, no session, no key."""

import random
from functools import partial
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Notes
from bot.engine.moves import Move
from bot.players import search
from bot.players.policies import POLICIES
from bot.players.policy import PlayStyle, Policy, View
from bot.players.random_chance import RandomChance

Level = Literal["easy", "medium", "hard"]
BLUNDER_CHANCE: Final = 0.25
"""The probability that an easy computer makes another move than the sensible one."""


class Seen(msgspec.Struct, frozen=True, tag=True):
    """The whole input of a computer player: plain values that its seat may know.

    `search_effort` is the number of games *hard* may sample, 0 for the game's own. `seed` makes its dice.
    """

    game: str
    view: dict[str, Any]
    notes: dict[str, Any]
    level: Level
    seed: bytes
    play_style: PlayStyle = PlayStyle()
    search_effort: int = 0
    is_stand_in: bool = False
    """Whether it plays for an absent person, for whom it makes no agreements."""


class Mind(NamedTuple):
    """The input of a policy: the seat's view as a state with backs, and its notes."""

    policy: Policy[Any]
    known: Any
    notes: Notes

    def determinize(self, rng: random.Random) -> Any:
        """Sample a state that the seat can't tell from the real one. Each call gives another."""
        return self.policy.game.determinize(self.known, self.notes, RandomChance(rng))


def mind_of(seen: Seen) -> Mind:
    """Return a seat's policy and knowledge, as far as its level remembers it."""
    policy = POLICIES[seen.game]
    return Mind(policy, msgspec.convert(seen.view, policy.game.state), notes_of(policy, seen))


def choose(seen: Seen) -> Move:
    """Return the move of a computer player, always the same for the same `seen`."""
    mind = mind_of(seen)
    policy, rng = mind.policy, random.Random(seen.seed)  # noqa: S311 # repeatable on purpose
    determinize = partial(mind.determinize, rng)
    state = determinize()
    view = View(mind.notes.seat, rng, seen.play_style, mind.notes, seen.is_stand_in)
    if seen.level == "easy" and rng.random() < BLUNDER_CHANCE:
        return policy.blunder(state, view)
    if seen.level != "hard":
        return policy.choose(state, view)
    own = policy.expert_move(state, view)
    moves = policy.shortlist(state, view)
    return search.best(policy, (own, *moves), view, determinize, seen.search_effort or policy.search_effort)


def interrupt(seen: Seen) -> Move | None:
    """Return a call that a computer may make while others decide, if it has one."""
    mind = mind_of(seen)
    state = mind.determinize(random.Random(seen.seed))  # noqa: S311
    return mind.policy.interrupt(state, mind.notes.seat)


def notes_of(policy: Policy[Any], seen: Seen) -> Notes:
    """Return the notes of the seat, as far as its level remembers them."""
    kind = policy.game.notes
    assert kind is not None, f"{seen.game} keeps no notes"
    notes = msgspec.convert(seen.notes, kind)
    return policy.beginner_notes(notes) if seen.level == "easy" else notes


def seen_by(game: AnyGame, state: Any, notes: Notes, *, level: Level, seed: bytes) -> Seen:
    """Return the input of a computer on this seat: its view and its notes."""
    view = msgspec.to_builtins(game.veil(state, notes.seat))
    return Seen(game.id, view, msgspec.to_builtins(notes), level, seed)


def seat_of(seen: Seen) -> Seat:
    """Return the seat that decides."""
    return int(seen.notes["seat"])
