"""The other players at the table of one person: a cell for each, and everyone's sets below them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from bot.rendering.art.kit.bands import Band
from bot.rendering.art.kit.canvas import GAP, MARGIN, WIDE, Canvas
from bot.rendering.art.kit.card_sprites import Look
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.parts import pieces, rows, sets
from bot.rendering.art.plan import BACK, MAX_TALL, Row

HIGH, NARROW_HIGH = 62, 56
AVATAR: Final = 42
PAD: Final = 8
SMALL_AVATAR: Final = 36
NAMES: Final = (28, 26, 24)
"""The sizes of a name. The first that fits is used."""
MAX_TWO_COLUMNS: Final = 6
"""The most cells in two columns. More of them are in three."""
NARROW: Final = 240
"""The width below which a cell has its points below the name."""
ROOM: Final = WIDE - 2 * MARGIN
OPEN_HIGH, CLOSED_HIGH = 72, 50
"""The heights of a line of sets: of fans, and of single cards."""
OWNER_AVATAR: Final = 34
OWNER: Final = OWNER_AVATAR + 8
"""The width of the avatar before a player's sets, with its gap."""
APART: Final = 12
"""The gap between the sets of two players."""


class _Place(NamedTuple):
    """The place of a cell."""

    x: float
    y: float
    wide: float


def bands(others: Sequence[Row]) -> list[Band]:
    """Return the bands of all cells, which are as high as their open cards require."""
    count = 1 if len(others) == 1 else 2 if len(others) <= MAX_TWO_COLUMNS else 3
    return [_line(others[start : start + count], count) for start in range(0, len(others), count)]


def _line(cells: Sequence[Row], count: int) -> Band:
    wide = (ROOM - GAP * (count - 1)) / count
    room = wide - 2 * PAD
    cards_high = max(pieces.minis_height(one.cards, room) if one.cards else 0 for one in cells)
    high = (HIGH if count < 3 else NARROW_HIGH) + (cards_high + 2 if cards_high else 0)

    def draw(canvas: Canvas, top: float) -> None:
        for place, row in enumerate(cells):
            _cell(canvas, row, _Place(MARGIN + place * (wide + GAP), top, wide), high)

    return Band(msgspec.json.encode(("others", count, high, cells)), high + GAP, draw)


def _cell(canvas: Canvas, row: Row, at: _Place, high: float) -> None:
    """Draw a player's cell: avatar, name over hand, points at the right, open cards below."""
    x, y, wide = at
    is_narrow = wide < NARROW
    if row.acts:
        canvas.box((x, y, wide, high), 14, canvas.theme.accent)
    else:
        canvas.panel(x, y, wide, high, 14)
    base = NARROW_HIGH if is_narrow else HIGH
    upper, lower, end = y + 0.3 * base, y + 0.73 * base, x + wide - PAD - 2
    size = SMALL_AVATAR if is_narrow else AVATAR
    rows.draw_avatar(canvas, row, x + PAD + size / 2, y + base / 2, size)
    left = x + PAD + size + (12 if row.leads and not is_narrow else 8)  # The crown needs room.
    used = 0.0
    if row.hand is not None:
        rows.holdings(canvas, row, left, lower)
        used = rows.holdings_width(canvas, row) + 12
    points = _points(canvas, row, (end, y), end - left - used, is_narrow=is_narrow)
    side = _surge(canvas, row, (end - points.upper - 8, y)) if row.surge and not is_narrow else 0
    room = end - left - (0 if is_narrow else points.upper + side + 8)
    name = rows.name_of(canvas, row, NAMES, room)
    canvas.text(left, upper, name.text, name.size, rows.ink_of(canvas, row))
    taken = points.upper + side if side else points.lower
    _words(canvas, row, (left + used, lower), end - left - used - taken - 8)
    if row.cards:
        pieces.minis(canvas, x + PAD, y + base - 2, row.cards, wide - 2 * PAD)


class _Points(NamedTuple):
    """The widths of the points in the upper and in the lower half of a cell."""

    upper: float
    lower: float


def _points(canvas: Canvas, row: Row, at: tuple[float, float], room: float, *, is_narrow: bool) -> _Points:
    """Draw the total, over its parts if they fit after the hand. A narrow cell has only the total, lower."""
    (end, y), on = at, canvas.theme.on_accent
    colour = on if row.acts else GOLD if row.leads else WHITE
    total = row.total or row.points
    if is_narrow:
        size = next((one for one in NAMES if canvas.measure(total, one) <= room), NAMES[-1])
        return _Points(0, canvas.text(end, y + 0.73 * NARROW_HIGH, total, size, colour, align="right"))
    upper = canvas.text(end, y + 19, total, 32, colour, align="right")
    if not row.total or canvas.measure(row.points, 24, "Regular") > room:
        return _Points(upper, 0)
    quiet = on if row.acts else canvas.theme.quiet
    lower = canvas.text(end, y + 46, row.points, 24, quiet, align="right", weight="Regular")
    return _Points(upper, lower)


def _surge(canvas: Canvas, row: Row, at: tuple[float, float]) -> float:
    """Draw a surge card left of the points. Return the width that it takes."""
    end, y = at
    if row.surge == BACK:
        canvas.card(BACK, end - 34, y + 7, 34, Look(shadow=False))
        return 34 + 8
    pieces.mini(canvas, row.surge or "", end - pieces.MINI, y + 10)
    return pieces.MINI + 8


def _words(canvas: Canvas, row: Row, at: tuple[float, float], room: float) -> None:
    """Draw a few words after the hand if they fit uncut."""
    x, y = at
    if row.chip and canvas.measure(row.chip.text, 24) + 20 <= room:
        shown = msgspec.structs.replace(row.chip, loud=row.chip.loud and not row.acts)
        pieces.chip(canvas, x, y, shown, room, size=24)
    elif (
        row.note
        and not (row.chip or row.short or row.sign)
        and canvas.measure(row.note, 24, "Regular") <= room
    ):
        ink = canvas.theme.on_accent if row.acts else canvas.theme.quiet
        canvas.text(x, y, row.note, 24, ink, weight="Regular")


def boards(all_rows: Sequence[Row]) -> list[Band]:
    """Return everyone's sets behind their owners' avatars, in as few lines as possible."""
    lines: list[list[Row]] = []
    free = 0.0
    for row in all_rows:
        if not row.tiles:
            continue
        least = OWNER + sets.min_width(row.tiles) + APART
        if not lines or least > free:
            lines.append([])
            free = ROOM + APART
        lines[-1].append(row)
        free -= least
    are_open = len(lines) == 1 and len(all_rows) <= MAX_TALL
    return [_board(line, OPEN_HIGH if are_open else CLOSED_HIGH) for line in lines]


def _board(line: Sequence[Row], high: int) -> Band:
    """Return a line of sets, all of them equally open."""
    leasts = [sets.min_width(one.tiles) for one in line]
    spare = (ROOM + APART - sum(leasts) - (OWNER + APART) * len(line)) / sum(len(one.tiles) for one in line)
    rooms = [least + spare * len(one.tiles) for one, least in zip(line, leasts, strict=True)]
    closed = max(sets.closed_step(one.tiles, room) for one, room in zip(line, rooms, strict=True))

    def draw(canvas: Canvas, top: float) -> None:
        x, middle = float(MARGIN), top + high / 2
        for row, room in zip(line, rooms, strict=True):
            owner = msgspec.structs.replace(row, sign="", short="", leads=False)
            rows.draw_avatar(canvas, owner, x + OWNER_AVATAR / 2, middle, OWNER_AVATAR)
            if high == OPEN_HIGH:
                sets.fans(canvas, x + OWNER, middle, row.tiles, room, closed=closed)
            else:
                sets.singles(canvas, x + OWNER, middle, row.tiles, room)
            x += OWNER + room + APART

    shows = [(one.avatar, one.tiles) for one in line]
    return Band(msgspec.json.encode(("boards", high, shows)), high + GAP, draw)
