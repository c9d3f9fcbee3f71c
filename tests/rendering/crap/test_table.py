"""The table and the hands of C.R.A.P. as text."""

from typing import Any

import pytest

from bot.rendering.crap.table import hand_text, table_text
from tests.rendering.crap.sessions import seen

SETS = [
    {"owner": "A", "rank": "4", "cards": ["4C", "4D", "4H", "JK"]},
    {"owner": "A", "rank": "7", "cards": ["7C", "7D", "7H", "7S", "7C", "7D", "7H"]},
    {"owner": "B", "rank": "A", "cards": ["AC", "AD", "AH", "AS"], "value": 90, "borrowed": "7S"},
]


def test_each_set_is_told_with_what_it_counts_and_what_lies_across() -> None:
    lines = table_text(seen({"sets": SETS}, jokers=True)).splitlines()

    assert lines[1] == "> set of 4s, 40 − 1: 4♣ 4♦ 4♥ joker"
    assert lines[2].startswith("> double set of 7s, 2 × 80: ")
    assert lines[4] == "> set of aces, 90: A♣ A♦ A♥ A♠, 7♠ lies across"


@pytest.mark.parametrize(("left", "most"), [([], 6), (["C"], 4)])
def test_turns_that_ran_out_in_a_row_are_told_with_the_limit_of_the_rules(left: list[str], most: int) -> None:
    text = table_text(seen({"timeouts": 2, "left": left}))

    assert f"Turns run out in a row, any player's: 2; {most} end the game" in text


@pytest.mark.parametrize(
    ("pending", "phase", "words"),
    [
        ({"action": "acquire", "rank": "K"}, "bluff-window", "<@100> acquires **kings**."),
        ({"action": "force-recycle", "target": "B"}, "vote", "<@100> wants <@101> to recycle."),
        (
            {"action": "challenge", "target": "B", "die": 3, "guesses": {"A": {"rank": "2", "suit": "D"}}},
            "challenge-guess-2",
            "<@100> challenges <@101>; the die shows 3.\n<@100> guesses the 2 of diamonds.",
        ),
    ],
)
def test_the_action_under_way_is_told(pending: dict[str, Any], phase: str, words: str) -> None:
    placed = {"A": ["2C"], "B": ["3C"]} if "die" in pending else {}

    assert words in table_text(seen({"phase": phase, "pending": pending, "placed": placed}))


def test_a_hand_tells_protected_and_placed_cards_apart() -> None:
    position = {"hands": {"A": ["KS", "2C"]}, "protected": {"A": ["QH"]}}

    assert hand_text(seen(position, 0)) == "Your hand (2): 2♣ K♠\nProtected (1): Q♥"


def test_what_was_shown_to_two_is_on_their_pages_only() -> None:
    shown = {"A": ["7S"], "B": ["2C"]}
    last = {"action": "cooperate", "seat": "A", "target": "B", "hands": shown}
    texts = [hand_text(seen({"last": last}, viewer)) for viewer in range(3)]

    assert "<@101> showed you: 2♣" in texts[0]
    assert "<@100> showed you: 7♠" in texts[1]
    assert "showed" not in texts[2]
