"""The notation of positions: defaults, letter cases, and malformed ones (section 11)."""

from typing import Any

import pytest

from bot.engine.contract import Malformed
from bot.games.skrap import GAME
from tests.games.driver import Driver
from tests.games.skrap.positions import battling, surging

BATTLE = battling("B", [("A", "3S", "3H")], A="4S 4H", B="7S 7H")


def test_fields_left_out_have_defaults() -> None:
    assert Driver(GAME, 2, surging(A="AS", B="KS")).position == {
        "phase": "surge",
        "round": 1,
        "turn": None,
        "heads": {"A": 0, "B": 0},
        "sizes": {"A": 10, "B": 10},
        "hands": {"A": ["AS"], "B": ["KS"]},
        "surge": {"A": None, "B": None},
        "contenders": [],
        "throws": {},
        "undecided": 0,
        "unable": [],
        "field": [],
        "passed": [],
        "scavengers": {},
        "pack": [],
        "aside": [],
        "left": [],
        "winners": [],
    }


def test_a_seat_that_has_left_was_dealt_nothing() -> None:
    assert Driver(GAME, 3, surging(A="AS", C="KS") | {"left": ["B"]}).position["sizes"] == {
        "A": 10,
        "B": 0,
        "C": 10,
    }


def test_cards_may_be_written_in_any_case() -> None:
    position = Driver(GAME, 2, {"hands": {"A": ["th", "jk"]}, "surge": {"B": "as"}}).position

    assert position["hands"]["A"] == ["10H", "JK"]
    assert position["surge"]["B"] == "AS"


def test_omitted_bot_values_follow_from_surge_card() -> None:
    (bot,) = Driver(GAME, 2, BATTLE | {"surge": {"A": "KH"}}).position["field"]

    assert (bot["weapon_value"], bot["armour_value"]) == (3, 4)


def test_bot_values_that_are_given_stay() -> None:
    bot = {"owner": "A", "weapon": "3S", "armour": "3H", "weapon_value": 4, "armour_value": 3}

    assert Driver(GAME, 2, BATTLE | {"field": [bot], "surge": {"A": "KH"}}).position["field"] == [bot]


def test_the_next_deal_takes_the_full_pack() -> None:
    game = Driver(GAME, 2, BATTLE, chance=[{"shuffle": []}]).do("B: pass", "A: pass", "B: pass")

    assert len(game.position["pack"]) == 34
    assert GAME.faults(game.state) == []


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (surging(A="AS AS", B="KS"), "there are 2 AS, but the packs hold 1"),
        (surging(A="AS JK JK", B="KS") | {"pack": ["JK"]}, "there are 3 JK, but the packs hold 2"),
        ({"hands": {"A": ["1S"]}}, "'1S' is not a card"),
        ({"surge": {"A": ""}}, "'' is not a card"),
        ({"hands": {"C": ["AS"]}}, "there is no seat 'C'"),
        ({"left": ["Z"]}, "there is no seat 'Z'"),
        ({"phase": "open"}, "nobody who is still in it has to decide"),
        ({**BATTLE, "turn": None}, "nobody who is still in it has to decide"),
        ({**BATTLE, "field": []}, "battle needs a bot on the field"),
        ({"phase": "scavenge"}, "scavenge needs a bot on the field"),
        ({"phase": "throw"}, "nobody who is still in it has to decide"),
        ({"phase": "lunch"}, "phase"),
        ({"stock": []}, "stock"),
        ({"round": 0}, "round"),
        ({"heads": {"A": -1}}, "heads"),
        ({"heads": {"A": "1"}}, "heads"),
        ({"sizes": {"A": 9}}, "A was dealt 9 cards"),
        ({"undecided": 3}, "undecided"),
        ({"throws": {"A": "lizard"}}, "throws"),
        ({"scavengers": {"A": ["2S"]}}, "the scavengers of A aren't a pair"),
    ],
)
def test_a_malformed_position_is_named_in_one_line(position: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message) as caught:
        Driver(GAME, 2, position)

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options", [{"target": 2}, {"target": 31}, {"max-rounds": 4}, {"pass-rule": "never"}, {"lives": 3}]
)
def test_options_out_of_their_limits_are_malformed(options: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        Driver(GAME, 2, {}, options=options)
