"""Dealing and the first player (section 3)."""

from typing import Any

import pytest

from bot.engine.cards import DECK, Card, in_order
from bot.games.crapette import GAME
from bot.games.crapette.dealing import Compared, Dealt
from bot.games.crapette.state import State
from bot.games.crapette.turns import TurnStarted
from tests.games.driver import Driver


def deal(tops: tuple[Card, Card], bottoms: list[tuple[Card, Card]], **options: Any) -> Driver[State]:
    """Return a game with these top cards of the crapauds, and pairs of hand cards from the bottom up."""
    pool = list(in_order(DECK * 2))
    for card in (card for pair in (tops, *bottoms) for card in pair):
        pool.remove(card)
    half = len(pool) // 2
    packets = [
        [*cards[:12], tops[seat], *cards[12:], *(pair[seat] for pair in reversed(bottoms))]
        for seat, cards in enumerate((pool[:half], pool[half:]))
    ]
    return Driver(GAME, 2, chance=[{"shuffle": packets[0] + packets[1]}], options=options)


def test_r3_both_packs_are_shuffled_together_and_halved() -> None:
    state = Driver(GAME, 2, chance=[{"shuffle": []}]).state

    assert state.pack == in_order(DECK * 2)
    assert [len(pile) for pile in state.piles] == [1] * 8 + [0, 0] + [13, 13] + [35, 35] + [0] * 8
    assert GAME.faults(state) == []


def test_the_deal_tells_only_cards_that_lie_open() -> None:
    game = Driver(GAME, 2, chance=[{"shuffle": ["AS", "KD", "7H"]}])

    seen = game.view(None)
    tops = (seen["crapauds"]["A"][-1], seen["crapauds"]["B"][-1])
    houses = tuple(card for (card,) in seen["houses"].values())
    assert game.events[0] == Dealt(crapauds=tops, houses=houses, hand=35)


@pytest.mark.parametrize(
    ("tops", "first"),
    [
        (("7H", "8C"), 0),
        (("9H", "8C"), 1),
        (("AS", "2C"), 0),
        (("7D", "7C"), 1),
        (("7H", "7D"), 1),
        (("7H", "7S"), 0),
    ],
)
def test_r4_lower_top_starts_with_suits_from_clubs(tops: tuple[Card, Card], first: int) -> None:
    game = deal(tops, [])

    assert game.state.turn == first
    assert game.told(Compared) == [Compared(cards=tops)]
    assert game.events[-1] == TurnStarted(seat=first, turn_number=1, exhausted=False)


def test_r4_equal_tops_are_decided_by_hands_from_bottom() -> None:
    game = deal(("QD", "QD"), [("9C", "9C"), ("4S", "4D")])

    assert game.state.turn == 1
    assert game.told(Compared) == [
        Compared(cards=("QD", "QD")),
        Compared(cards=("9C", "9C"), place=1),
        Compared(cards=("4S", "4D"), place=2),
    ]


def test_r4_compared_cards_stay_and_count_as_shown() -> None:
    position = deal(("QD", "QD"), [("9C", "9C"), ("4S", "4D")]).position

    assert position["hands"]["A"][:2] == ["9C", "4S"]
    assert position["hand_unseen"] == {"A": 33, "B": 33}


def test_r4_seat_one_starts_when_all_pairs_are_identical() -> None:
    game = Driver(GAME, 2, chance=[{"shuffle": [*DECK, *DECK]}])

    assert game.state.turn == 0
    assert game.state.hand_unseen == (0, 0)
    assert len(game.told(Compared)) == 36


def test_r4_the_court_order_decides_the_first_player_too() -> None:
    assert deal(("QS", "JC"), [], court_order="KJQ").state.turn == 0
    assert deal(("QS", "JC"), []).state.turn == 1
