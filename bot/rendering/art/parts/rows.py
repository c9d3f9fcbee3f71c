"""Players in rows: tall ones for up to four, compact ones of a single line for five and more."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from PIL import Image

from bot.rendering.art.fonts import Weight, printable
from bot.rendering.art.kit.avatars import avatar
from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import GAP, MARGIN, SCALE, WIDE, Canvas, Mark, fitted, pixels
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.colours import GOLD, PILL, WHITE
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.kit.signs import worn_crown
from bot.rendering.art.palette import Colour
from bot.rendering.art.parts import pieces, sets
from bot.rendering.art.plan import BACK, MAX_TALL, Row, Style

ROW_WIDE: Final = WIDE - 2 * MARGIN
MIDDLE: Final = MARGIN + 186
TALL: Final[dict[Style, int]] = {"sets": 90, "boards": 82, "fans": 68, "dots": 90}
RIGHT: Final = WIDE - 30
"""The right edge of points."""
AVATAR: Final = 64
FAN_AVATAR: Final = 52
"""The size of an avatar in a row with a hand as a fan."""
LINE_AVATAR: Final = 42
NAME_ROOM: Final = 240
MIN_NAME_ROOM: Final[dict[Style, int]] = {"sets": 110, "boards": 110, "fans": 110, "dots": 136}
SURGE_LEFT: Final = WIDE - 170
"""The left edge of a surge card."""
NAMES: Final = (34, 32, 30, 28, 26)
"""The sizes of a name. The first that fits is used."""
LINE_NAME_ROOM: Final = 156
LINE_PITCH: Final = 25
"""The distance between the lines of a note in a compact row."""
LINE_NAMES: Final = (30, 28, 26)
FANS_LEFT: Final = MARGIN + 216
"""The left edge of hands as little fans."""
POINT: Final = 18
"""The width of the point at the right of a plate."""


BELOW: Final = 4
"""The part of the gap below a row that belongs to its band. The rest belongs to the next one."""


def bands(rows: Sequence[Row], style: Style) -> list[Band]:
    """Return the bands of all rows, from top to bottom."""
    protects = any(one.protected for one in rows)
    return [_band(row, style, len(rows), protects=protects) for row in rows]


def _band(row: Row, style: Style, count: int, *, protects: bool) -> Band:
    high = gap_above(count) + row_height(row, style, count) + BELOW
    if count <= MAX_TALL:
        shows = msgspec.json.encode((style, row))
        return Band(shows, high, lambda canvas, top: _tall(canvas, row, style, top + gap_above(count)))
    line = _line_height(count)
    return Band(
        msgspec.json.encode((line, protects, row)),
        high,
        lambda canvas, top: _compact(canvas, row, (top + gap_above(count), line), protects=protects),
    )


def row_height(row: Row, style: Style, count: int) -> float:
    """Return the height of one of `count` rows. Open cards take lines of their own."""
    base = TALL[style] if count <= MAX_TALL else _line_height(count)
    return base + (pieces.minis_height(row.cards, CARDS_ROOM) if row.cards else 0)


CARDS_ROOM: Final = ROW_WIDE - 186 - 10


def gap_above(count: int) -> int:
    """Return the part of the gap above each of `count` rows that belongs to its band."""
    return GAP - BELOW - (0 if count <= MAX_TALL else 2)


def _line_height(count: int) -> int:
    return 54 if count <= 6 else 52


def plate(canvas: Canvas, y: float, wide: float, high: float) -> None:
    """Draw the plate of a player who must act: filled with the accent, with a point to the right."""
    canvas.tint(MARGIN, y, canvas.theme.accent, _plate, wide, high)


@lru_cache(maxsize=16)
def _plate(wide: float, high: float) -> Image.Image:
    pen = Pen(wide + 20, high, SCALE)
    pen.box((0, 0, wide, high), 14, "#FFFFFF")
    pen.path(f"M14 0L{wide} 0L{wide + 18} {high / 2}L{wide} {high}L14 {high}Z", "#FFFFFF")
    return pen.done().getchannel("A")


def ink_of(canvas: Canvas, row: Row) -> Colour:
    """Return the colour of a player's name, which is on a plate while they act."""
    if row.acts:
        return canvas.theme.on_accent
    return canvas.theme.quiet if row.away else WHITE


class _Name(NamedTuple):
    """A name as it's drawn, with its type size and its width."""

    text: str
    size: float
    wide: float


def name_of(canvas: Canvas, row: Row, sizes: Sequence[int], room: float) -> _Name:
    """Return a player's name in the first of these sizes that fits, or else cut."""
    size, lines = fitted(printable(row.name) or row.unnamed, room, sizes)
    text = "".join(lines)
    return _Name(text, size, canvas.measure(text, size))


def draw_avatar(canvas: Canvas, row: Row, x: float, middle: float, size: float) -> None:
    """Draw a player's avatar, with the leader's crown and a badge for an answer."""
    canvas.centred(x, middle, avatar, row.avatar, pixels(size), canvas.game)
    if row.leads:
        crown = 0.46 * size
        canvas.centred(x + 0.3 * size, middle - 0.345 * size, worn_crown, pixels(crown), GOLD, PILL)
        canvas.note(Mark("sign", x, middle - 0.7 * size, crown, crown, "crown", GOLD))
    if row.sign or row.short:
        _badge(canvas, row, (x + 0.36 * size, middle + 0.34 * size), 0.22 * size)


def _badge(canvas: Canvas, row: Row, at: tuple[float, float], radius: float) -> None:
    """Draw an answer at the lower right of an avatar."""
    x, y = at
    theme = canvas.theme
    canvas.box((x - radius - 1.5, y - radius - 1.5, 2 * radius + 3, 2 * radius + 3), radius + 1.5, PILL)
    if row.short or row.sign == "asks":
        canvas.text(x, y, "?", max(24, 1.9 * radius), theme.accent, align="middle")
        return
    canvas.box((x - radius, y - radius, 2 * radius, 2 * radius), radius, theme.accent)
    canvas.sign(row.sign, at, 1.2 * radius, theme.on_accent, theme.accent)


def _tall(canvas: Canvas, row: Row, style: Style, y: float) -> None:
    """Draw a row of two lines: avatar, name over hand, the style's contents, points at the right.

    The plate keeps its room while the player doesn't act, so that nothing moves. Dots have a fixed place.
    """
    base = TALL[style]
    high = row_height(row, style, 1)
    canvas.panel(MARGIN, y, ROW_WIDE, high)
    is_alone = style == "fans" or row.hand is None
    size = FAN_AVATAR if style == "fans" else AVATAR
    left = MARGIN + 10 + size + 12
    right = _points(canvas, row, (y, base), style) - 14
    if row.surge or (row.dots and row.dots.fresh):
        right = SURGE_LEFT - 12
    plate_room = 44 if row.acts or style != "dots" else 0
    room = right - left - plate_room - _style_width(canvas, row, style)
    name = name_of(canvas, row, NAMES, min(NAME_ROOM, max(MIN_NAME_ROOM[style], room)))
    wide = max(name.wide, 0 if is_alone else holdings_width(canvas, row))
    end = left + wide + plate_room
    if row.acts:
        plate(canvas, y, end - POINT - MARGIN, base)
        canvas.sign("play", (end - POINT - 8, y + base / 2), 24, canvas.theme.on_accent)
    draw_avatar(canvas, row, MARGIN + 10 + size / 2, y + base / 2, size)
    upper, lower = y + base / 2 - 18, y + base / 2 + 20
    canvas.text(left, y + base / 2 if is_alone else upper, name.text, name.size, ink_of(canvas, row))
    if not is_alone:
        holdings(canvas, row, left, lower)
    STYLES[style](canvas, row, (end + 14, y), right)
    if row.cards:
        pieces.minis(canvas, MIDDLE, y + base - 2, row.cards, CARDS_ROOM)


def _style_width(canvas: Canvas, row: Row, style: Style) -> float:
    """Return the width that a row keeps for the contents of its style."""
    if style == "fans":
        return min(250, canvas.measure(_words(row), 24) + 110) if _words(row) else 120
    note = canvas.measure(row.note, 24, "Bold" if row.acts else "Regular")
    if style == "dots":
        return 14 + max(100, note)
    drawn = 0 if row.acts or row.sign else min(190, note)
    return 14 + max(106, drawn) if row.tiles or row.note else 0


def holdings_width(canvas: Canvas, row: Row) -> float:
    """Return the width that `holdings` takes."""
    wide = 35 + canvas.measure(str(row.hand), 28)
    return wide + 42 + canvas.measure(str(row.protected), 28) if row.protected else wide


def holdings(canvas: Canvas, row: Row, x: float, y: float) -> None:
    """Write how many cards a player holds, and how many are protected."""
    theme = canvas.theme
    ink, hole = (theme.on_accent, theme.accent) if row.acts else (theme.line, theme.panel)
    canvas.sign("cards", (x + 13, y), 30, ink, hole)
    x += 35 + canvas.text(x + 35, y, str(row.hand), 28, ink_of(canvas, row)) + 14
    if row.protected:
        canvas.sign("shield", (x + 11, y), 26, theme.on_accent if row.acts else theme.quiet)
        canvas.text(x + 28, y, str(row.protected), 28, ink_of(canvas, row))


def _points(canvas: Canvas, row: Row, place: tuple[float, float], style: Style) -> float:
    """Draw the total over its parts, or in one line. Return its left edge."""
    y, base = place
    colour = GOLD if row.leads else WHITE
    if not row.total:
        size = 48 if style == "dots" else 38
        return RIGHT - canvas.text(RIGHT, y + base / 2, row.points, size, colour, align="right")
    wide = canvas.text(RIGHT, y + base / 2 - 17, row.total, 38, colour, align="right")
    quiet = canvas.theme.quiet
    below = canvas.text(RIGHT, y + base / 2 + 21, row.points, 26, quiet, align="right", weight="Regular")
    return RIGHT - max(wide, below)


def _note(canvas: Canvas, row: Row, x: float, y: float, room: float) -> None:
    """Write a player's note. Its sign is the badge at their avatar."""
    colour = canvas.theme.accent if row.acts else canvas.theme.quiet
    if row.note:
        canvas.text(x, y, row.note, (26, 24), colour, weight="Bold" if row.acts else "Regular", room=room)


def _sets(canvas: Canvas, row: Row, at: tuple[float, float], right: float) -> None:
    """Draw the sets as fans, or as single cards under a note without a badge."""
    x, y = at
    if row.note and not (row.sign or row.acts):
        _note(canvas, row, x, y + (20 if row.tiles else TALL["sets"] / 2), right - x)
        sets.singles(canvas, x, y + 58, row.tiles, right - x)
        return
    sets.fans(canvas, x, y + TALL["sets"] / 2, row.tiles, right - x)


def _lower_sets(canvas: Canvas, row: Row, at: tuple[float, float], right: float) -> None:
    """Draw the same in a slightly lower row."""
    x, y = at
    if row.note and not row.acts:
        _note(canvas, row, x, y + (20 if row.tiles else TALL["boards"] / 2), right - x)
        sets.singles(canvas, x, y + 56, row.tiles, right - x)
        return
    sets.fans(canvas, x, y + TALL["boards"] / 2, row.tiles, right - x)


def _fans(canvas: Canvas, row: Row, at: tuple[float, float], right: float) -> None:
    """Draw the hand as a little fan with its number, then a few words."""
    x, y = max(at[0], FANS_LEFT), at[1] + TALL["fans"] / 2
    if row.hand is not None:
        words = bool(row.chip or row.note)
        room = right - x - 44 - (canvas.measure(_words(row), 26) + 34 if words else 0)
        most = max(1, min(10, int((room - pieces.BACK_WIDE) // pieces.STEP) + 1))
        x = pieces.little_fan(canvas, row.hand, x, y - 0.7 * pieces.BACK_WIDE, most) + 12
        x += canvas.text(x, y, str(row.hand), 32, WHITE) + 12
    if row.chip:
        pieces.chip(canvas, x, y, row.chip, right - x)
    elif row.note:
        _note(canvas, row, x, y, right - x)


def _words(row: Row) -> str:
    return row.chip.text if row.chip else row.note


def _dots(canvas: Canvas, row: Row, at: tuple[float, float], right: float) -> None:
    """Draw the dots over a note, and before the points the surge card or the number of new dots."""
    x, y = max(at[0], MIDDLE + 16), at[1]
    if row.dots:
        pieces.dots(canvas, x, y + 27, row.dots, right - x)
    _note(canvas, row, x, y + 66, right - x)
    if row.surge:
        pieces.surge(canvas, row.surge, SURGE_LEFT, y + 11)
    elif row.dots and row.dots.fresh:
        canvas.text(WIDE - 110, y + 45, f"+{row.dots.fresh}", 32, canvas.theme.accent, align="right")


STYLES: Final = {"sets": _sets, "boards": _lower_sets, "fans": _fans, "dots": _dots}


def _compact(canvas: Canvas, row: Row, place: tuple[float, float], *, protects: bool) -> None:
    """Draw a row of one line: avatar with its answer, name, hand, protected cards, sets, points."""
    (y, base), theme = place, canvas.theme
    middle, high = y + base / 2, base + (pieces.minis_height(row.cards, CARDS_ROOM) if row.cards else 0)
    canvas.panel(MARGIN, y, ROW_WIDE, high, 13)
    name = name_of(canvas, row, LINE_NAMES, LINE_NAME_ROOM)
    left = MARGIN + 7 + LINE_AVATAR + 9
    if row.acts:
        plate(canvas, y, left + name.wide + 36 - POINT - MARGIN, base)
        canvas.sign("play", (left + name.wide + 12, middle), 20, theme.on_accent)
    draw_avatar(canvas, row, MARGIN + 7 + LINE_AVATAR / 2, middle, LINE_AVATAR)
    canvas.text(left, middle, name.text, name.size, ink_of(canvas, row))
    x: float = left + LINE_NAME_ROOM + 42
    if row.hand is not None:
        canvas.sign("cards", (x + 12, middle), 26, theme.line, theme.panel)
        canvas.text(x + 29, middle, str(row.hand), 28, WHITE)
    x += 66
    if row.protected:
        canvas.sign("shield", (x + 9, middle), 22, theme.quiet)
        canvas.text(x + 22, middle, str(row.protected), 28, WHITE)
    x += 44 if protects else 0
    colour = GOLD if row.leads else WHITE
    right = RIGHT - canvas.text(RIGHT, middle, row.points, 30, colour, align="right") - 12
    _compact_middle(canvas, row, (x, middle), right - x)
    if row.cards:
        pieces.minis(canvas, MIDDLE, y + base - 3, row.cards, CARDS_ROOM)


def _compact_middle(canvas: Canvas, row: Row, at: tuple[float, float], room: float) -> None:
    """Draw the contents of a compact row between hand and points."""
    x, y = at
    if row.surge:
        if row.surge == BACK:
            canvas.card(row.surge, x + room - 34, y - 24, 34, Look(shadow=False))
        else:
            pieces.mini(canvas, row.surge, x + room - pieces.MINI, y - 21)
        room -= pieces.MINI + 8
    if row.tiles:
        sets.singles(canvas, x, y, row.tiles, room)
    elif row.dots:
        pieces.dots(canvas, x, y, row.dots, room)
    elif row.chip:
        pieces.chip(canvas, x, y, row.chip, room)
    elif row.note and not (row.short or row.sign) and room > 80:
        colour = canvas.theme.accent if row.acts else canvas.theme.quiet
        weight: Weight = "Bold" if row.acts else "Regular"
        size, lines = fitted(row.note, room, (26, 24), 1, weight, spare=1)
        for place, line in enumerate(lines):
            canvas.text(x, y + (place - (len(lines) - 1) / 2) * LINE_PITCH, line, size, colour, weight=weight)
