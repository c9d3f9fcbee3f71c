"""Several moves in one line of text (section 5.4)."""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, Stop
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.engine.spelling import plain
from bot.games.crapette.moving import PileMove, make_move, uncovers
from bot.games.crapette.state import SOURCES, TARGETS, State

WhyStopped: TypeAlias = Literal["refused", "uncovered", "ended"]
"""The reason a line stopped: an item was refused or uncovered a card, or the turn or game ended."""

MAX_LINE_CHARACTERS: Final = 200
MAX_LINE_ITEMS: Final = 30

SEPARATORS: Final = re.compile(r"[\s,]+")
_ITEM = re.compile(rf"({'|'.join(SOURCES)})(?:X([1-9]|1[0-3]))?-({'|'.join(TARGETS)})")


class Line(Move, frozen=True):
    """Make several moves written in short codes, `R4-F R3-OC D-L1 R2x3-L1`. `>` is read like `-`."""

    moves: str


class LineStopped(SeatEvent, frozen=True):
    """The rest of a line was dropped. Only its player learns of it."""

    why: WhyStopped
    dropped: tuple[str, ...]
    refusal: Refusal | None = None


def read_line(text: str) -> list[PileMove] | Refusal:
    """Return the items of a line, or a refusal if any of them can't be read."""
    words = [word for word in SEPARATORS.split(text) if word]
    if len(text) > MAX_LINE_CHARACTERS or not 1 <= len(words) <= MAX_LINE_ITEMS:
        return Refusal("bad-line", {"characters": len(text), "items": len(words)})
    items: list[PileMove] = []
    for word in words:
        read = _ITEM.fullmatch(plain(word).upper().replace(">", "-"))
        if read is None:
            return Refusal("bad-line", {"item": word})
        source, count, target = read.groups()
        items.append(PileMove(source, target, int(count) if count else None))
    return items


def play_line(draft: Draft[State], seat: Seat, line: Line) -> Refusal | None:
    """Make the moves of a line until one is refused or stops it. If the first is refused, so is the line."""
    items = read_line(line.moves)
    if isinstance(items, Refusal):
        return items
    for done, item in enumerate(items):
        before, rest = draft.state, items[done + 1 :]
        try:
            refusal = make_move(draft, item)
        except Stop:
            _tell_dropped(draft, seat, "ended", rest)
            raise
        if refusal and not done:
            return refusal
        why = "refused" if refusal else _stop_reason(before, item, draft.state)
        if why:
            _tell_dropped(draft, seat, why, items[done:] if refusal else rest, refusal)
            break
    return None


def _stop_reason(before: State, item: PileMove, after: State) -> WhyStopped | None:
    """Return the reason that no item may follow this one, which has been carried out."""
    if after.turn_number != before.turn_number:
        return "ended"
    return "uncovered" if uncovers(before, item) else None


def _tell_dropped(
    draft: Draft[State],
    seat: Seat,
    why: WhyStopped,
    dropped: Sequence[PileMove],
    refusal: Refusal | None = None,
) -> None:
    if dropped:
        draft.tell(
            LineStopped(seat=seat, why=why, dropped=tuple(map(str, dropped)), refusal=refusal, to=(seat,))
        )
