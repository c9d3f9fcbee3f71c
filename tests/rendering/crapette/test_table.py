"""The table of Crapette as text, and the clock."""

from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import RANKS
from bot.games.crapette.state import HOUSES
from bot.rendering import pages
from bot.rendering.crapette.table import block, clock_text, sheet_of
from tests.rendering.crapette.sessions import FACE, plain, sample, session_of, state_at
from tests.rendering.spoken import NOW, do

BLOCK = """\
Crapette · turn 17 · to move: Ann
Ben  hand 18 · discard 9♥ (5) · crapaud 8♠ (9)
L1 Q♥ J♠
L2 9♠ 8♦ 7♣ 6♥
L3 10♥ 9♠
L4 K♦
R1 Q♦
R2 9♣ 8♥ 7♣
R3 7♠
R4 8♥
Finish  ♠ 8 -  ♥ 7 -  ♦ 2 -  ♣ 6 -
Ann  hand 20 · discard 10♥ (6) · crapaud 5♦ (8)
Lifted: - · empty houses: 0"""
EMPTY: dict[str, Any] = {"discards": {"A": [], "B": ["5C"]}}


def test_the_sample_table_of_the_rules_comes_out_exactly() -> None:
    assert block(sample().scene(None)) == BLOCK
    assert pages.table(sample().scene(None)).text.split("```")[1].strip("\n") == BLOCK


def test_a_lifted_card_empty_houses_and_second_finishing_piles_are_shown() -> None:
    state = state_at({"R3": "-", "R4": "-"}, lifted="2D", finish={"S": [12, 1], "H": [1, 1]}, **EMPTY)

    lines = block(session_of(state).scene(None)).splitlines()

    assert lines[9:] == [
        "R4 -",
        "Finish  ♠ Q A  ♥ A A  ♦ - -  ♣ - -",
        "Ann  hand 2 · discard - (0) · crapaud 2♥ (2)",
        "Lifted: 2♦ · empty houses: 2",
    ]


def test_finishing_piles_follow_the_court_order() -> None:
    state = state_at(options={"court-order": "KJQ"}, finish={"S": [12, 11]}, **EMPTY)

    assert "♠ J Q" in block(session_of(state).scene(None))


def test_the_longest_table_stays_short() -> None:
    scene = replace(sample().scene(None), names=("W" * 40, "M" * 40))
    longest = [rank + suit for rank, suit in zip(reversed(RANKS), cycle("DS"), strict=False)]
    piles: Any = {letter: [103, "10H"] for letter in "AB"}
    sheet = replace(
        sheet_of(scene),
        turn_number=79_600,
        houses=dict.fromkeys(HOUSES, longest),
        finish={suit: [10, 10] for suit in "CDHS"},
        hands={"A": 104, "B": 104},
        discards=piles,
        crapauds=piles,
        lifted="10H",
    )

    text = FACE.table(replace(scene, sheet=sheet))

    assert len(text) < 700
    assert max(len(line) for line in text.splitlines() if line[:2] in HOUSES) == 42


@pytest.mark.parametrize(
    ("name", "shown"),
    [("```\n# Ann", "''' # Ann"), ("\u202eAnn\u200b", "Ann"), ("", "Seat 1"), ("<@1> **x**", "<@1> **x**")],
)
def test_no_name_can_break_the_block(name: str, shown: str) -> None:
    scene = replace(sample().scene(None), names=(name, "Ben"))

    assert block(scene) == BLOCK.replace("Ann", shown)


def test_repeated_positions_and_idle_turns_are_announced() -> None:
    kings: Any = {
        "hands": {"A": [], "B": []},
        "discards": {"A": [], "B": []},
        "crapauds": {"A": ["9S"], "B": ["9D"]},
    }
    repeated = do(session_of(state_at(**kings)), "A: pass", "B: pass")
    idle = session_of(state_at(idle_turns=100))

    assert "Position repeated (2 of 3)." in pages.table(repeated.scene(None)).text
    assert "100 turns in a row without progress; 120 make a draw." in FACE.table(idle.scene(None))
    assert "progress" not in FACE.table(session_of(state_at(idle_turns=99)).scene(None))


TIMEOUTS: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {}, "then @A's next hand card is lifted and discarded"),
    ({"lifted": "9C"}, {}, "then 9♣ goes onto @A's discard pile"),
    ({"timeouts": {"A": 2}}, {}, "then @A loses, because 3 timeouts in a row lose the game"),
    ({"hands": {"A": [], "B": ["3D"]}}, {}, "then @A's discard pile is turned over and its first card discarded"),
    ({"hands": {"A": [], "B": ["3D"]}, "discards": {"A": ["2S", "4S"], "B": []}}, {"R4": "-"},
     "then @A's discard pile fills the empty houses and then is turned over and its first card discarded"),
    ({"hands": {"A": [], "B": ["3D"]}}, {"R4": "-"}, "then @A's discard pile goes into the empty houses"),
    ({"hands": {"A": [], "B": ["3D"]}, **EMPTY}, {}, "then @A passes"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "houses", "said"), TIMEOUTS)
def test_the_table_says_what_a_timeout_would_do(fields: Any, houses: Any, said: str) -> None:
    scene = session_of(state_at(houses, **fields)).scene(None)

    assert plain(pages.status(scene, FACE)).endswith(f" Time is up <t:{int(NOW) + 3600}:R>: {said}.")


def test_the_clock_tells_how_long_the_turn_may_last() -> None:
    at = int(NOW) + 3600

    assert plain(clock_text(sample().scene(None))) == (
        f"@A's turn must end by <t:{at}:f>, <t:{at}:R>; then @A's next hand card is lifted and discarded."
    )


def test_the_chess_clock_tells_what_both_players_have_left() -> None:
    state = state_at(options={"clock-minutes": 15}, used={"A": 100, "B": 61})
    session = session_of(state)

    assert plain(clock_text(session.scene(None))) == (
        f"Chess clock: @A's time ends <t:{int(NOW) + 3600}:R>, @B has 13:59 left. "
        "Each player has 15 minutes for the whole game; who uses them up loses."
    )
    assert "@B has 13:59 left" in plain(FACE.table(session.scene(1)))
    assert plain(FACE.default(session.scene(1))) == "then @A loses on time"
    over = do(session, "*: wait", after=7200)
    assert "Chess clock: @A has 0:00 left, @B has 13:59 left." in plain(FACE.table(over.scene(None)))
    assert clock_text(over.scene(None)) == "No clock is running."


def test_timeouts_in_a_row_are_counted_on_the_table() -> None:
    scene = session_of(state_at(timeouts={"B": 2})).scene(None)

    assert "@B has had 2 timeouts in a row; 3 lose the game." in plain(FACE.table(scene))
