"""Laying sets (section 5.1, R3-R13)."""

import pytest

from bot.games.crap.laying import SetLaid
from tests.games.crap.positions import ACES, SEVENS, game_at
from tests.games.driver import Script

JOKERS = {"jokers": True}


def laid(owner: str, rank: str, cards: list[str], **more: object) -> dict[str, object]:
    return {"owner": owner, "rank": rank, "cards": cards, **more}


def test_r3_a_turn_is_one_action() -> None:
    game = game_at({"hands": {"A": [*SEVENS, *ACES]}}).do("A: score rank:7")

    assert game.code("A: score rank:A") == "not-your-turn"


def test_r4_without_the_option_nobody_holds_a_joker() -> None:
    game = game_at({"hands": {"A": SEVENS}})

    assert game.code("A: score rank:7 cards:7C,7D,7H,JK") == "not-in-hand"


@pytest.mark.parametrize(
    ("hand", "command"),
    [
        (["JK"] * 4, "A: score rank:7 jokers:4"),
        (["JK"] * 4, "A: score rank:7 cards:JK,JK,JK,JK"),
        (["7C", "JK", "JK"], "A: score rank:7 jokers:3"),
        (SEVENS[:3], "A: score rank:7"),
        ([*SEVENS, *SEVENS[:2], "JK"], "A: score rank:7 double:true jokers:1"),
    ],
)
def test_r5_a_set_has_a_natural_and_enough_cards(hand: list[str], command: str) -> None:
    assert game_at({"hands": {"A": hand}}, options=JOKERS).code(command) == "not-a-set"


def test_r5_three_jokers_and_one_natural_are_a_set() -> None:
    game = game_at({"hands": {"A": ["9H", "JK", "JK", "JK"]}}, options=JOKERS).do("A: score rank:9 jokers:3")

    assert game.position["sets"][0]["cards"] == ["9H", "JK", "JK", "JK"]
    assert game.position["sets"][0]["value"] == 90


def test_r5_four_jokers_and_four_naturals_are_double_set() -> None:
    game = game_at({"hands": {"A": [*SEVENS, "JK", "JK", "JK", "JK"]}}, options=JOKERS)

    game.do("A: score rank:7 double:true jokers:4")

    assert game.position["sets"][0]["double"] is True


def test_r6_two_single_sets_of_a_rank_stay_single() -> None:
    position = {"hands": {"A": SEVENS}, "sets": [laid("A", "7", SEVENS)]}
    game = game_at(position, chance=[{"dice": [1, 1]}, {"shuffle": []}])

    game.do("A: score rank:7")

    assert [one["value"] for one in game.position["sets"]] == [70, 70]
    assert game.do("B: recycle").position["totals"]["A"] == 140


def test_r7_double_set_takes_jokers_at_one_point() -> None:
    hand = [*SEVENS, *SEVENS[:2], "JK", "JK"]
    chance: Script = [{"dice": [1, 1]}, {"shuffle": []}]
    game = game_at({"hands": {"A": hand}}, options=JOKERS, chance=chance)

    game.do("A: score rank:7 double:true jokers:2", "B: recycle")

    assert game.position["totals"]["A"] == 80 + 80 - 2


def test_r8_joker_may_stand_in_although_natural_is_held() -> None:
    game = game_at({"hands": {"A": [*SEVENS, "JK"]}}, options=JOKERS).do("A: score rank:7 jokers:1")

    assert game.position["hands"]["A"] == ["7S"]


def test_r9_donors_jokers_do_not_lower_aces() -> None:
    position = {"hands": {"A": ["AC", "AD", "AH", "JK"]}, "sets": [laid("B", "7", [*SEVENS[:3], "JK"])]}
    game = game_at(position, options=JOKERS, chance=[{"dice": [1, 1]}, {"shuffle": []}])

    game.do("A: score rank:A jokers:1")

    assert game.position["sets"][1]["value"] == 80
    assert game.do("B: recycle").position["totals"] == {"A": 79, "B": 69, "C": 0}


def test_r10_lonely_double_aces_are_worth_twenty_each() -> None:
    game = game_at({"hands": {"A": [*ACES, *ACES]}}).do("A: score rank:A double:true")

    assert (game.position["sets"][0]["value"], game.position["sets"][0]["borrowed"]) == (20, None)


def test_r11_aces_on_aces_take_an_ace_as_marker() -> None:
    kings = laid("B", "K", ["KD", "KH", "KS"])
    aces = laid("B", "A", ACES, value=140, borrowed="KC")

    game = game_at({"hands": {"A": ACES}, "sets": [kings, aces]}).do("A: score rank:A")

    assert game.position["sets"][1]["cards"] == ["AD", "AH", "AS"]
    assert (game.position["sets"][2]["value"], game.position["sets"][2]["borrowed"]) == (150, "AC")


def test_r12_double_aces_are_two_steps_above_double() -> None:
    sevens = laid("B", "7", SEVENS * 2)

    game = game_at({"hands": {"A": ACES * 2}, "sets": [sevens]}).do("A: score rank:A double:true")

    assert (game.position["sets"][0]["value"], game.position["sets"][1]["value"]) == (80, 100)
    assert game.position["sets"][1]["borrowed"] == "7C"


def test_r13_first_laid_of_equal_sets_lends() -> None:
    sets = [laid("C", "2", ["2C", "2D", "2H", "2S"]), laid("A", "7", SEVENS), laid("B", "7", SEVENS)]

    game = game_at({"hands": {"A": ACES}, "sets": sets}).do("A: score rank:A")

    assert [len(one["cards"]) for one in game.position["sets"]] == [4, 3, 4, 4]
    assert game.position["last"] == {"action": "score", "seat": "A", "from": "A"}


def test_r13_marker_is_first_natural_of_donor() -> None:
    position = {"hands": {"A": ACES}, "sets": [laid("B", "7", ["JK", "7S", "7H", "JK"])]}

    game = game_at(position, options=JOKERS).do("A: score rank:A")

    assert game.position["sets"][1]["borrowed"] == "7H"
    assert game.told(SetLaid)[0].lender == 1


def test_donor_of_jokers_gives_value_without_marker() -> None:
    older = laid("C", "A", ACES, value=60, borrowed="7C")
    position = {"hands": {"A": ACES}, "sets": [laid("B", "7", ["JK", "JK", "JK"]), older]}

    game = game_at(position, options=JOKERS).do("A: score rank:A")

    assert (game.position["sets"][2]["value"], game.position["sets"][2]["borrowed"]) == (80, None)
    assert game.position["last"]["from"] is None


def test_only_aces_borrow() -> None:
    game = game_at({"hands": {"A": SEVENS}, "sets": [laid("B", "K", ["KC", "KD", "KH", "KS"])]})

    game.do("A: score rank:7")

    assert game.position["sets"][1]["borrowed"] is None
    assert game.position["last"] == {"action": "score", "seat": "A", "from": None}


def test_named_cards_prefer_unprotected_copies() -> None:
    position = {"hands": {"A": ["7C", "7D"]}, "protected": {"A": ["7C", "7H", "7S"]}}

    game = game_at(position).do('A: score rank:7 cards:"7c 7d, 7h 7S"')

    assert game.position["hands"]["A"] == []
    assert game.position["protected"]["A"] == ["7C"]


def test_jokers_are_taken_unprotected_first() -> None:
    position = {"hands": {"A": [*SEVENS[:3], "JK"]}, "protected": {"A": ["JK"]}}

    game = game_at(position, options=JOKERS).do("A: score rank:7 jokers:1")

    assert (game.position["hands"]["A"], game.position["protected"]["A"]) == ([], ["JK"])


@pytest.mark.parametrize("given", ["double:false", "double:true", "jokers:0"])
def test_bad_options_cards_stand_alone_whatever_others_say(given: str) -> None:
    game = game_at({"hands": {"A": SEVENS}})

    assert game.code(f"A: score rank:7 {given} cards:XX") == "bad-options"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("7C,7D,xx", "bad-card"),
        ("7C,7D,9H", "bad-count"),
        ("7C,7D,7H,9S", "not-in-hand"),
        ("7C,7C,7D,7H", "not-in-hand"),
        ("7C,7D,7H,9H", "not-a-set"),
    ],
)
def test_named_cards_are_refused_in_order_of_rules(cards: str, code: str) -> None:
    game = game_at({"hands": {"A": [*SEVENS, "9H"]}})

    assert game.code(f"A: score rank:7 cards:{cards}") == code


def test_a_refused_set_says_what_is_held() -> None:
    game = game_at({"hands": {"A": ["7C", "JK"]}}, options=JOKERS)

    refusal = game.refused("A: score rank:7 jokers:1")

    assert refusal.facts == {"rank": "7", "naturals": 1, "jokers": 1, "needed": 4}
