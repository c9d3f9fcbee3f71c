"""Section 10: broken invariants are found."""

from msgspec.structs import replace

from bot.games.craits import GAME
from tests.games.craits.positions import table


def test_a_position_sounds_its_broken_invariants() -> None:
    both = table("KH / QD", top="8H", undeclared=["A"], declared=["A"])
    empty = table("KH / ", top="8H", actions=1000)
    counted = table("KH / QD", top="2H", phase="count", count=13)
    scored = table("KH / QD", top="8H", record=[{"points": {"A": 1017}, "pressure": {}}])

    assert [len(GAME.faults(game.state)) for game in (both, empty, counted, scored)] == [1, 2, 1, 1]


def test_lost_cards_are_a_fault() -> None:
    state = table("KH / QD", top="8H").state
    robbed = replace(state, hands=(("KH",), ()))

    assert any("cards" in fault for fault in GAME.faults(robbed))
