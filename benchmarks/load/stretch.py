"""Moves at a rate for some time: their answers, their display, and the resources the bot used."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from benchmarks.load.people import PATIENCE, MadeMove
from benchmarks.load.process import Subject, Used
from benchmarks.load.server import KINDS, Call, Kind, ShownRevision
from benchmarks.load.stage import SETTLED, Stage
from benchmarks.load.tables import Table


class Group(NamedTuple):
    """A game and the number of its players."""

    game_id: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game_id}, {self.seats} seats"


class Move(NamedTuple):
    """The course of a move. Times are in seconds since it was sent."""

    group: Group
    answered: float
    """The time of the acknowledgement. For a lost move, the time at which people stopped waiting."""
    said: float
    """The time at which the text of the answer arrived, in the acknowledgement or later."""
    visible: float
    """The time at which the public table showed it, or infinity if it never did."""


class Stretch(NamedTuple):
    """Moves over some time."""

    moves: Sequence[Move]
    requests: Mapping[Group, int]
    """Requests that count against the bot's limit."""
    kinds: Mapping[Kind, Mapping[Group, int]]
    """The same requests by their kind."""
    used: Used
    seconds: float

    def by_group(self, figure: Callable[[Sequence[Move]], float]) -> dict[Group, float]:
        """Return a figure of the moves of each game and number of seats."""
        return {group: figure(moves) for group, moves in grouped(self.moves).items()}


async def measured(
    stage: Stage, subject: Subject, *, rate: float, seconds: float, settles: bool = True
) -> Stretch:
    """Make moves. With `settles`, requests after the last ones count as well."""
    stage.people.forget()
    stage.server.forget()
    before, begun = subject.used(stage.path), time.monotonic()
    await stage.people.at_rate(rate, seconds)
    lasted = time.monotonic() - begun
    await stage.people.wait_for_texts()
    if settles:
        await stage.server.quiesce(SETTLED)
    moves = [move_of(made, stage.server.seen[made.table.session_id]) for made in stage.people.moves]
    return Stretch(
        moves=moves,
        requests=requests_of(stage.server.calls, stage.tables),
        kinds={
            kind: requests_of([call for call in stage.server.calls if call.kind == kind], stage.tables)
            for kind in KINDS
        },
        used=subject.used(stage.path).since(before),
        seconds=lasted,
    )


def group_of(table: Table) -> Group:
    """Return the group of a table."""
    return Group(table.game_id, len(table.players))


def grouped(moves: Iterable[Move]) -> dict[Group, list[Move]]:
    """Return moves by group."""
    found: dict[Group, list[Move]] = {}
    for move in moves:
        found.setdefault(move.group, []).append(move)
    return dict(sorted(found.items()))


def move_of(made: MadeMove, seen: Iterable[ShownRevision]) -> Move:
    """Return the course of a move, given the revisions its public table has shown."""
    click = made.click
    answered = click.ready_at - click.sent_at if click.answers else PATIENCE
    said = click.shown_at - click.sent_at if click.shown_at else PATIENCE
    shown = (one.at for one in seen if one.revision >= made.revision)
    return Move(group_of(made.table), answered, said, next(shown, math.inf) - click.sent_at)


def requests_of(calls: Iterable[Call], tables: Iterable[Table]) -> Counter[Group]:
    """Count the requests about the tables and players of each group."""
    groups = {channel: group_of(table) for table in tables for channel in table.channels}
    return Counter(groups[call.channel_id] for call in calls if call.channel_id in groups)


def p99_ms(moves: Sequence[Move]) -> float:
    """Return the 99th percentile of the time until an answer in milliseconds, infinite without moves."""
    return _high_ms(move.answered for move in moves)


def words_p99_ms(moves: Sequence[Move]) -> float:
    """Return the 99th percentile of the time until the answer's text."""
    return _high_ms(move.said for move in moves)


def _high_ms(seconds: Iterable[float]) -> float:
    ordered = sorted(seconds)
    return 1000 * ordered[int(len(ordered) * 0.99)] if ordered else math.inf


def percent_within(moves: Sequence[Move], seconds: float) -> float:
    """Return the percentage of moves that were visible in time, 0 without moves."""
    return 100 * sum(move.visible <= seconds for move in moves) / max(1, len(moves))
