"""The table and the hands of C.R.A.P. as text."""

from typing import Any

import pytest

from bot.rendering.crap.table import hand, table
from tests.rendering.crap.sessions import seen, session_in

SETS = [
    {"owner": "A", "rank": "4", "cards": ["4C", "4D", "JK"]},
    {"owner": "A", "rank": "7", "cards": ["7C", "7D", "7H", "7S", "7C", "7D", "7H", "7S"]},
    {"owner": "B", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "value": 90, "borrowed": "4H"},
]


def test_each_set_is_told_with_what_it_counts_and_what_lies_across() -> None:
    lines = table(seen({"sets": SETS}, jokers=True)).splitlines()
    start = lines.index("**Sets:**")

    assert lines[start + 1 : start + 4] == [
        "Ann 4s, 39: 4♣ 4♦ joker",
        "Ann 7s, 160: 7♣ 7♣ 7♦ 7♦ 7♥ 7♥ 7♠ 7♠",
        "Ben aces, 90: A♣ A♦ A♥ A♠, 4♥ across",
    ]


def test_a_player_is_a_line_with_the_same_facts_in_the_same_order() -> None:
    position = {
        "sets": SETS,
        "totals": {"A": 10, "B": 120, "C": 0},
        "hands": {"A": ["2C"], "B": ["3C", "3D"], "C": []},
        "protected": {"B": ["QH"]},
        "idle": {"B": 1},
    }
    first, second, third, below, *_ = table(seen(position, jokers=True)).splitlines()

    assert first == "▶ **Ann** 10 + 199 · one card"
    assert second == "**Ben** 120 + 90 · 2 cards, 1 protected · skipped 1 of 3 times · ahead"
    assert third == "**Cyd** 0 + 0 · 0 cards"
    assert below.startswith("-# Banked + on the table. Stock ")


def test_what_the_last_count_has_banked_is_not_told_twice() -> None:
    over = {"phase": "over", "end": "turn-limit", "sets": SETS, "totals": {"A": 199, "B": 90, "C": 0}}

    assert table(seen(over, jokers=True)).startswith("**Ann** 199 · ")


def test_a_name_in_a_text_does_nothing_and_calls_nobody() -> None:
    session = session_in({})
    session.names[101] = "**@everyone**"

    text = table(session.scene(None))

    assert "\\*\\*@\u200beveryone" in text
    assert "<@" not in text


def test_a_single_turn_that_ran_out_is_told_as_one() -> None:
    text = table(seen({"timeouts": 1}))

    assert "One turn ran out of time; 6 in a row end the game without a winner." in text


@pytest.mark.parametrize(("left", "most"), [([], 6), (["C"], 4)])
def test_turns_that_ran_out_in_a_row_are_told_with_the_limit_of_the_rules(left: list[str], most: int) -> None:
    text = table(seen({"timeouts": 2, "left": left}))

    assert f"2 turns in a row ran out of time; {most} end the game without a winner." in text


@pytest.mark.parametrize(
    ("pending", "phase", "words"),
    [
        ({"action": "acquire", "rank": "K"}, "bluff-window", "Ann asks for kings."),
        ({"action": "force-recycle", "target": "B"}, "vote", "Ann wants Ben to recycle."),
        (
            {"action": "challenge", "target": "B", "die": 3, "guesses": {"A": {"rank": "2", "suit": "D"}}},
            "challenge-guess-2",
            "Ann challenges Ben; the die shows 3.\nAnn guesses 2s, diamonds.",
        ),
    ],
)
def test_the_action_under_way_is_told(pending: dict[str, Any], phase: str, words: str) -> None:
    placed = {"A": ["2C"], "B": ["3C"]} if "die" in pending else {}

    assert words in table(seen({"phase": phase, "pending": pending, "placed": placed}))


def test_a_hand_tells_protected_and_hidden_cards_apart() -> None:
    kept = {"hands": {"A": ["KS", "2C"]}, "protected": {"A": ["QH"]}}
    hiding = {
        "phase": "challenge-guess-1",
        "hands": {"A": ["KS"]},
        "placed": {"A": ["2C"], "B": ["3C"]},
        "pending": {"action": "challenge", "target": "B", "die": 1},
    }

    assert hand(seen(kept, 0)) == "Your hand (2): 2♣ K♠\nProtected: Q♥."
    assert hand(seen(hiding, 0)) == "Your hand (1): K♠\nHidden for the challenge: 2♣."


def test_what_was_shown_to_two_is_on_their_pages_only() -> None:
    shown = {"A": ["7S"], "B": ["2C"]}
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": shown}
    texts = [hand(seen({"last": last}, viewer)) for viewer in range(3)]

    assert "Ben showed you 2♣.\nYou showed Ben 7♠." in texts[0]
    assert "Ann showed you 7♠.\nYou showed Ann 2♣." in texts[1]
    assert "showed" not in texts[2]


def test_who_has_left_is_told_so_in_place_of_a_hand() -> None:
    gone = seen({"left": ["C"], "hands": {"A": ["2C"], "B": ["3C"]}}, 2)

    assert hand(gone) == "You have left this game and hold no cards."
