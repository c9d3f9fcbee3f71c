"""The table of Crapette as text, what silence does, and the clock."""

from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import RANKS, SUITS
from bot.engine.view import BACK, backs
from bot.games.crapette.cards import COURTS
from bot.games.crapette.state import HOUSES
from bot.rendering import pages
from bot.rendering.crapette.piles import view_of
from bot.rendering.crapette.table import block
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
    large = (BACK,) * 103 + ("10H",)
    finished = [
        COURTS[view_of(scene).options.court_order].suit_pile(suit, 10) for suit in SUITS for _ in range(2)
    ]
    view = replace(
        view_of(scene),
        turn_number=79_600,
        piles=(*[tuple(longest)] * len(HOUSES), *[large] * 4, *[backs(range(104))] * 2, *finished),
        lifted="10H",
    )

    text = FACE.table(replace(scene, view=view))

    assert len(text) < 700
    assert max(len(line) for line in text.splitlines() if line[:2] in HOUSES) == 42


@pytest.mark.parametrize(
    ("name", "shown"),
    [("```\n# Ann", "''' # Ann"), ("\u202eAnn\u200b", "Ann"), ("", "Seat 1"), ("<@1> **x**", "<@1> **x**")],
)
def test_no_name_can_break_the_block(name: str, shown: str) -> None:
    scene = replace(sample().scene(None), names=(name, "Ben"))

    assert block(scene) == BLOCK.replace("Ann", shown)


NOTICED: list[tuple[dict[str, Any], str]] = [
    ({"idle_turns": 100}, "No progress for 100 turns; 120 are a draw."),
    ({"idle_turns": 110, "progress": 1}, "No progress for 110 turns, until this one; 120 are a draw."),
    ({"timeouts": {"B": 2}}, "Ben ran out of time in 2 turns in a row; three lose the game."),
    ({"timeouts": {"A": 1}}, "Ann ran out of time in one turn; three in a row lose the game."),
    ({"house_moves": 40}, "40 of 60 moves from house to house in a row."),
    ({"undo_used": 15}, "15 of 20 moves taken back in this turn."),
]
QUIET: list[dict[str, Any]] = [{"idle_turns": 99}, {"house_moves": 39}, {"undo_used": 14}]


@pytest.mark.parametrize(("fields", "said"), NOTICED)
def test_a_limit_is_told_when_it_comes_near(fields: dict[str, Any], said: str) -> None:
    assert FACE.table(session_of(state_at(**fields)).scene(None)).endswith(f"```\n{said}")


@pytest.mark.parametrize("fields", QUIET)
def test_a_limit_far_away_is_not_told(fields: dict[str, Any]) -> None:
    assert FACE.table(session_of(state_at(**fields)).scene(None)).endswith("```")


def test_what_was_done_in_this_turn_and_can_be_done_once_is_told() -> None:
    session = do(sample(), "A: move from:R4 to:finish", "B: offer-draw", "A: decline-draw")

    assert FACE.table(session.scene(None)).endswith(
        "```\nBen offered a draw in this turn.\nOne move can be taken back."
    )


SILENCES: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {}, "@A, your turn. Next card lifted and discarded {time}."),
    ({"lifted": "9C"}, {}, "@A lifted 9♣. Discarded {time}."),
    ({"timeouts": {"A": 2}}, {}, "@A, your turn. Ann loses {time}, the third time in a row."),
    ({"hands": {"A": [], "B": ["3D"]}}, {}, "@A, your turn. Discard turned over, its first card discarded {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, "discards": {"A": ["2S", "4S"], "B": []}}, {"R4": "-"},
     "@A, your turn. Empty houses filled, then a card discarded {time}."),
    ({"hands": {"A": [], "B": ["3D"]}}, {"R4": "-"}, "@A, your turn. Discard laid into the empty houses {time}."),
    ({"hands": {"A": [], "B": ["3D"]}, **EMPTY}, {}, "@A, your turn. Turn ended {time}."),
    ({"options": {"clock-minutes": 15}, "used": {"B": 61}}, {}, "@A, your turn. Ann loses {time}. Ben has 13:59 left."),
    ({"offer": "B"}, {}, "@A, your turn.\nBen offers a draw.\n-# Next card lifted and discarded {time}."),
    ({"offer": "A"}, {}, "@A, your turn.\n@B, Ann offers a draw.\n-# Next card lifted and discarded {time}."),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "houses", "said"), SILENCES)
def test_the_table_says_who_must_act_and_what_silence_does(fields: Any, houses: Any, said: str) -> None:
    scene = session_of(state_at(houses, **fields)).scene(None)

    assert plain(pages.next_line(scene, FACE)) == said.format(time=f"<t:{int(NOW) + 3600}:R>")


def test_players_read_of_their_own_silence_in_the_second_person() -> None:
    clocked = session_of(state_at(options={"clock-minutes": 15}, used={"B": 61}))
    time = f"<t:{int(NOW) + 3600}:R>"

    assert f"-# You lose {time}. Ben has 13:59 left." in pages.hand(clocked.scene(0)).text
    third = session_of(state_at(timeouts={"A": 2})).scene(0)
    assert f"-# You lose {time}, for the third time in a row." in pages.hand(third).text


def test_a_chess_clock_that_stands_still_is_told_by_the_table() -> None:
    state = state_at(options={"clock-minutes": 15}, used={"A": 100, "B": 61})
    waiting = replace(session_of(state).scene(None), deadline=None)

    assert "Time left: Ann 13:20 and Ben 13:59." in FACE.table(waiting)
    assert "Time left" not in FACE.table(session_of(state).scene(None))
