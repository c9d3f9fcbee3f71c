"""Boards become PNG files of the right size that are the same every time."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from bot.rendering.art import drawing, faces, fonts, pictures, shapes, tiles
from bot.rendering.art.alt import alt_text
from bot.rendering.art.layout import BEFORE_PLAYERS
from bot.rendering.art.zones import BACK, Banner, Board, Column, Columns, Fan, Group, Pile, Seat, Spread
from tests.rendering.art.boards import EVERY_CARD, LONG_NAME, ONE_OF_EACH, TWO_PACKS, crowded

EXTREMES = {
    "nothing": Board(()),
    "empty row": Board(((),)),
    "empty zones": Board(
        (
            (Pile(""), Fan("", ()), Spread("", ()), Seat("", 1), Columns(()), Banner("")),
            (Columns((Column("", ()),)),),
        )
    ),
    "all cards in one fan": Board(((Fan("Your hand", (TWO_PACKS,)),),)),
    "all cards in one group": Board(((Seat(LONG_NAME, 1, groups=(Group(TWO_PACKS, across=BACK),)),),)),
    "all cards in one column": Board(((Columns((Column("L1", TWO_PACKS[:26]),) * 8),),)),
    "many groups beside": Board(((Seat("Ann", 1, hand=3, beside=True, groups=(Group(EVERY_CARD),) * 3),),)),
    "long words": Board(
        (
            (
                Pile("Discard" * 30, "7C", 10**20),
                Banner(LONG_NAME * 30, "x" * 5000, (1, 2, 3, 4, 5, 6), "S"),
            ),
            (Seat(LONG_NAME, 7, "9" * 400, "points" * 50, 10**6, notes=(LONG_NAME,) * 20),),
            (Spread(LONG_NAME * 9, (Group(("AS",), LONG_NAME * 9),)),),
        )
    ),
    "narrow": msgspec.structs.replace(ONE_OF_EACH, width=400),
    "ten players": crowded(10, 3),
}


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    image.load()
    return image


@pytest.mark.parametrize("name", EXTREMES)
def test_no_board_is_too_strange_to_be_drawn(name: str) -> None:
    picture = pictures.picture(EXTREMES[name], "table")

    assert opened(picture.png).width == EXTREMES[name].width
    assert len(picture.alt) <= 1024


def test_a_picture_is_a_small_png_of_few_colours() -> None:
    picture = pictures.picture(ONE_OF_EACH, "table")
    image = opened(picture.png)

    assert picture.name == "table.png"
    assert picture.alt == alt_text(ONE_OF_EACH)
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1100)
    assert len(picture.png) < 60_000


def test_a_full_table_stays_small_enough_to_be_sent() -> None:
    assert len(pictures.png(crowded(6, 4))) < 150_000


def test_the_same_board_gives_the_same_bytes() -> None:
    first = pictures.png(ONE_OF_EACH)
    for remembered in (
        faces.face,
        faces.empty_place,
        fonts.text_image,
        fonts.font,
        shapes.sign,
        shapes.rounded,
    ):
        remembered.cache_clear()
    tiles.TILES.forget()

    assert pictures.png(ONE_OF_EACH) == first


def test_a_board_made_anew_has_the_same_key_and_another_board_has_not() -> None:
    again = msgspec.json.decode(msgspec.json.encode(ONE_OF_EACH), type=Board)

    assert pictures.key(again) == pictures.key(ONE_OF_EACH)
    assert pictures.key(msgspec.structs.replace(again, deck="four")) != pictures.key(ONE_OF_EACH)


def test_lit_cards_have_no_order_that_could_change_the_key() -> None:
    one, other = (
        Board(((Fan("Hand", (EVERY_CARD,), lit=frozenset(cards)),),))
        for cards in (EVERY_CARD, EVERY_CARD[::-1])
    )

    assert pictures.key(one) == pictures.key(other)


def test_a_picture_that_was_drawn_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pictures.picture(ONE_OF_EACH, "table")
    monkeypatch.setattr(pictures, "png", lambda _board: pytest.fail("drawn again"))

    assert pictures.picture(ONE_OF_EACH, "table") == first


def test_cards_before_players_get_smaller_only_on_full_tables() -> None:
    few, many = crowded(2, 1), crowded(6, 4)

    assert opened(pictures.png(few)).height == drawing.board(few, BEFORE_PLAYERS[0]).height
    assert opened(pictures.png(many)).height < drawing.board(many, BEFORE_PLAYERS[0]).height


def test_whoever_is_awaited_has_a_golden_frame() -> None:
    waiting, awaited = (Board(((Seat("Ann", 1, acts=acts),),)) for acts in (False, True))
    edges = [opened(pictures.png(board)).convert("RGB").getpixel((22, 60)) for board in (waiting, awaited)]

    assert edges == [(0x2B, 0x2F, 0x36), (0xF7, 0xC9, 0x48)]


def test_nothing_is_drawn_beyond_the_edges() -> None:
    for board in (ONE_OF_EACH, crowded(6, 4), EXTREMES["long words"], EXTREMES["all cards in one fan"]):
        sketch = drawing.board(board, BEFORE_PLAYERS[-1])

        assert all(x >= 0 and x + image.width <= board.width for image, x, _ in sketch.parts)
