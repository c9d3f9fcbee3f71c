"""Cards that a player names, as they're read and looked for in the hand."""

import pytest

from bot.engine.draft import Refusal
from bot.engine.held import named_card, named_cards, not_held

BLACK = ("AS", "KS", "AC")


def test_cards_are_read_in_order_and_any_case() -> None:
    assert named_cards("10h, as  jk") == ("10H", "AS", "JK")
    assert named_card(" th ") == "10H"


@pytest.mark.parametrize(
    ("text", "bad"), [("AS XX YY", "XX"), ("", ""), (" , ", ","), ("AS,1S", "1S"), ("♠A", "♠A")]
)
def test_a_text_that_is_no_card_is_named(text: str, bad: str) -> None:
    assert named_cards(text) == Refusal("bad-card", {"text": bad})


@pytest.mark.parametrize("text", ["XX", "", "AS KS", "1S"])
def test_one_card_is_one_card(text: str) -> None:
    assert named_card(text) == Refusal("bad-card", {"text": text})


def test_foreign_card_is_not_a_card_of_game() -> None:
    assert named_cards("as kd 2h", deck=BLACK) == Refusal("bad-card", {"text": "KD"})
    assert named_cards("as ks", deck=BLACK) == ("AS", "KS")
    assert named_card("kd", deck=BLACK) == Refusal("bad-card", {"text": "KD"})
    assert named_card("ks", deck=BLACK) == "KS"


def test_held_cards_are_not_refused() -> None:
    assert not_held(("AS", "AS", "KD"), ("AS", "KD", "AS")) is None
    assert not_held((), ()) is None


def test_cards_that_hand_lacks_are_named_copies_counted() -> None:
    assert not_held(("AS", "KD"), ("AS", "QH", "AS")) == Refusal("not-in-hand", {"cards": ("QH", "AS")})
