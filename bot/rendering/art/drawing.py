"""Zones as sketches, and rows of them: what the pieces of a table look like."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.engine.cards import Suit
from bot.rendering import words
from bot.rendering.art import layout
from bot.rendering.art.faces import height_of
from bot.rendering.art.fonts import cut, drawn_name, lines_of, width, wrapped
from bot.rendering.art.layout import GAP, LARGE, Look
from bot.rendering.art.palette import (
    BACK_LINE,
    BLACK,
    CARD,
    FAINT,
    GOLD,
    INK,
    PANEL,
    SOFT,
    WHITE,
    Colour,
    Deck,
)
from bot.rendering.art.shapes import die
from bot.rendering.art.sketch import Frame, Sketch, coloured, line_height, marker, panel
from bot.rendering.art.zones import Banner, Board, Columns, Fan, Pile, Seat, Spread, Zone

MARGIN: Final = 20
PAD: Final = 16
NAME: Final = 40
TEXT: Final = 32
PILE_ROOM: Final = 158
TUCK: Final = 36
"""Width of the cards in a little fan of backs."""


def board(one: Board, card: int) -> Sketch:
    """The whole table, with cards of this width before the players."""
    sketch = Sketch(one.width)
    top = MARGIN
    for zones in one.rows:
        drawn = row(zones, one.width - 2 * MARGIN, card, one.deck)
        sketch.place(drawn, MARGIN, top)
        top += drawn.height + GAP
    sketch.height = top - GAP + MARGIN
    return sketch


def row(zones: Sequence[Zone], room: int, card: int, deck: Deck) -> Sketch:
    """Zones side by side, framed ones as high as the highest."""
    sketch = Sketch(room)
    rooms = _rooms(zones, room)
    drawn = [zone_sketch(zone, wide, card, deck) for zone, wide in zip(zones, rooms, strict=True)]
    height = max((one.height for one in drawn), default=0)
    x = 0
    for zone, one, wide in zip(zones, drawn, rooms, strict=True):
        if not isinstance(zone, Pile | Columns):
            sketch.put(Frame(wide, height, PANEL, _edge(zone)), x, 0)
        sketch.place(one, x, 0)
        x += wide + GAP
    return sketch


def _rooms(zones: Sequence[Zone], room: int) -> list[int]:
    """The width of each zone: piles are narrow unless they have the row to themselves."""
    free = room - GAP * (len(zones) - 1)
    wide = [zone for zone in zones if not isinstance(zone, Pile)]
    if not wide:
        return [free // len(zones)] * len(zones) if zones else []
    share = (free - PILE_ROOM * (len(zones) - len(wide))) // len(wide)
    return [PILE_ROOM if isinstance(zone, Pile) else share for zone in zones]


def _edge(zone: Zone) -> Colour:
    """The colour of a zone's frame: gold is for those who are awaited alone."""
    if isinstance(zone, Seat) and zone.acts:
        return GOLD
    return BACK_LINE if isinstance(zone, Spread) and zone.framed else PANEL


def zone_sketch(zone: Zone, room: int, card: int, deck: Deck) -> Sketch:
    """Any zone, `room` pixels wide."""
    match zone:
        case Pile():
            return layout.pile(zone, room, deck)
        case Columns():
            return _columns(zone, room, deck)
        case Fan():
            return _padded(_fan(zone, room - 2 * PAD, deck), room)
        case Spread():
            return _padded(_spread(zone, room - 2 * PAD, deck), room)
        case Banner():
            return _padded(_banner(zone, room - 2 * PAD, deck), room)
        case Seat():
            return _padded(_seat(zone, room - 2 * PAD, Look(card, deck, zone.lit)), room)


def _padded(inner: Sketch, room: int) -> Sketch:
    sketch = Sketch(room)
    sketch.place(inner, PAD, PAD - 4)
    sketch.height += PAD
    return sketch


def _columns(zone: Columns, room: int, deck: Deck) -> Sketch:
    sketch = Sketch(room)
    wide = (room + GAP) // max(1, len(zone.columns))
    for place, one in enumerate(zone.columns):
        sketch.place(layout.column(one, wide - GAP, deck), place * wide, 0)
    return sketch


def _fan(zone: Fan, room: int, deck: Deck) -> Sketch:
    sketch = _headed(f"{zone.label} · {words.number(len(zone.cards), 'card')}", room)
    if zone.cards:
        sketch.place(layout.fan(zone.parts, room, Look(LARGE, deck, zone.lit)), 0, sketch.height)
    return sketch


def _spread(zone: Spread, room: int, deck: Deck) -> Sketch:
    sketch = _headed(zone.label, room)
    if zone.groups:
        sketch.place(layout.flow(zone.groups, room, Look(LARGE, deck)), 0, sketch.height)
    return sketch


def _headed(label: str, room: int) -> Sketch:
    """A sketch that begins with a heading, if there is one."""
    sketch = Sketch(room)
    if label:
        sketch.write(cut(label, room, TEXT), 0, 0, TEXT, colour=SOFT)
        sketch.height += 8
    return sketch


def _banner(zone: Banner, room: int, deck: Deck) -> Sketch:
    sketch = Sketch(room)
    signs = _signs(zone, deck)
    beside = room - (signs.width + GAP if signs.width else 0)
    sketch.place(signs, room - signs.width, 2)
    top = 0
    for line in wrapped(zone.title, beside, NAME, most=2):
        sketch.write(line, 0, top, NAME)
        top += line_height(NAME)
    for line in wrapped(zone.text, beside, TEXT, "Regular", most=4):
        sketch.write(line, 0, top + 4, TEXT, weight="Regular", colour=SOFT)
        top += line_height(TEXT)
    return sketch


def _signs(zone: Banner, deck: Deck) -> Sketch:
    """Dice, then a suit on a white tile."""
    side = 72
    tiles = [_die(number, side) for number in zone.dice]
    if zone.sign is not None:
        tiles.append(_sign(zone.sign, side, deck))
    sketch = Sketch(len(tiles) * (side + GAP) - GAP if tiles else 0)
    for place, tile in enumerate(tiles):
        sketch.put(panel(side, side, CARD, radius=14), place * (side + GAP), 0)
        sketch.put(tile, place * (side + GAP), 0)
    return sketch


@lru_cache(maxsize=16)
def _die(number: int, side: int) -> Image.Image:
    return coloured(die(number, side), BLACK)


@lru_cache(maxsize=16)
def _sign(suit: Suit, side: int, deck: Deck) -> Image.Image:
    """A suit in the middle of its tile."""
    whole = Image.new("RGBA", (side, side))
    whole.paste(marker(suit, side - 20, INK[deck][suit]), (10, 10))
    return whole


def _seat(zone: Seat, room: int, look: Look) -> Sketch:
    sketch = Sketch(room)
    _plate(sketch, zone)
    top = sketch.height + 4
    beside = min(layout.line_width(zone.groups, look.card), room * 2 // 3) if zone.beside else 0
    if zone.hand is not None or zone.notes:
        sketch.place(_holdings(zone, room - beside), 0, top)
    if zone.beside:
        sketch.place(layout.flow(zone.groups, beside, look), room - beside, top)
    elif zone.groups:
        sketch.place(layout.flow(zone.groups, room, look), 0, sketch.height + 10)
    return sketch


def _plate(sketch: Sketch, zone: Seat) -> None:
    """Name and score on one line; a triangle before the name of whoever is awaited."""
    right, colour = sketch.width, FAINT if zone.away else WHITE
    if zone.unit and zone.score:
        unit = cut(zone.unit, sketch.width // 4, TEXT, "Regular")
        right -= width(unit, TEXT, "Regular")
        sketch.write(unit, right, 7, TEXT, weight="Regular", colour=SOFT)
        right -= 8
    score = cut(zone.score, sketch.width // 3, NAME)
    right -= width(score, NAME)
    sketch.write(score, right, 0, NAME, colour=colour)
    x = 0
    if zone.acts:
        sketch.put(marker("turn", 28, GOLD), 0, 12)
        x = 38
    name = cut(drawn_name(zone.name, zone.place), right - x - GAP, NAME)
    sketch.write(name, x, 0, NAME, colour=GOLD if zone.acts else colour)


def _holdings(zone: Seat, room: int) -> Sketch:
    """How many cards somebody holds, and what else is to be said."""
    sketch = Sketch(room, height_of(TUCK))
    x = 0
    if zone.hand is not None:
        fan = layout.backs(zone.hand, TUCK)
        sketch.place(fan, 0, 0)
        count = (str(zone.hand), fan.width + 8) if zone.hand else ("no cards", 0)
        x = sketch.write(*count, 5, TEXT) + 2 * GAP
    notes = lines_of(zone.notes, " · ", room - x, TEXT, "Regular", most=2)
    for place, line in enumerate(notes):
        sketch.write(line, x, 5 + place * line_height(TEXT), TEXT, weight="Regular", colour=SOFT)
    return sketch
