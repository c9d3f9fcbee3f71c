"""Challenging (section 5.4, R26-R28)."""

import pytest

from bot.games.crap.challenging import Challenged, Placed, PlacedCards
from tests.games.crap.positions import game_at
from tests.games.driver import Script

BOTH_CHOOSE = {
    "hands": {"A": ["5C", "9S", "JH"], "B": ["2H", "2D", "KD"]},
    "stock": ["3C", "4C", "6C", "8C", "10C", "QC", "KC"],
}


def test_both_place_in_any_order_then_guess() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 2}]).do("A: challenge player:B")
    assert game.deciders == "AB"

    game.do("B: place cards:2H,2D", 'A: place cards:"jh 5c"')

    assert (game.position["phase"], game.deciders) == ("challenge-guess-1", "A")
    assert game.position["placed"] == {"A": ["JH", "5C"], "B": ["2H", "2D"], "C": []}
    game.do("A: guess rank:2 suit:H", "B: guess rank:A suit:S")
    assert game.position["last"]["rewards"] == {"A": 3, "B": 0}
    assert sorted(game.position["hands"]["A"]) == sorted(["5C", "9S", "JH", "3C", "4C", "6C"])


def test_player_with_few_cards_places_all_unasked() -> None:
    position = {"hands": {"A": ["5C"], "B": ["2H", "2D", "KD"]}}
    game = game_at(position, chance=[{"die": 2}]).do("A: challenge player:B")

    assert game.deciders == "B"
    assert game.position["placed"]["A"] == ["5C"]
    assert game.told(Challenged)[0].counts == (1, 2)
    assert game.code("A: place cards:5C") == "not-asked"


def test_placing_is_told_in_public_by_number_only() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 2}]).do("A: challenge player:B", "A: place cards:5C,9S")

    assert game.told(Placed) == [Placed(seat=0, count=2)]
    assert game.told(PlacedCards) == [PlacedCards(to=(0,), seat=0, cards=("5C", "9S"))]


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
def test_placed_cards_are_checked_in_order_of_rules(cards: str, code: str) -> None:
    game = game_at({**BOTH_CHOOSE, "protected": {"A": ["4D"]}}, chance=[{"die": 2}])
    game.do("A: challenge player:B")

    assert game.code(f"A: place cards:{cards}") == code


def test_a_protected_card_cannot_be_placed() -> None:
    game = game_at({**BOTH_CHOOSE, "protected": {"A": ["4D"]}}, chance=[{"die": 1}])
    refusal = game.do("A: challenge player:B").refused("A: place cards:4D")

    assert (refusal.code, refusal.facts) == ("not-in-hand", {"cards": ("4D",)})


def test_placing_is_final() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 1}]).do("A: challenge player:B", "A: place cards:5C")

    assert game.code("A: place cards:9S") == "already-answered"
    assert game.code("C: place cards:9S") == "not-asked"


def test_r26_nobody_guesses_against_no_cards() -> None:
    one_empty = game_at({"hands": {"A": ["5C"]}}, chance=[{"die": 4}]).do("A: challenge player:B")
    both_empty = game_at({}, chance=[{"die": 4}]).do("A: challenge player:B")

    assert (one_empty.position["phase"], one_empty.deciders) == ("challenge-guess-2", "B")
    assert (both_empty.position["phase"], both_empty.deciders) == ("turn", "B")
    assert both_empty.position["last"]["rewards"] == {"A": 0, "B": 0}


def test_r26_an_empty_handed_challenged_still_guesses() -> None:
    game = game_at({"hands": {"A": ["5C"]}, "stock": ["2C", "3C"]}, chance=[{"die": 4}])

    game.do("A: challenge player:B", "B: guess rank:5 suit:C")

    assert (game.position["hands"]["A"], game.position["hands"]["B"]) == (["5C"], ["2C", "3C"])


def test_r28_challenger_draws_first_and_placed_cards_stay() -> None:
    position = {"hands": {"A": ["5C", "9S"], "B": ["2H", "2D"]}, "stock": ["3C"], "discard": ["8H", "8D"]}
    chance: Script = [{"die": 2}, {"shuffle": ["8D", "8H"]}]

    game = game_at(position, chance=chance).do(
        "A: challenge player:B", "A: guess rank:2 suit:C", "B: guess rank:9 suit:H"
    )

    assert game.position["hands"] == {"A": ["3C", "8D", "5C", "9S"], "B": ["8H", "2H", "2D"], "C": []}
    assert game.position["scoring_rounds"] == 1


def test_winning_midway_returns_placed_cards_without_drawing() -> None:
    kings = {"owner": "C", "rank": "K", "cards": ["KC", "KD", "KH", "KS"]}
    position = {"hands": {"A": ["5C"], "B": ["2H"]}, "stock": ["3C"], "sets": [kings]}
    game = game_at(position, chance=[{"die": 2}], options={"threshold": 50})

    game.do("A: challenge player:B", "A: guess rank:2 suit:H", "B: guess rank:5 suit:C")

    assert (game.position["phase"], game.position["winners"]) == ("over", ["C"])
    assert game.position["hands"] == {"A": ["3C", "5C"], "B": ["2H"], "C": []}
    assert game.position["last"]["rewards"] == {"A": 2, "B": 2}
    assert game.position["pending"] is None


def test_without_a_guess_there_is_no_reward() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 3}]).do("A: challenge player:B", "*: timeout", "*: timeout")

    assert game.position["last"]["guesses"] == {}
    assert game.position["last"]["rewards"] == {"A": 0, "B": 0}
    assert len(game.position["stock"]) == 7


def test_the_clock_places_random_cards_challenger_first() -> None:
    chance: Script = [{"die": 1}, {"pick": ["9S"]}, {"pick": ["KD"]}]

    game = game_at(BOTH_CHOOSE, chance=chance).do("A: challenge player:B", "*: timeout")

    assert game.position["placed"] == {"A": ["9S"], "B": ["KD"], "C": []}
    assert all(event.automatic for event in game.told(Placed))


def test_clock_places_only_for_whom_it_is_outstanding() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 1}, {"pick": ["9S"]}])

    game.do("A: challenge player:B", "B: place cards:2H", "*: timeout")

    assert game.position["placed"] == {"A": ["9S"], "B": ["2H"], "C": []}


def test_only_one_whose_guess_is_due_may_guess() -> None:
    game = game_at(BOTH_CHOOSE, chance=[{"die": 3}]).do("A: challenge player:B")

    assert game.code("B: guess rank:A suit:S") == "not-asked"
    game.do("A: guess rank:A suit:S")
    assert game.code("A: guess rank:A suit:S") == "not-asked"
