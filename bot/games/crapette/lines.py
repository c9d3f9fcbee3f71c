"""Several moves in one line of text (rules, section 5.4)."""

import re
from typing import Final, Literal, TypeAlias

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.crapette.carrying import Carry, carried, uncovers
from bot.games.crapette.table import SOURCES, TARGETS, Table
from bot.games.crapette.turns import Log

Why: TypeAlias = Literal["refused", "uncovered", "ended"]
"""What stopped a line: an item was refused, a card was uncovered, or the turn or the game ended."""

MOST_CHARACTERS: Final = 200
MOST_ITEMS: Final = 30
MOST_CARDS: Final = 13

_SEPARATORS = re.compile(r"[\s,]+")
_ITEM = re.compile(rf"({'|'.join(SOURCES)})(?:X([1-9]|1[0-3]))?-({'|'.join(TARGETS)})")


class Line(Move, frozen=True):
    """`/line`: moves in short codes, `R4-F R3-OC D-L1 R2x3-L1`."""

    moves: str


class LineStopped(Event, frozen=True):
    """The rest of a line was dropped; its player alone is told why."""

    seat: Seat
    why: Why
    dropped: tuple[str, ...]
    refusal: Refusal | None = None


def read_line(text: str) -> list[Carry] | Refusal:
    """The items of a line, all of them or none."""
    words = [word for word in _SEPARATORS.split(text) if word]
    if len(text) > MOST_CHARACTERS or not 1 <= len(words) <= MOST_ITEMS:
        return Refusal("bad-line", {"characters": len(text), "items": len(words)})
    items: list[Carry] = []
    for word in words:
        read = _ITEM.fullmatch(word.upper())
        if read is None:
            return Refusal("bad-line", {"item": word})
        source, count, target = read.groups()
        items.append(Carry(source, target, int(count) if count else None))
    return items


def play_line(table: Table, move: Line, log: Log) -> Table | Refusal:
    """Carry out the items from left to right as far as they go; the first one refused refuses all."""
    items = read_line(move.moves)
    if isinstance(items, Refusal):
        return items
    for done, item in enumerate(items):
        is_barrier = uncovers(table, item)
        after = carried(table, item, log)
        if isinstance(after, Refusal):
            if not done:
                return after
            log.append(_stopped(table.turn, "refused", items[done:], after))
            return table
        has_ended = after.turn_number != table.turn_number or after.end is not None
        if (has_ended or is_barrier) and items[done + 1 :]:
            why: Why = "ended" if has_ended else "uncovered"
            log.append(_stopped(table.turn, why, items[done + 1 :]))
            return after
        table = after
    return table


def _stopped(
    seat: Seat,
    why: Why,
    dropped: list[Carry],
    refusal: Refusal | None = None,
) -> LineStopped:
    return LineStopped(seat=seat, why=why, dropped=tuple(map(str, dropped)), refusal=refusal, to=(seat,))


def continued(text: str) -> list[str]:
    """Lines that begin with this text, the same ones in every position (R5).

    The text itself if it is a whole line, then every way to write its last item on.
    """
    whole = [] if isinstance(read_line(text), Refusal) else [text]
    word = _SEPARATORS.split(text)[-1]
    written = text[: len(text) - len(word)]
    items = (item for item in _longer_items(word.upper()) if item.startswith(word.upper()))
    longer = [written + item.replace("X", "x") for item in items if item != word.upper()]
    return [line for line in (*whole, *longer) if len(line) <= MOST_CHARACTERS]


def _longer_items(word: str) -> list[str]:
    """What an item may become next: a source, after `R2X` a count, then a target."""
    start, dash, _ = word.partition("-")
    source, cross, _ = start.partition("X")
    if source not in SOURCES:
        return [f"{code}-" for code in SOURCES]
    if cross and not dash:
        return [f"{source}X{number}-" for number in range(2, MOST_CARDS + 1)]
    return [f"{start}-{target}" for target in TARGETS]
