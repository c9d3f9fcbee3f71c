"""What C.R.A.P. asks of its players and lets them pick."""

import pytest

from bot.rendering import words
from bot.rendering.crap.face import CrapFace
from tests.rendering.crap.sessions import seen


@pytest.mark.parametrize("die", [1, 2, 3])
def test_exactly_as_many_cards_as_must_be_placed_can_be_picked(die: int) -> None:
    hand = ["2C", "3C", "4C", "5C"]
    pending = {"action": "challenge", "target": "B", "die": die}
    scene = seen({"phase": "challenge-place", "pending": pending, "hands": {"A": hand}}, 0)

    pick = CrapFace().picks(scene)["place"]

    assert (pick.least, pick.most, pick.cards) == (die, die, tuple(hand))
    assert CrapFace().asked(scene) == f"Place {words.number(die, 'card')} face down for the challenge."


def test_those_who_owe_nothing_pick_nothing() -> None:
    assert CrapFace().picks(seen({"hands": {"A": ["2C"]}}, 0)) == {}
