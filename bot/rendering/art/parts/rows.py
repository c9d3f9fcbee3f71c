"""Players in rows: tall ones for up to four, compact ones of a single line for five and more."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from PIL import Image

from bot.rendering.art.fonts import printable
from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import GAP, MARGIN, SCALE, WIDE, Canvas
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.kit.laid import Look
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts import pieces
from bot.rendering.art.parts.pieces import POINTS
from bot.rendering.art.plan import MAX_TALL, Row, Style

ROW_WIDE: Final = WIDE - 2 * MARGIN
PLATE: Final = 150
MIDDLE: Final = MARGIN + 186
TALL: Final[dict[Style, int]] = {"sets": 90, "boards": 86, "fans": 66, "lamps": 90}
POINTS_SIZE: Final[dict[Style, int]] = {"sets": 36, "boards": 36, "fans": 38, "lamps": 48}
NAME: Final = 134


BELOW: Final = 4
"""How much of the gap below a row belongs to the row's band; the rest belongs to the next one."""


def bands(rows: Sequence[Row], style: Style) -> list[Band]:
    """All rows, one below the other."""
    protects = any(one.protected for one in rows)
    return [_band(row, style, len(rows), protects=protects) for row in rows]


def _band(row: Row, style: Style, count: int, *, protects: bool) -> Band:
    high = above(count) + row_height(row, style, count) + BELOW
    if count <= MAX_TALL:
        shows = msgspec.json.encode((style, row))
        return Band(shows, high, lambda canvas, top: _tall(canvas, row, style, top + above(count)))
    line = _line_height(count)
    return Band(
        msgspec.json.encode((line, protects, row)),
        high,
        lambda canvas, top: _compact(canvas, row, (top + above(count), line), protects=protects),
    )


def row_height(row: Row, style: Style, count: int) -> float:
    """How high one of `count` rows is; open cards take lines of their own."""
    base = TALL[style] if count <= MAX_TALL else _line_height(count)
    return base + (pieces.minis_height(row.cards, CARDS_ROOM) if row.cards else 0)


CARDS_ROOM: Final = ROW_WIDE - 186 - 10


def above(count: int) -> int:
    """How much of the gap above each of so many rows belongs to its band."""
    return GAP - BELOW - (0 if count <= MAX_TALL else 2)


def _line_height(count: int) -> int:
    return 54 if count <= 6 else 52


def plate(canvas: Canvas, y: float, wide: float, high: float) -> None:
    """The plate of a player who must act: filled with the accent, with a point to the right."""
    canvas.tint(MARGIN, y, canvas.theme.accent, _plate, wide, high)


@lru_cache(maxsize=16)
def _plate(wide: float, high: float) -> Image.Image:
    pen = Pen(wide + 20, high, SCALE)
    pen.box((0, 0, wide, high), 14, "#FFFFFF")
    pen.path(f"M14 0L{wide} 0L{wide + 18} {high / 2}L{wide} {high}L14 {high}Z", "#FFFFFF")
    return pen.done().getchannel("A")


def _ink(canvas: Canvas, row: Row) -> Colour:
    if row.acts:
        return canvas.theme.on_accent
    return canvas.theme.quiet if row.away else WHITE


def _name(canvas: Canvas, row: Row, at: tuple[float, float], size: float, right: float) -> None:
    """The name, behind a sign when its player must act."""
    x, y = at
    if row.acts:
        canvas.sign("play", (x + 9, y), 0.65 * size, canvas.theme.on_accent)
        x += 0.8 * size
    canvas.text(x, y, printable(row.name) or row.unnamed, size, _ink(canvas, row), room=right - x)


def _tall(canvas: Canvas, row: Row, style: Style, y: float) -> None:
    """A row of two lines: name over hand at the left, what happens in the middle, points at the right."""
    base = TALL[style]
    high = row_height(row, style, 1)
    canvas.panel(MARGIN, y, ROW_WIDE, high)
    if row.acts:
        plate(canvas, y, PLATE, base)
    upper, lower = y + 27, y + base - 25
    alone = style == "fans" or row.hand is None
    _name(canvas, row, (MARGIN + 16, y + base / 2 if alone else upper), 34, MARGIN + 152)
    if not alone:
        _holdings(canvas, row, MARGIN + 16, lower)
    points_at = y + base / 2 if style in ("fans", "lamps") else upper - 1
    if style == "boards" and _big(canvas, row):
        points_at = y + base / 2
    _points(canvas, row, points_at, POINTS_SIZE[style])
    MIDDLES[style](canvas, row, y)
    if row.cards:
        pieces.minis(canvas, MIDDLE, y + base - 2, row.cards, CARDS_ROOM)


def _holdings(canvas: Canvas, row: Row, x: float, y: float) -> None:
    """How many cards a player holds, and how many are protected."""
    theme = canvas.theme
    ink, hole = (theme.on_accent, theme.accent) if row.acts else (theme.line, theme.panel)
    canvas.sign("cards", (x + 13, y), 30, ink, hole)
    x += 35 + canvas.text(x + 35, y, str(row.hand), 28, _ink(canvas, row)) + 14
    if row.protected:
        canvas.sign("shield", (x + 11, y), 26, theme.on_accent if row.acts else theme.quiet)
        canvas.text(x + 28, y, str(row.protected), 28, _ink(canvas, row))


def _points(canvas: Canvas, row: Row, y: float, size: float) -> None:
    if row.points:
        canvas.text(POINTS, y, row.points, size, GOLD if row.leads else WHITE, align="right")
    if row.leads:
        pieces.crown(canvas, y)


def _points_room(canvas: Canvas, row: Row, size: float) -> float:
    """Where the points begin."""
    return POINTS - (canvas.measure(row.points, size) if row.points else 0)


def _note(canvas: Canvas, row: Row, x: float, y: float, room: float) -> None:
    """What a player is doing, with a sign before it."""
    if row.sign:
        canvas.sign(row.sign, (x + 12, y), 24, canvas.theme.accent)
        x, room = x + 32, room - 32
    colour = canvas.theme.accent if row.acts else canvas.theme.quiet
    if row.note:
        canvas.text(x, y, row.note, 26, colour, weight="Bold" if row.acts else "Regular", room=room)


def _sets(canvas: Canvas, row: Row, y: float) -> None:
    """A note over the sets."""
    _note(canvas, row, MIDDLE, y + 23, _points_room(canvas, row, 36) - MIDDLE - 12)
    if row.tiles:
        pieces.tiles(canvas, (MIDDLE, y + 41), row.tiles, (38, 5), WIDE - MARGIN - 14 - MIDDLE)


def _big(canvas: Canvas, row: Row) -> bool:
    """Whether the sets of a board find room in large beside the points."""
    room = _points_room(canvas, row, 36) - 12 - MIDDLE
    if not row.tiles:
        return not row.note
    return not row.note and pieces.fit(48, row.tiles, room, 4)[2] == len(row.tiles)


def _board(canvas: Canvas, row: Row, y: float) -> None:
    """Large sets; smaller ones under a note, or where there are many."""
    if row.tiles and _big(canvas, row):
        room = _points_room(canvas, row, 36) - 12 - MIDDLE
        pieces.tiles(canvas, (MIDDLE, y + 15), row.tiles, (48, 4), room)
        return
    _note(canvas, row, MIDDLE, y + 23, _points_room(canvas, row, 36) - MIDDLE - 12)
    pieces.tiles(canvas, (MIDDLE, y + 37), row.tiles, (38, 5), WIDE - MARGIN - 14 - MIDDLE)


def _fans(canvas: Canvas, row: Row, y: float) -> None:
    """The hand as a little fan with its number, then a few words."""
    x: float = MIDDLE
    right = _points_room(canvas, row, 38) - 10
    if row.hand is not None:
        words = bool(row.chip or row.note)
        room = right - MIDDLE - 44 - (canvas.measure(_said(row), 26) + 34 if words else 0)
        most = max(1, min(10, int((room - pieces.TUCKED) // pieces.TUCK) + 1))
        x = pieces.little_fan(canvas, row.hand, x, y + 33 - 0.7 * pieces.TUCKED, most) + 12
        x += canvas.text(x, y + 33, str(row.hand), 32, WHITE) + 12
    if row.chip:
        pieces.chip(canvas, x, y + 33, row.chip, right - x)
    elif row.note:
        _note(canvas, row, x, y + 33, right - x)


def _said(row: Row) -> str:
    return row.chip.text if row.chip else row.note


def _lamps(canvas: Canvas, row: Row, y: float) -> None:
    """Lamps over a note; before the points the surge card, or what is new."""
    has_more = row.surge or (row.lamps and row.lamps.fresh)
    right = WIDE - 184 - 12 if has_more else _points_room(canvas, row, 48) - 12
    if row.lamps:
        pieces.lamps(canvas, MIDDLE, y + 27, row.lamps, right - MIDDLE)
    _note(canvas, row, MIDDLE, y + 66, right - MIDDLE)
    if row.surge:
        pieces.surge(canvas, row.surge, WIDE - 184, y + 11)
    elif row.lamps and row.lamps.fresh:
        canvas.text(WIDE - 124, y + 45, f"+{row.lamps.fresh}", 32, canvas.theme.accent, align="right")


MIDDLES: Final = {"sets": _sets, "boards": _board, "fans": _fans, "lamps": _lamps}


def _compact(canvas: Canvas, row: Row, place: tuple[float, float], *, protects: bool) -> None:
    """A row of one line: name, answer, hand, protected, sets, points, crown."""
    (y, base), theme = place, canvas.theme
    middle, high = y + base / 2, base + (pieces.minis_height(row.cards, CARDS_ROOM) if row.cards else 0)
    canvas.panel(MARGIN, y, ROW_WIDE, high, 13)
    if row.acts:
        plate(canvas, y, NAME, base)
    marked = bool(row.short or row.sign)
    right = MARGIN + NAME + (-22 if marked and not row.acts else 10)
    _name(canvas, row, (MARGIN + 12, middle), 30, right)
    if marked and not row.acts:
        _answer(canvas, row, MARGIN + NAME - 4, middle)
    x: float = MARGIN + NAME + 24
    if row.hand is not None:
        canvas.sign("cards", (x + 13, middle), 28, theme.line, theme.panel)
        canvas.text(x + 31, middle, str(row.hand), 28, WHITE)
    x += 68 if protects else 74
    if row.protected:
        canvas.sign("shield", (x + 9, middle), 24, theme.quiet)
        canvas.text(x + 23, middle, str(row.protected), 28, WHITE)
    x += 48 if protects else 0
    _points(canvas, row, middle, 30)
    _compact_middle(canvas, row, (x, middle), _points_room(canvas, row, 30) - 12 - x)
    if row.cards:
        pieces.minis(canvas, MIDDLE, y + base - 3, row.cards, CARDS_ROOM)


def _answer(canvas: Canvas, row: Row, x: float, y: float) -> None:
    """What a player has answered, in a place of its own."""
    if row.short:
        canvas.text(x, y, row.short, 30, canvas.theme.accent, align="middle")
        return
    canvas.box((x - 15, y - 15, 30, 30), 15, canvas.theme.slot)
    canvas.sign(row.sign, (x, y), 24, canvas.theme.accent)


def _compact_middle(canvas: Canvas, row: Row, at: tuple[float, float], room: float) -> None:
    """What a compact row shows between hand and points."""
    x, y = at
    if row.surge:
        if row.surge == "back":
            canvas.card(row.surge, x + room - 34, y - 24, 34, Look(shadow=False))
        else:
            pieces.mini(canvas, row.surge, x + room - pieces.MINI, y - 21)
        room -= pieces.MINI + 8
    if row.tiles:
        pieces.tiles(canvas, (x, y - 21), row.tiles, (36, 4), room)
    elif row.lamps:
        pieces.lamps(canvas, x, y, row.lamps, room)
    elif row.chip:
        pieces.chip(canvas, x, y, row.chip, room)
    elif row.note and not (row.short or row.sign) and room > 80:
        colour = canvas.theme.accent if row.acts else canvas.theme.quiet
        canvas.text(x, y, row.note, 26, colour, weight="Bold" if row.acts else "Regular", room=room)
