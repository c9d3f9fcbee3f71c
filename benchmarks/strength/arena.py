"""Whole games between computer players, each of which sees only what its seat may know."""

import random
import time
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, Notes
from bot.engine.draft import Step
from bot.engine.events import Event, visible_to
from bot.engine.moves import Move
from bot.engine.notation import read_options
from bot.players import search
from bot.players.player import Level, Seen, choose, seen_by
from bot.players.policies import POLICIES
from bot.players.policy import PLAIN, PlayStyle, View

PlayerKind = Literal["random", "easy", "medium", "hard", "seeing"]
"""A level, random moves, or `seeing`: *hard* with all hands known, the most that knowledge could add."""
MAX_DECISIONS: Final = 20_000


class Opponent(NamedTuple):
    """A computer player on a seat."""

    sort: PlayerKind
    play_style: PlayStyle = PLAIN
    search_effort: int = 0


class Played(msgspec.Struct):
    """A finished game: each seat's share of the win (1 in total), and the processor time of decisions."""

    shares: tuple[float, ...]
    decisions: int
    seconds: dict[str, list[float]]
    """By kind of player."""


class Table:
    """One game and the memories of all its players."""

    def __init__(self, game: AnyGame, options: dict[str, Any], seats: int, deal: str) -> None:
        self.game, self.options = game, options
        self.chance = SeededChance.from_text(deal)
        dealt = game.deal(seats, read_options(game, options), self.chance)
        self.state = dealt.state
        assert game.notes is not None
        self.notes: list[Notes] = [game.notes(seat=seat) for seat in range(seats)]
        self._note(dealt.events)

    def seen(self, seat: Seat, level: Level, seed: bytes) -> Seen:
        """Return what a computer on this seat may see."""
        notes = self.notes[seat]
        return seen_by(self.game, self.state, notes, level=level, seed=seed)

    def make(self, seat: Seat, move: Move) -> None:
        """Make a move, which must be accepted."""
        step = self.game.apply(self.state, seat, move, self.chance)
        assert isinstance(step, Step), f"{self.game.id}: {move} is refused: {step}"
        self.state = step.state
        self._note(step.events)

    def _note(self, events: Sequence[Event]) -> None:
        self.notes = [self.game.observe(one, visible_to(events, one.seat)) for one in self.notes]


def play(game: AnyGame, options: dict[str, Any], opponents: Sequence[Opponent], deal: str) -> Played:
    """Play a whole game, the same one for the same deal and opponents."""
    table, rng = Table(game, options, len(opponents), deal), random.Random(deal)
    played = Played((), 0, {})
    while (deciders := game.deciders(table.state)) and played.decisions < MAX_DECISIONS:
        seat = deciders[0] if len(deciders) == 1 else rng.choice(deciders)
        began = time.process_time()
        move = _move(table, seat, opponents[seat], rng)
        played.seconds.setdefault(opponents[seat].sort, []).append(time.process_time() - began)
        table.make(seat, move)
        played.decisions += 1
    played.shares = _shares(game, table.state, len(opponents))
    return played


def _move(table: Table, seat: Seat, who: Opponent, rng: random.Random) -> Move:
    if who.sort == "random":
        return rng.choice(POLICIES[table.game.id].candidates(table.state, seat))
    if who.sort == "seeing":
        return _seeing(table, seat, rng)
    seen = table.seen(seat, who.sort, rng.randbytes(16))
    return choose(msgspec.structs.replace(seen, play_style=who.play_style, search_effort=who.search_effort))


def _seeing(table: Table, seat: Seat, rng: random.Random) -> Move:
    """Return the move of *hard* in worlds where all hands are the real ones, and the stock is shuffled."""
    policy, state = POLICIES[table.game.id], table.state
    view = View(seat, rng, notes=table.notes[seat])

    def world() -> Any:
        return msgspec.structs.replace(state, stock=tuple(rng.sample(sorted(state.stock), len(state.stock))))

    moves = (policy.expert_move(state, view), *policy.shortlist(state, view))
    return search.best(policy, moves, view, world, policy.search_effort)


def _shares(game: AnyGame, state: Any, seats: int) -> tuple[float, ...]:
    """Return each seat's share: a win counts 1, split among all winners, or among all players in a draw."""
    outcome = game.outcome(state)
    winners = outcome.winners if outcome and outcome.winners else range(seats)
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
