"""The table of Crapette, drawn, described and written from the same plan."""

from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards import RANKS, SUITS
from bot.engine.view import BACK as COVERED
from bot.engine.view import backs
from bot.games.crapette import GAME
from bot.games.crapette.cards import COURTS
from bot.games.crapette.state import HOUSES
from bot.rendering import pages
from bot.rendering.art.plan import BACK, CardPile, DuelPlan, Side
from bot.rendering.art.spoken import description
from bot.rendering.crapette.board import board_of_moves, table_plan
from bot.rendering.crapette.piles import view_of
from bot.rendering.page import Picture
from bot.rendering.scene import Scene
from tests.rendering.art.games import scene_at
from tests.rendering.crapette.sessions import DIAGRAM, FACE, sample, session_of, state_at
from tests.rendering.spoken import do

EMPTY: Any = {"A": [], "B": []}
POSITION = {
    "turn": "B",
    "lifted": "7C",
    "houses": {"L1": ["QH", "JS"], "R4": ["8H"]},
    "finish": {"S": [8, 0], "H": [12, 7]},
    "hands": {"A": ["2C", "3C"], "B": []},
    "discards": {"A": ["9H", "4D"], "B": []},
    "crapauds": {"A": ["8S"], "B": ["5D", "6D"]},
}
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
DISCARDED: dict[str, Any] = {"discards": {"A": [], "B": ["5C"]}}


def block(scene: Scene) -> str:
    """Return the block of piles in the text of a table."""
    return FACE.table(scene).split("```")[1].strip("\n")


def test_sample_table_of_rules_comes_out_exactly() -> None:
    assert block(sample().scene(None)) == BLOCK
    assert f"```\n{BLOCK}\n```" in pages.table(sample().scene(None)).text


def test_lifted_card_and_second_finishing_piles_are_shown() -> None:
    state = state_at({"R3": "-", "R4": "-"}, lifted="2D", finish={"S": [12, 1], "H": [1, 1]}, **DISCARDED)

    lines = block(session_of(state).scene(None)).splitlines()

    assert lines[9:] == [
        "R4 -",
        "Finish  ♠ Q A  ♥ A A  ♦ - -  ♣ - -",
        "Ann  hand 2 · discard - (0) · crapaud 2♥ (2)",
        "Lifted: 2♦ · empty houses: 2",
    ]


def test_finishing_piles_follow_the_court_order() -> None:
    state = state_at(options={"court-order": "KJQ"}, finish={"S": [12, 11]}, **DISCARDED)

    assert "♠ J Q" in block(session_of(state).scene(None))


def test_the_longest_table_stays_short() -> None:
    scene = replace(sample().scene(None), names=("W" * 40, "M" * 40))
    longest = [rank + suit for rank, suit in zip(reversed(RANKS), cycle("DS"), strict=False)]
    large = (COVERED,) * 103 + ("10H",)
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
    ({"idle_turns": 100}, "No progress for 100 turns: 120 make a draw."),
    ({"idle_turns": 110, "progress": 1}, "No progress for 110 turns before this one: 120 make a draw."),
    ({"timeouts": {"B": 2}}, "Ben ran out of time in 2 turns in a row: after three, the game is lost."),
    ({"timeouts": {"A": 1}}, "Ann ran out of time in one turn: after three in a row, the game is lost."),
    ({"house_moves": 40}, "40 of 60 moves from house to house in a row."),
    ({"undo_used": 15}, "15 of 20 moves taken back this turn."),
]
QUIET: list[dict[str, Any]] = [{"idle_turns": 99}, {"house_moves": 39}, {"undo_used": 14}]


@pytest.mark.parametrize(("fields", "said"), NOTICED)
def test_a_limit_is_told_when_it_comes_near(fields: dict[str, Any], said: str) -> None:
    assert FACE.table(session_of(state_at(**fields)).scene(None)).endswith(f"```\n{said}")


@pytest.mark.parametrize("fields", QUIET)
def test_a_limit_far_away_is_not_told(fields: dict[str, Any]) -> None:
    assert FACE.table(session_of(state_at(**fields)).scene(None)).endswith("```")


def test_once_a_turn_actions_are_told_when_done() -> None:
    session = do(sample(), "A: move from:R4 to:finish", "B: offer-draw", "A: decline-draw")

    assert FACE.table(session.scene(None)).endswith(
        "```\nBen offered a draw this turn.\nOne move can be taken back."
    )


def test_paused_chess_clock_is_told_by_table() -> None:
    state = state_at(options={"clock-minutes": 15}, used={"A": 100, "B": 61})
    waiting = replace(session_of(state).scene(None), deadline=None)

    assert "Time left: Ann 13:20 and Ben 13:59." in FACE.table(waiting)
    assert "Time left" not in FACE.table(session_of(state).scene(None))


def test_notices_are_described_too() -> None:
    session = do(sample(), "A: move from:R4 to:finish", "B: offer-draw", "A: decline-draw")

    assert description(table_plan(session.scene(None))).splitlines()[5:] == [
        "Ben offered a draw this turn. One move can be taken back."
    ]


def test_cards_that_were_left_are_written_and_described() -> None:
    session = do(session_of(state_at(hands={"A": ["7C", "8C"], "B": ["3D"]}, discards=EMPTY)), "A: resign")
    scene = session.scene(None)
    *_, ann, ben = FACE.table(scene).splitlines()

    assert (ann, ben) == (
        "Ann still had: hand 7♣ 8♣, crapaud 9♥ 2♥.",
        "Ben still had: hand 3♦, crapaud Q♦ 6♦.",
    )
    assert description(table_plan(scene)).endswith(f"\n{ann} {ben}")


def test_picture_has_all_piles_and_lifted_card() -> None:
    plan = table_plan(scene_at(GAME, 2, POSITION))

    assert {house.name: house.cards for house in plan.houses if house.cards} == {
        "L1": ("QH", "JS"),
        "R4": ("8H",),
    }
    assert len(plan.houses) == len(plan.finish) == 8
    assert [top for _, top in plan.finish] == ["8S", None, "QH", "7H", None, None, None, None]
    assert plan.far == Side(
        "Ben", 2, "B", "3 left", (CardPile("Hand", "7C", 1), CardPile("Discard pile", None, 0), CardPile("Crapaud", "6D", 2)),
        acts=True, newest="Hand", called="Ben",
    )  # fmt: skip
    assert plan.near.piles == (
        CardPile("Hand", BACK, 2),
        CardPile("Discard pile", "4D", 2),
        CardPile("Crapaud", "8S", 1),
    )


def test_finishing_piles_follow_face_card_order_in_play() -> None:
    plan = table_plan(scene_at(GAME, 2, {**POSITION, "houses": {}}, court_order="KJQ"))

    assert plan.finish[2] == ("H", "JH")


@pytest.mark.parametrize(
    ("commands", "line"),
    [
        (["A: move from:R4 to:their-discard"], "Ben has 33 cards left now"),
        (["A: move from:R4 to:L3"], ""),
        (["A: move from:R4 to:L3", "A: move from:R2 to:R4", "A: move from:R4 to:R2"], "3 moves this turn"),
    ],
)
def test_remarkable_move_has_an_outcome(commands: list[str], line: str) -> None:
    assert table_plan(do(session_of(DIAGRAM), *commands).scene(None)).line == line


def test_moves_of_a_turn_are_numbered_in_place() -> None:
    commands = "A: move from:L1 to:R1", "A: move from:R4 to:their-discard"
    plan = table_plan(do(session_of(DIAGRAM), *commands).scene(None))

    assert plan.chain == ((1, "R1", "JS"), (2, "far Discard pile", "8H"))
    assert "Moved this turn: J♠ 8♥." in description(plan)


NEWEST: list[tuple[list[str], tuple[Any, ...]]] = [
    (["A: move from:R4 to:L3"], ("8H", "L3", None, "", "")),
    (["A: move from:R4 to:finish"], ("8H", "", 2, "", "")),
    (["A: move from:R4 to:their-discard"], ("8H", "", None, "", "Discard pile")),
    (["A: move from:R4 to:L3", "A: undo"], (None, "", None, "", "")),
    (["A: flip"], (None, "", None, "Hand", "")),
    (["A: flip", "A: put to:my-discard"], ("3C", "", None, "Discard pile", "")),
]


@pytest.mark.parametrize(("commands", "marked"), NEWEST)
def test_the_card_that_was_moved_last_is_marked(commands: list[str], marked: tuple[Any, ...]) -> None:
    plan = table_plan(do(session_of(DIAGRAM), *commands).scene(None))

    assert (plan.newest, plan.newest_at, plan.newest_finish, plan.near.newest, plan.far.newest) == marked


def test_second_of_equal_finishing_piles_was_last() -> None:
    session = do(
        session_of(
            state_at({"R4": "8C"}, finish={"C": [8, 7]}, hands={"A": ["5H"], "B": ["3D"]}, discards=EMPTY)
        ),
        "A: move from:R4 to:finish",
    )

    assert table_plan(session.scene(None)).newest_finish == 7


def test_my_moves_shows_the_table() -> None:
    scene = replace(session_of(DIAGRAM).scene(0), pictures=True)
    [mine] = [block for block in pages.hand(scene).blocks if isinstance(block, Picture)]
    [table] = [block for block in pages.table(scene).blocks if isinstance(block, Picture)]

    assert mine.alt.replace(" Can be moved: Discard pile, L1, L2, L3, R2, R3, R4.", "") == table.alt
    assert mine.png != table.png


def test_movable_cards_are_marked_for_the_mover() -> None:
    session = session_of(DIAGRAM)
    plan = board_of_moves(session.scene(0))

    assert [house.name for house in plan.houses if house.movable] == ["L1", "L2", "L3", "R2", "R3", "R4"]
    assert plan.near.movable == ("Discard pile",)
    assert board_of_moves(session.scene(1)) == table_plan(session.scene(None))
    unaided = replace(session.scene(0), is_experienced=True)
    assert board_of_moves(unaided) == table_plan(session.scene(None))


def test_card_for_an_empty_house_alone_is_unmarked() -> None:
    houses = {"L1": "8D", "L2": "7S", "L3": "KS", "L4": "-"}
    plan = board_of_moves(session_of(state_at(houses, **DISCARDED)).scene(0))

    assert [house.name for house in plan.houses[:4] if house.movable] == ["L2"]


def test_own_moves_are_not_numbered_for_their_player() -> None:
    session = do(session_of(DIAGRAM), "A: move from:L1 to:R1", "A: move from:R4 to:their-discard")
    mine, theirs = (board_of_moves(session.scene(seat)) for seat in (0, 1))

    assert mine.chain == ()
    assert [number for number, _, _ in theirs.chain] == [1, 2]


def rimmed(plan: DuelPlan) -> tuple[list[str], tuple[int, ...], tuple[str, ...]]:
    """Return the houses, finishing piles and piles of the far side that are shown as targets."""
    return [house.name for house in plan.houses if house.target], plan.finish_targets, plan.far.targets


def raised(plan: DuelPlan) -> list[str]:
    """Return the piles whose top card is raised."""
    sides = (plan.far.raised, plan.near.raised)
    return [*filter(None, sides), *(house.name for house in plan.houses if house.raised)]


def test_chosen_card_is_raised_with_rimmed_targets() -> None:
    scene = session_of(DIAGRAM).scene(0)
    plan = board_of_moves(scene, "move from:R4")

    assert raised(plan) == ["R4"]
    assert rimmed(plan) == (["L3"], (2,), ("Discard pile",))
    assert not any(house.movable for house in plan.houses)
    assert rimmed(board_of_moves(scene, "move from:R4 to:L3")) == (["L3"], (), ())
    assert raised(board_of_moves(scene, "move from:my-discard")) == ["Discard pile"]
    assert "Chosen: 8♥. Can go to L3, Finishing pile, Ben's Discard pile." in description(plan)


@pytest.mark.parametrize("pile", ["my-discard", "my-crapaud", "L1", "R4"])
def test_picture_without_help_shows_choice_but_no_fits(pile: str) -> None:
    scene = replace(session_of(DIAGRAM).scene(0), is_experienced=True)
    plan = board_of_moves(scene, f"move from:{pile}")

    assert len(raised(plan)) == 1
    assert rimmed(plan) == ([], (), ())
    assert "Chosen: " in description(plan)
    assert "Can go to" not in description(plan)
    assert board_of_moves(replace(scene, legal=()), f"move from:{pile}") == plan


def test_lifted_card_is_raised_with_its_fits() -> None:
    houses = {"L1": "8D", "L2": "8S", "L3": "KS", "L4": "-"}
    session = session_of(state_at(houses, hands={"A": ["7C"], "B": ["3D"]}, discards=EMPTY))
    do(session, "A: flip")
    plan, public = board_of_moves(session.scene(0)), table_plan(session.scene(None))

    assert raised(plan) == ["Hand"]
    assert rimmed(plan) == (["L1", "L4"], (), ())
    assert raised(public) == []
    assert board_of_moves(session.scene(1)) == public


def test_last_move_is_unmarked_while_choosing() -> None:
    scene = do(session_of(DIAGRAM), "A: move from:R4 to:L3").scene(0)

    assert table_plan(scene).newest_at == "L3"
    plan = board_of_moves(scene, "move from:L1")
    assert (plan.newest, plan.newest_at, plan.near.newest, plan.far.newest) == (None, "", "", "")


@pytest.mark.parametrize(
    ("card", "heights", "rims"), [("8C", [7, 7], (6, 7)), ("8C", [7, 2], (6,)), ("AC", [3, 0], (7,))]
)
def test_finishing_piles_that_card_goes_on_are_rimmed(
    card: str, heights: list[int], rims: tuple[int, ...]
) -> None:
    state = state_at({"R4": card}, finish={"C": heights}, hands={"A": ["5H"], "B": ["3D"]}, discards=EMPTY)

    assert board_of_moves(session_of(state).scene(0), "move from:R4").finish_targets == rims


def test_form_without_card_choice_changes_nothing() -> None:
    scene = session_of(DIAGRAM).scene(0)

    for form in ("resign", "move", "move from:L9", "move from:finish", "resign from"):
        assert board_of_moves(scene, form) == board_of_moves(scene)
    assert board_of_moves(session_of(DIAGRAM).scene(1), "move from:R4") == table_plan(scene)


def test_the_page_of_targets_shows_the_chosen_card() -> None:
    scene = replace(session_of(DIAGRAM).scene(0), pictures=True)
    [before] = [block for block in pages.hand(scene).blocks if isinstance(block, Picture)]
    [after] = [block for block in pages.hand(scene, "move from:R4").blocks if isinstance(block, Picture)]

    assert "Chosen: 8♥." in after.alt
    assert before.png != after.png
