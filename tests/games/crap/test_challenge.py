"""Challenging (5.4; R26-R29)."""

import pytest

from bot.games.crap.challenge import Challenged, Placed, PlacedCards, reward
from bot.games.crap.state import GuessedCard
from tests.games.crap.table import Script, Table

BOTH_CHOOSE = {
    "hands": {"A": ["5C", "9S", "JH"], "B": ["2H", "2D", "KD"]},
    "stock": ["3C", "4C", "6C", "8C", "10C", "QC", "KC"],
}


def test_both_place_in_any_order_then_guess_one_after_the_other() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 2}]).run("A: challenge player:B")
    assert table.deciders == "AB"

    table.run("B: place cards:2H,2D", 'A: place cards:"jh 5c"')

    assert (table["phase"], table.deciders) == ("challenge-guess-1", "A")
    assert table["placed"] == {"A": ["JH", "5C"], "B": ["2H", "2D"], "C": []}
    table.run("A: guess rank:2 suit:H", "B: guess rank:A suit:S")
    assert table["last"]["rewards"] == {"A": 3, "B": 0}
    assert sorted(table["hands"]["A"]) == sorted(["5C", "9S", "JH", "3C", "4C", "6C"])


def test_who_has_few_cards_places_all_and_is_not_asked() -> None:
    position = {"hands": {"A": ["5C"], "B": ["2H", "2D", "KD"]}}
    table = Table(position, chance=[{"die": 2}]).run("A: challenge player:B")

    assert table.deciders == "B"
    assert table["placed"]["A"] == ["5C"]
    assert table.happened(Challenged)[0].counts == (1, 2)
    assert table.error("A: place cards:5C") == "not-asked"


def test_placing_is_told_in_public_by_number_only() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 2}]).run("A: challenge player:B", "A: place cards:5C,9S")

    assert table.happened(Placed) == [Placed(seat=0, count=2)]
    assert table.happened(PlacedCards) == [PlacedCards(to=(0,), seat=0, cards=("5C", "9S"))]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("5C,zz", "bad-card"),
        ("5C", "bad-count"),
        ("5C,9S,JH", "bad-count"),
        ("5C,5C", "not-in-hand"),
        ("5C,4D", "not-in-hand"),
        ("5C,JK", "not-in-hand"),
    ],
)
def test_cards_to_place_are_checked_in_the_order_of_the_rules(cards: str, code: str) -> None:
    table = Table({**BOTH_CHOOSE, "protected": {"A": ["4D"]}}, chance=[{"die": 2}])
    table.run("A: challenge player:B")

    assert table.error(f"A: place cards:{cards}") == code


def test_a_protected_card_cannot_be_placed_and_the_refusal_says_so() -> None:
    table = Table({**BOTH_CHOOSE, "protected": {"A": ["4D"]}}, chance=[{"die": 1}])
    table.run("A: challenge player:B").error("A: place cards:4D")

    assert table.refusal is not None
    assert table.refusal.facts == {"cards": ("4D",), "protected": True}


def test_placing_is_final() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 1}]).run("A: challenge player:B", "A: place cards:5C")

    assert table.error("A: place cards:9S") == "already-answered"
    assert table.error("C: place cards:9S") == "not-asked"


def test_r26_nobody_guesses_against_no_cards() -> None:
    one_empty = Table({"hands": {"A": ["5C"]}}, chance=[{"die": 4}]).run("A: challenge player:B")
    both_empty = Table({}, chance=[{"die": 4}]).run("A: challenge player:B")

    assert (one_empty["phase"], one_empty.deciders) == ("challenge-guess-2", "B")
    assert (both_empty["phase"], both_empty.deciders) == ("turn", "B")
    assert both_empty["last"]["rewards"] == {"A": 0, "B": 0}


def test_r26_an_empty_handed_challenged_still_guesses() -> None:
    table = Table({"hands": {"A": ["5C"]}, "stock": ["2C", "3C"]}, chance=[{"die": 4}])

    table.run("A: challenge player:B", "B: guess rank:5 suit:C")

    assert (table["hands"]["A"], table["hands"]["B"]) == (["5C"], ["2C", "3C"])


@pytest.mark.parametrize(
    ("placed", "earned"),
    [
        (("KC",), 2),
        (("KC", "KC"), 4),
        (("KD", "3C"), 2),
        (("JK", "JK"), 0),
        (("KC", "KC", "KH", "KS", "2D", "3D"), 6),
        (("KC", "KC", "2C", "3C", "4C", "5C"), 8),
    ],
)
def test_r27_rank_and_suit_count_one_each_and_jokers_nothing(placed: tuple[str, ...], earned: int) -> None:
    assert reward(GuessedCard("K", "C"), placed) == earned


def test_r28_the_challenger_draws_first_and_placed_cards_are_never_shuffled_in() -> None:
    position = {"hands": {"A": ["5C", "9S"], "B": ["2H", "2D"]}, "stock": ["3C"], "discard": ["8H", "8D"]}
    chance: Script = [{"die": 2}, {"shuffle": ["8D", "8H"]}]

    table = Table(position, chance=chance).run(
        "A: challenge player:B", "A: guess rank:2 suit:C", "B: guess rank:9 suit:H"
    )

    assert table["hands"] == {"A": ["3C", "8D", "5C", "9S"], "B": ["8H", "2H", "2D"], "C": []}
    assert table["scoring_rounds"] == 1


def test_a_game_won_in_the_middle_gives_placed_cards_back_and_draws_nothing_more() -> None:
    kings = {"owner": "C", "rank": "K", "cards": ["KC", "KD", "KH", "KS"]}
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "stock": ["3C"], "sets": [kings]}
    table = Table(position, chance=[{"die": 2}], options={"threshold": 50})

    table.run("A: challenge player:B", "A: guess rank:2 suit:H", "B: guess rank:5 suit:C")

    assert (table["phase"], table["winners"]) == ("over", ["C"])
    assert table["hands"] == {"A": ["3C", "5C"], "B": ["2H"], "C": []}
    assert table["last"]["rewards"] == {"A": 2, "B": 2}
    assert table["pending"] is None


def test_without_a_guess_there_is_no_reward() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 3}]).run("A: challenge player:B", "*: timeout", "*: timeout")

    assert table["last"]["guesses"] == {}
    assert table["last"]["rewards"] == {"A": 0, "B": 0}
    assert len(table["stock"]) == 7


def test_the_clock_places_random_cards_challenger_first() -> None:
    chance: Script = [{"die": 1}, {"pick": ["9S"]}, {"pick": ["KD"]}]

    table = Table(BOTH_CHOOSE, chance=chance).run("A: challenge player:B", "*: timeout")

    assert table["placed"] == {"A": ["9S"], "B": ["KD"], "C": []}
    assert all(event.automatic for event in table.happened(Placed))


def test_the_clock_places_only_for_whom_it_is_outstanding() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 1}, {"pick": ["9S"]}])

    table.run("A: challenge player:B", "B: place cards:2H", "*: timeout")

    assert table["placed"] == {"A": ["9S"], "B": ["2H"], "C": []}


def test_only_the_one_whose_guess_is_due_may_guess() -> None:
    table = Table(BOTH_CHOOSE, chance=[{"die": 3}]).run("A: challenge player:B")

    assert table.error("B: guess rank:A suit:S") == "not-asked"
    table.run("A: guess rank:A suit:S")
    assert table.error("A: guess rank:A suit:S") == "not-asked"
