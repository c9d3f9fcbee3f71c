"""The layout of a hand: its sections as lines of pieces."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.rendering.art.kit.canvas import CORNER, MARGIN, WIDE, Canvas, Mark, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.kit.corners import gold_corner
from bot.rendering.art.parts.spreading import MAX_ROWS, split_rows, spread
from bot.rendering.art.plan import Caption, Fan, Part, Section, Tray, are_fresh

ROOM: Final = WIDE - 2 * MARGIN
CARD: Final = 112
IN_TWO_ROWS: Final = 98
SMALL_CARD: Final = 90
"""The widths of cards: in one row, in two, in more or next to trays."""
LONE_WIDTHS: Final = {1: 142, 2: 142, 5: 108}
"""The width of cards alone in one row that don't cover each other, by their number."""
RISE: Final = 24
SET_RISE: Final = 16
TRAY_GAP: Final = 12
PAD: Final = 10
LABELS: Final = (28, 26, 24)
"""The sizes of a tray's label. The first that fits is used."""
IN_TRAY: Final = 0.51
"""The distance from one card of a tray to the next, in card widths."""
DIM: Final = 0.4
DIM_LEFT: Final = 0.25
COVERED_CORNER: Final = 17
"""The size of a new card's gold corner under another card."""
CLOSE: Final = 0.74
"""The distance to the next row in card heights, with four rows or more and below a table."""

Draw = Callable[[Canvas, float], None]


class Line(NamedTuple):
    """A line of pieces, each of which draws itself below a given y."""

    left: float
    high: float
    pitch: float
    """The distance from its top to that of the next line."""
    rises: bool
    pieces: tuple[Draw, ...]


def lines(sections: Sequence[Section], *, small: bool = False) -> list[Line]:
    """Return all sections in lines: trays with labels in their own, others right of the last cards."""
    done: list[Line] = []
    sections = [one for one in sections if not isinstance(one, Fan) or any(part.cards for part in one.parts)]
    crowded = small or any(isinstance(one, Tray) and one.label for one in sections)
    place = 0
    while place < len(sections):
        one = sections[place]
        tail = _tail(sections, place + 1)
        if isinstance(one, Fan):
            is_last = place + 1 + len(tail) == len(sections)
            rows = _fan_lines(one, tail, crowded=crowded, close=small, has_above=bool(done), is_last=is_last)
            if place and isinstance(sections[place - 1], Tray) and rows and rows[0].rises:
                done[-1] = done[-1]._replace(pitch=done[-1].pitch + RISE)  # Raised cards need it.
            done += rows
            place += 1 + len(tail)
        else:
            band = _tray_band(sections, place)
            done += _tray_lines(band)
            place += len(band)
    return done


def _tail(sections: Sequence[Section], start: int) -> list[Section]:
    """Return the sections right of a fan's last cards: trays without labels, and words."""
    tail: list[Section] = []
    for one in sections[start:]:
        small = isinstance(one, Caption) or (isinstance(one, Tray) and not one.label and len(one.cards) <= 3)
        if not small:
            break
        tail.append(one)
    return tail


def _tray_band(sections: Sequence[Section], start: int) -> list[Section]:
    band: list[Section] = []
    for one in sections[start:]:
        if isinstance(one, Fan):
            break
        band.append(one)
    return band


def _wide(one: Section, card: float) -> float:
    """Return the width of a tray or of words."""
    match one:
        case Tray():
            return IN_TRAY * card * (len(one.cards) - 1) + card + 2 * PAD
        case Caption():
            return 150
    return 0


def _fan_lines(
    fan: Fan, tail: Sequence[Section], *, crowded: bool, close: bool, has_above: bool, is_last: bool
) -> list[Line]:
    """Return the rows of a fan, with the tail after the last one."""
    is_alone = is_last and not (has_above or tail)
    one_row = LONE_WIDTHS.get(sum(len(part.cards) for part in fan.parts), CARD) if is_alone else CARD
    for rows, is_clear in _layouts(is_last=is_last, has_above=has_above):
        card = SMALL_CARD if crowded or rows > 2 else one_row if rows == 1 else IN_TWO_ROWS
        tail_wide = sum(_wide(one, card) + TRAY_GAP for one in tail)
        first: float = CORNER[0] if is_clear else MARGIN
        rooms = [*[float(ROOM)] * (rows - 1), MARGIN + ROOM - first - tail_wide]
        found = split_rows(fan.parts, rooms, card)
        if found is not None:
            if rows == 1 and is_alone:
                first += (rooms[0] - _width(found[0], rooms[0], card)) / 2
            return _rows(fan, found, rooms, (card, first, tail), close=close)
    return []


def _layouts(*, is_last: bool, has_above: bool) -> Iterator[tuple[int, bool]]:
    """Yield the numbers of rows to try, each with whether the last row must leave the corner free."""
    yield from ((1, True), (1, False)) if is_last and has_above else ((1, False),)
    yield from ((rows, is_last) for rows in range(2, MAX_ROWS + 1))


def _width(row: Sequence[Part], room: float, card: float) -> float:
    """Return the width of a row of cards."""
    return (spread(row, room, card) or [0.0])[-1] + card


def _rows(
    fan: Fan,
    rows: Sequence[Sequence[Part]],
    rooms: Sequence[float],
    rest: tuple[float, float, Sequence[Section]],
    *,
    close: bool,
) -> list[Line]:
    (card, first, tail), result = rest, []
    high, fresh = RATIO * card, Counter(fan.fresh)
    for place, (row, room) in enumerate(zip(rows, rooms, strict=True)):
        is_last = place == len(rows) - 1
        left = first if is_last else MARGIN
        lefts = spread(row, room, card) or []
        marks = are_fresh([shown for part in row for shown in part.cards], fresh)
        pieces: list[Draw] = [_fan_piece(fan, row, [left + x for x in lefts], card, marks)]
        x = left + lefts[-1] + card + TRAY_GAP
        for one in tail if is_last else ():
            wide = _wide(one, card)
            start = x if isinstance(one, Caption) else MARGIN + ROOM - wide
            pieces.append(_piece(one, start, card, -_inset(one)))
            x += wide + TRAY_GAP
        has_label = any(part.label for part in row)
        is_close = len(rows) > 3 or (close and not is_last)
        pitch = high * (CLOSE if is_close and not has_label else 1) + (14 if is_last else 0)
        pitch += SET_RISE if not is_last and any(part.label for part in rows[place + 1]) else 0
        has_tray = is_last and any(isinstance(one, Tray) for one in tail)
        rises = bool(fan.playable) or has_label or has_tray
        result.append(Line(left, high, pitch, rises, tuple(pieces)))
    return result


def _tray_lines(band: Sequence[Section]) -> list[Line]:
    """Return lines of trays side by side, each with as many as fit."""
    rows: list[list[tuple[Section, float]]] = [[]]
    x: float = MARGIN
    for one in band:
        for piece in _pieces_of(one):
            wide = _wide(piece, SMALL_CARD)
            if rows[-1] and x + wide > MARGIN + ROOM:
                rows.append([])
                x = MARGIN
            rows[-1].append((piece, x))
            x += wide + TRAY_GAP
    return [_tray_line(row) for row in rows if row]


def _pieces_of(one: Section) -> list[Section]:
    """Return a tray, or several if it's too wide for a line."""
    if not isinstance(one, Tray):
        return [one]
    most = int((ROOM - 2 * PAD - SMALL_CARD) / (IN_TRAY * SMALL_CARD)) + 1
    starts = range(0, max(1, len(one.cards)), most)
    return [replace(one, cards=one.cards[at : at + most]) for at in starts]


def _tray_line(row: Sequence[tuple[Section, float]]) -> Line:
    labels = any(isinstance(one, Tray) and one.label for one, _ in row)
    high = RATIO * SMALL_CARD + (58 if labels else 2 * PAD)
    pieces = tuple(_piece(one, x, SMALL_CARD, 0) for one, x in row)
    return Line(MARGIN, high, high + 14, rises=False, pieces=pieces)


def _piece(one: Section, x: float, card: float, up: float) -> Draw:
    def draw(canvas: Canvas, top: float) -> None:
        if isinstance(one, Tray):
            _tray(canvas, one, (x, top + up), card)
        elif isinstance(one, Caption):
            canvas.text(x + PAD, top + 40, one.text, 28, canvas.theme.quiet, weight="Regular", room=150)
            canvas.text(x + PAD, top + 82, one.value, 44, WHITE)

    return draw


def _inset(one: Section) -> float:
    """Return the distance from the upper edge of a tray to its cards."""
    return 15 if isinstance(one, Tray) and one.shield and not one.label else PAD


def _tray(canvas: Canvas, one: Tray, at: tuple[float, float], card: float) -> None:
    """Draw cards on a ground of their own."""
    (x, y), wide, high = at, _wide(one, card), RATIO * card
    tray_high = high + (58 if one.label else 30 if one.shield else 2 * PAD)
    inset = _inset(one)
    canvas.box((x, y, wide, tray_high), 16, canvas.theme.slot)
    if one.label:
        canvas.rim((x + 1.5, y + 1.5, wide - 3, tray_high - 3), canvas.theme.accent, thick=3, radius=15)
    marks = are_fresh(one.cards, Counter(one.fresh))
    for place, (shown, is_new) in enumerate(zip(one.cards, marks, strict=True)):
        left = x + PAD + place * IN_TRAY * card
        canvas.card(shown, left, y + inset, card, Look(shadow=place > 0, star=shown in one.wild))
        if is_new:
            _corner(canvas, (left, y + inset), card, card if place == len(one.cards) - 1 else IN_TRAY * card)
    if one.label:
        canvas.text(x + wide / 2, y + high + 34, one.label, LABELS, WHITE, align="middle", room=wide - 8)
    if one.shield:
        canvas.box((x + wide - 42, y - 11, 48, 48), 24, canvas.theme.ground)
        canvas.sign("shield", (x + wide - 18, y + 13), 32, canvas.theme.accent)


def _fan_piece(
    fan: Fan, row: Sequence[Part], lefts: Sequence[float], card: float, marks: Sequence[bool]
) -> Draw:
    def draw(canvas: Canvas, top: float) -> None:
        xs, gaps = iter(lefts), pairwise((*lefts, inf))
        strips = (min(card, right - left) * is_new for (left, right), is_new in zip(gaps, marks, strict=True))
        for part in row:
            places = [next(xs) for _ in part.cards]
            up = SET_RISE if part.label else 0
            for shown, x in zip(part.cards, places, strict=True):
                _card(canvas, fan, shown, (x, top - up), (card, next(strips)))
            if part.label:
                _frame(canvas, part.label, (places[0], top - up), (places[-1] - places[0] + card, card))

    return draw


def _card(canvas: Canvas, fan: Fan, shown: str, at: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw a card of a fan: raised with a rim if it's playable, dimmed if it isn't.

    `size` is its width and, if it's new, the part of that which the next card leaves visible.
    """
    (x, y), (card, strip) = at, size
    playable = fan.playable is not None and shown in fan.playable
    y -= RISE if playable else 0
    canvas.card(shown, x, y, card, Look(star=shown in fan.wild))
    if fan.playable is not None and not playable:
        canvas.dim(x, y, card, DIM)
    elif fan.left_over:
        canvas.dim(x, y, card, DIM_LEFT)
    if strip:
        _corner(canvas, (x, y), card, strip)
    if playable:
        canvas.rim((x, y, card, RATIO * card), canvas.theme.accent, radius=0.1 * card)


def _corner(canvas: Canvas, at: tuple[float, float], card: float, strip: float) -> None:
    """Draw the gold corner of a new card, at the upper right of its visible part."""
    is_whole = strip >= card
    size = 0.3 * card if is_whole else min(COVERED_CORNER, 0.4 * strip)
    radius = 0.1 * card if is_whole else 0.0
    canvas.lay(at[0] + strip - size, at[1], gold_corner, pixels(size), pixels(radius))
    canvas.note(Mark("sign", at[0] + strip - size, at[1], size, size, "new", GOLD))


def _frame(canvas: Canvas, label: str, at: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw a frame around cards that belong together, with their label."""
    (x, y), (wide, card) = at, size
    high = RATIO * card
    canvas.rim((x, y, wide, high), canvas.theme.accent, radius=12)
    canvas.pill(x + wide / 2, y + high - 6, label, 26, canvas.theme.accent)
