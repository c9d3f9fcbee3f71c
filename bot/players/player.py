"""A computer player: a move from what its seat may know. It is handed no state, no session and no key."""

import random
from typing import Any, Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Notes
from bot.engine.moves import Move
from bot.players import search
from bot.players.luck import Luck
from bot.players.policies import POLICIES
from bot.players.policy import Policy, Temper, View

Level = Literal["easy", "medium", "hard"]
BLUNDERS: Final = 0.25
"""How often an easy computer does something else than what is sensible."""


class Seen(msgspec.Struct, frozen=True):
    """All that ever reaches a computer player: plain values of what its seat may know.

    `thoughts` are the games that *hard* may imagine; 0 leaves that to the game. `seed` gives the dice.
    """

    game: str
    view: dict[str, Any]
    notes: dict[str, Any]
    level: Level
    seed: bytes
    temper: Temper = Temper()
    thoughts: int = 0
    is_stand_in: bool = False
    """Whether it plays for somebody who is absent, whom it binds to no agreement."""


def choose(seen: Seen) -> Move:
    """The move of a computer player; the same for the same `seen`."""
    policy = POLICIES[seen.game]
    notes, known = remembered(policy, seen), _view(policy.game, seen)
    rng = random.Random(seen.seed)  # noqa: S311 # repeatable on purpose

    def imagine() -> Any:
        return policy.game.imagine(known, notes, Luck(rng))

    state = imagine()
    view = View(notes.seat, rng, seen.temper, notes, seen.is_stand_in)
    if seen.level == "easy" and rng.random() < BLUNDERS:
        return policy.blunder(state, view)
    own = policy.pick(state, view)
    if seen.level != "hard":
        return own
    moves = policy.considered(state, view)
    return search.best(policy, (own, *moves), view, imagine, seen.thoughts or policy.thoughts)


def interjection(seen: Seen) -> Move | None:
    """What a computer may call while others decide."""
    policy = POLICIES[seen.game]
    notes, luck = remembered(policy, seen), Luck(random.Random(seen.seed))  # noqa: S311
    state = policy.game.imagine(_view(policy.game, seen), notes, luck)
    return policy.interjection(state, notes.seat)


def _view(game: AnyGame, seen: Seen) -> Any:
    """The seat's view as a state with backs."""
    return msgspec.convert(seen.view, game.state)


def remembered(policy: Policy[Any], seen: Seen) -> Notes:
    """The notes of the seat, as much of them as its level remembers."""
    kind = policy.game.notes
    assert kind is not None, f"{seen.game} keeps no notes"
    notes = msgspec.convert(seen.notes, kind)
    return policy.forgetful(notes) if seen.level == "easy" else notes


def seen_by(game: AnyGame, state: Any, notes: Notes, *, level: Level, seed: bytes) -> Seen:
    """The input of a computer on this seat: its view and its notes."""
    view = msgspec.to_builtins(game.veil(state, notes.seat))
    return Seen(game.id, view, msgspec.to_builtins(notes), level, seed)


def seat_of(seen: Seen) -> Seat:
    """The seat that decides."""
    return int(seen.notes["seat"])
