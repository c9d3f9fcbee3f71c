"""Every card looks different, even when only its corner is seen."""

import pytest
from PIL import Image

from bot.rendering.art.faces import BACK_FACE, Run, empty_place, face, height_of, sideways, strip_of
from bot.rendering.art.layout import BEFORE_PLAYERS, LARGE
from bot.rendering.art.palette import Deck
from tests.rendering.art.boards import EVERY_CARD

SIZES = (LARGE, *BEFORE_PLAYERS)


def corner(card: str, width: int, deck: Deck, run: Run) -> Image.Image:
    """What stays in sight of a covered card."""
    strip = strip_of(width, run)
    box = (0, 0, strip, height_of(width)) if run == "across" else (0, 0, width, strip)
    return face(card, width, deck, run=run, covered=True).crop(box)


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("deck", ["two", "four"])
@pytest.mark.parametrize("run", ["across", "down"])
def test_the_corner_alone_tells_every_card(width: int, deck: Deck, run: Run) -> None:
    corners = {corner(card, width, deck, run).tobytes() for card in (*EVERY_CARD, BACK_FACE)}

    assert len(corners) == len(EVERY_CARD) + 1


@pytest.mark.parametrize("width", SIZES)
def test_a_corner_shows_all_of_rank_and_suit(width: int) -> None:
    for card in EVERY_CARD:
        whole = face(card, width, covered=True)
        beyond = whole.crop((strip_of(width), width // 8, width - width // 8, height_of(width) - width // 8))
        colours = beyond.convert("RGB").getcolors()

        assert colours is not None
        assert len(colours) == 1, card


@pytest.mark.parametrize("width", [12, 34, *SIZES, 300])
def test_faces_have_the_size_asked_for(width: int) -> None:
    for shown in ("10H", "QS", "JK", BACK_FACE):
        assert face(shown, width).size == (width, height_of(width))
        assert face(shown, width, run="down", lit=True).size == (width, height_of(width))
    assert empty_place(width, "H").size == (width, height_of(width))


def test_court_cards_jokers_and_lit_cards_are_not_confused() -> None:
    looks = [face(card, LARGE) for card in ("JS", "QS", "KS", "JK", "AS")]
    looks += [face("AS", LARGE, lit=True), face("AS", LARGE, covered=True), face("AD", LARGE, "four")]

    assert len({look.tobytes() for look in looks}) == len(looks)


def test_an_empty_place_shows_the_suit_that_belongs_there() -> None:
    places = {empty_place(LARGE, suit).tobytes() for suit in (None, "C", "D", "H", "S")}

    assert len(places) == 5


def test_a_card_that_lies_across_is_turned() -> None:
    assert sideways("5C", LARGE).size == (height_of(LARGE), LARGE)
