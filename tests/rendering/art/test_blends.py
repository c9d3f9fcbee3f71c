"""Finished pictures have few colours, and nobody sees that."""

from io import BytesIO
from itertools import combinations
from math import dist

from PIL import Image, ImageChops, ImageColor

from bot.rendering.art import drawing, palette, pictures, tiles
from bot.rendering.art.blends import APART, colours, few_colours
from bot.rendering.art.layout import BEFORE_PLAYERS
from bot.rendering.art.sketch import Frame, Sketch, panel
from tests.rendering.art.boards import ONE_OF_EACH, crowded

OVERLOOKED = 16
"""So much of 255 a colour may be off on a pixel that lies on an edge."""
SELDOM = 0.002
"""This share of the pixels may be off by more."""
OWN = {
    *(one for one in vars(palette).values() if isinstance(one, str) and one.startswith("#")),
    *(ink for deck in palette.INK.values() for ink in deck.values()),
}


def reduced(colour: str) -> object:
    return Image.new("RGB", (1, 1), colour).quantize(palette=few_colours()).convert("RGB").getpixel((0, 0))


def test_a_palette_of_256_has_room_for_them() -> None:
    assert len(OWN) > 15
    assert len(OWN) < len(colours()) <= 256


def test_every_colour_of_the_palette_is_met_exactly() -> None:
    assert {colour: reduced(colour) for colour in OWN} == {one: ImageColor.getrgb(one) for one in OWN}


def test_no_blend_is_so_near_to_another_colour_that_one_is_taken_for_the_other() -> None:
    known = {ImageColor.getrgb(one) for one in OWN}
    near = [pair for pair in combinations(colours(), 2) if dist(*pair) < APART]

    assert [pair for pair in near if not known.issuperset(pair)] == []


def test_a_finished_picture_looks_as_it_was_painted() -> None:
    for board in (ONE_OF_EACH, crowded(2, 1)):
        sketch = drawing.board(board, BEFORE_PLAYERS[0])
        painted = sketch.painted(palette.TABLE)
        finished = Image.open(BytesIO(pictures.encoded(tiles.painted(sketch, palette.TABLE)))).convert("RGB")
        off = ImageChops.difference(painted, finished).convert("L").histogram()

        assert sum(off[OVERLOOKED:]) < SELDOM * sum(off)


def test_a_frame_is_painted_like_a_panel_of_the_same_shape() -> None:
    for edge in (palette.GOLD, palette.PANEL):
        framed, plain = Sketch(200), Sketch(200)
        framed.put(Frame(180, 90, palette.PANEL, edge), 10, 5)
        plain.put(panel(180, 90, palette.PANEL, edge=edge), 10, 5)

        assert framed.height == plain.height == 95
        assert framed.painted(palette.TABLE).tobytes() == plain.painted(palette.TABLE).tobytes()


def test_a_frame_may_be_smaller_than_its_corners() -> None:
    sketch = Sketch(40)
    sketch.put(Frame(12, 10, palette.PANEL, palette.PANEL), 4, 4)

    assert sketch.painted(palette.TABLE).getpixel((10, 9)) == ImageColor.getrgb(palette.PANEL)
