"""Laying sets (5.1; R3-R13)."""

import pytest

from bot.games.crap.score import SetLaid
from tests.games.crap.table import ACES, SEVENS, Table

JOKERS = {"jokers": True}


def laid(owner: str, rank: str, cards: list[str], **more: object) -> dict[str, object]:
    return {"owner": owner, "rank": rank, "cards": cards, **more}


def test_r3_a_turn_is_one_action() -> None:
    table = Table({"hands": {"A": [*SEVENS, *ACES]}}).run("A: score rank:7")

    assert table.error("A: score rank:A") == "not-your-turn"


def test_r4_without_the_option_nobody_holds_a_joker() -> None:
    table = Table({"hands": {"A": SEVENS}})

    assert table.error("A: score rank:7 cards:7C,7D,7H,JK") == "not-in-hand"


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
    assert Table({"hands": {"A": hand}}, options=JOKERS).error(command) == "not-a-set"


def test_r5_three_jokers_and_one_natural_are_a_set() -> None:
    table = Table({"hands": {"A": ["9H", "JK", "JK", "JK"]}}, options=JOKERS).run("A: score rank:9 jokers:3")

    assert table["sets"][0]["cards"] == ["9H", "JK", "JK", "JK"]
    assert table["sets"][0]["value"] == 90


def test_r5_four_jokers_and_four_naturals_are_a_double_set() -> None:
    table = Table({"hands": {"A": [*SEVENS, "JK", "JK", "JK", "JK"]}}, options=JOKERS)

    table.run("A: score rank:7 double:true jokers:4")

    assert table["sets"][0]["double"] is True


def test_r6_two_single_sets_of_a_rank_stay_single() -> None:
    position = {"hands": {"A": SEVENS}, "sets": [laid("A", "7", SEVENS)]}
    table = Table(position, chance=[{"dice": [1, 1]}, {"shuffle": []}])

    table.run("A: score rank:7")

    assert [one["value"] for one in table["sets"]] == [70, 70]
    assert table.run("B: recycle")["totals"]["A"] == 140


def test_r8_a_joker_may_stand_in_although_the_natural_is_held() -> None:
    table = Table({"hands": {"A": [*SEVENS, "JK"]}}, options=JOKERS).run("A: score rank:7 jokers:1")

    assert table["hands"]["A"] == ["7S"]


def test_r9_jokers_of_the_donor_do_not_lower_the_aces_but_their_own_do() -> None:
    position = {"hands": {"A": ["AC", "AD", "AH", "JK"]}, "sets": [laid("B", "7", [*SEVENS[:3], "JK"])]}
    table = Table(position, options=JOKERS, chance=[{"dice": [1, 1]}, {"shuffle": []}])

    table.run("A: score rank:A jokers:1")

    assert table["sets"][1]["value"] == 80
    assert table.run("B: recycle")["totals"] == {"A": 79, "B": 69, "C": 0}


def test_r10_lonely_double_aces_are_worth_twenty_each() -> None:
    table = Table({"hands": {"A": [*ACES, *ACES]}}).run("A: score rank:A double:true")

    assert (table["sets"][0]["value"], table["sets"][0]["borrowed"]) == (20, None)


def test_r11_aces_on_aces_take_an_ace_as_marker() -> None:
    kings = laid("B", "K", ["KD", "KH", "KS"])
    aces = laid("B", "A", ACES, value=140, borrowed="KC")

    table = Table({"hands": {"A": ACES}, "sets": [kings, aces]}).run("A: score rank:A")

    assert table["sets"][1]["cards"] == ["AD", "AH", "AS"]
    assert (table["sets"][2]["value"], table["sets"][2]["borrowed"]) == (150, "AC")


def test_r13_of_equal_sets_the_first_laid_lends_even_ones_own() -> None:
    sets = [laid("C", "2", ["2C", "2D", "2H", "2S"]), laid("A", "7", SEVENS), laid("B", "7", SEVENS)]

    table = Table({"hands": {"A": ACES}, "sets": sets}).run("A: score rank:A")

    assert [len(one["cards"]) for one in table["sets"]] == [4, 3, 4, 4]
    assert table["last"] == {"action": "score", "seat": "A", "from": "A"}


def test_r13_the_marker_is_the_first_natural_of_the_donor() -> None:
    position = {"hands": {"A": ACES}, "sets": [laid("B", "7", ["JK", "7S", "7H", "JK"])]}

    table = Table(position, options=JOKERS).run("A: score rank:A")

    assert table["sets"][1]["borrowed"] == "7H"
    assert table.happened(SetLaid)[0].lender == 1


def test_a_donor_that_has_only_jokers_left_gives_its_value_but_no_marker() -> None:
    position = {"hands": {"A": ACES}, "sets": [laid("B", "7", ["JK", "JK", "JK"])]}

    table = Table(position, options=JOKERS).run("A: score rank:A")

    assert (table["sets"][1]["value"], table["sets"][1]["borrowed"]) == (80, None)
    assert table["last"]["from"] is None


def test_only_aces_borrow() -> None:
    table = Table({"hands": {"A": SEVENS}, "sets": [laid("B", "K", ["KC", "KD", "KH", "KS"])]})

    table.run("A: score rank:7")

    assert table["sets"][1]["borrowed"] is None
    assert table["last"] == {"action": "score", "seat": "A", "from": None}


def test_named_cards_may_mix_hand_and_protected_and_prefer_the_unprotected_copy() -> None:
    position = {"hands": {"A": ["7C", "7D"]}, "protected": {"A": ["7C", "7H", "7S"]}}

    table = Table(position).run('A: score rank:7 cards:"7c 7d, 7h 7S"')

    assert table["hands"]["A"] == []
    assert table["protected"]["A"] == ["7C"]


def test_jokers_are_taken_unprotected_first() -> None:
    position = {"hands": {"A": [*SEVENS[:3], "JK"]}, "protected": {"A": ["JK"]}}

    table = Table(position, options=JOKERS).run("A: score rank:7 jokers:1")

    assert (table["hands"]["A"], table["protected"]["A"]) == ([], ["JK"])


@pytest.mark.parametrize("given", ["double:false", "double:true", "jokers:0"])
def test_bad_options_cards_stand_alone_whatever_the_others_say(given: str) -> None:
    table = Table({"hands": {"A": SEVENS}})

    assert table.error(f"A: score rank:7 {given} cards:XX") == "bad-options"


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
def test_named_cards_are_refused_in_the_order_of_the_rules(cards: str, code: str) -> None:
    table = Table({"hands": {"A": [*SEVENS, "9H"]}})

    assert table.error(f"A: score rank:7 cards:{cards}") == code


def test_a_refused_set_says_what_is_held() -> None:
    table = Table({"hands": {"A": ["7C", "JK"]}}, options=JOKERS)

    table.error("A: score rank:7 jokers:1")

    assert table.refusal is not None
    assert table.refusal.facts == {"rank": "7", "naturals": 1, "jokers": 1, "needed": 4}
