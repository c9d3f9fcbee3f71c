"""The controls of Crapette: a pile to take from, then a target. Some tables show what fits."""

from itertools import islice, product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.moves import Move
from bot.games.crapette.lifting import Put
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.state import NAMES, SOURCES, TARGETS
from bot.rendering import more_menu, pages, panel
from bot.rendering.crapette.piles import pile_top, view_of
from bot.rendering.page import Buttons, Select
from bot.rendering.scene import Scene
from tests.helpers.controls import labels
from tests.rendering.crapette.sessions import FACE, GAMES, diagram, sample, session_of, state_at, walk
from tests.rendering.spoken import do, scenes

SAME = {(name, name) for name in NAMES.values()}
ALL: dict[str, Any] = {"fits_only": "off"}
"""Options that let players try any move."""
FREE: dict[str, Any] = {"R3": "-", "R4": "-"}


def unaided(scene: Scene) -> Scene:
    """Return the scene at a table where players may try any move."""
    return replace(scene, options={**scene.options, "fits-only": "off"})


def filled(scene: Scene) -> tuple[set[str], set[str]]:
    """Return the piles with a card to take, and those that a card could go on."""
    empty = {name for name in NAMES.values() if pile_top(view_of(scene), name) is None}
    loads = {"their-discard", "their-crapaud"}
    return {NAMES[one] for one in SOURCES} - empty, {NAMES[one] for one in TARGETS} - (empty & loads)


def without_cards(legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the legal moves that don't depend on which card fits where."""
    return tuple(move for move in legal if not isinstance(move, MoveCards | Put))


def shown(scene: Scene, form: str | None = None) -> list[str]:
    """Return the labels of a player's page, without those that every page has."""
    return [label for label in labels(pages.hand(scene, form=form)) if label not in ("Hint", "Rules", "More")]


def styles(scene: Scene) -> dict[str, str]:
    rows = [block for block in pages.hand(scene).blocks if isinstance(block, Buttons)]
    return {button.label: button.style for row in rows for button in row.buttons}


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_controls_without_help_reveal_no_fits(seed: int, options: dict[str, Any]) -> None:
    for session in islice(walk(seed, **options, **ALL), 0, None, 5):
        for scene in scenes(session)[1:]:
            offered, blind = FACE.menu_moves(scene), replace(scene, legal=without_cards(scene.legal))
            targets = {(one.source, one.target) for one in offered if isinstance(one, MoveCards)}
            assert offered == FACE.menu_moves(blind)
            assert FACE.quick_moves(scene) == FACE.quick_moves(blind)
            assert targets == (set(product(*filled(scene))) - SAME if targets else set())


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_help_shows_everything_that_fits(seed: int, options: dict[str, Any]) -> None:
    for session in islice(walk(seed, **options, fits_only="on"), 0, None, 3):
        for scene in scenes(session)[1:]:
            fitting = {one for one in scene.legal if isinstance(one, MoveCards | Put)}
            presses = {*FACE.menu_moves(scene), *(quick.move for quick in FACE.quick_moves(scene))}
            assert {one for one in presses if isinstance(one, MoveCards | Put)} == fitting


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_actions_independent_of_cards_are_offered(seed: int, options: dict[str, Any]) -> None:
    told = {"flip", "turn-over", "pass", "undo", "accept-draw", "decline-draw"}
    for session in islice(walk(seed, **options), 0, None, 3):
        for scene in scenes(session)[1:]:
            legal, quick_moves = {one.verb for one in scene.legal}, FACE.quick_moves(scene)
            offered = {one.verb for one in FACE.menu_moves(scene)}
            assert legal & told == {one.verb for one in quick_moves} & told
            assert ("offer-draw" in offered) == ("offer-draw" in legal and "accept-draw" not in legal)
            assert ("resign" in offered) == (session.record.status == "playing")


def test_empty_pile_is_neither_taken_from_nor_loaded() -> None:
    state = state_at({"L1": "9C", "L2": "-"}, discards={"A": ["2S"], "B": []})
    menu = FACE.menu_moves(unaided(session_of(state).scene(0)))
    moves = [one for one in menu if isinstance(one, MoveCards)]

    assert "L2" not in {one.source for one in moves}
    assert "L2" in {one.target for one in moves}
    assert "their-discard" not in {one.target for one in moves}


def test_pile_is_chosen_then_where_its_card_goes() -> None:
    session = session_of(
        state_at({"R4": "8H", "R3": "9S"}, discards={"A": ["2S"], "B": ["9H"]}, finish={"H": [7, 0]})
    )
    scene = session.scene(0)

    assert shown(scene) == ["8♥ from R4", "Lift from your hand (2)"]
    assert shown(scene, "move from:R4") == [
        "R3, on 9♠",
        "Finishing pile, on 7♥",
        "Ben's discard pile, on 9♥",
        "Back",
    ]
    assert "### Move 8♥…" in pages.hand(scene, form="move from:R4").text


def test_many_piles_become_select_with_targets() -> None:
    scene = sample().scene(0)
    [select] = [block for block in pages.hand(scene).blocks if isinstance(block, Select)]

    assert select.label == "Move which card?"
    assert [(one.label, one.hint) for one in select.choices][-1] == (
        "10♥ from discard pile",
        "Can go to L1, Ben's discard pile",
    )
    assert max(len(one.hint or "") for one in select.choices) <= 58


def test_all_piles_with_cards_are_buttons_without_help() -> None:
    scene = unaided(sample().scene(0))

    assert shown(scene) == [
        "J♠ from L1", "6♥ from L2", "9♠ from L3", "K♦ from L4", "Q♦ from R1", "7♣ from R2", "7♠ from R3",
        "8♥ from R4", "5♦ from crapaud", "10♥ from discard pile", "Lift from your hand (20)",
    ]  # fmt: skip
    assert shown(scene, "move from:R4") == [
        "L1, on J♠", "L2, on 6♥", "L3, on 9♠", "L4, on K♦", "R1, on Q♦", "R2, on 7♣", "R3, on 7♠", "Finishing pile",
        "Ben's discard pile, on 9♥", "Ben's crapaud, on 8♠", "Back",
    ]  # fmt: skip
    assert "Only moves that fit" not in pages.hand(scene).text


def test_each_possible_stack_size_has_button() -> None:
    scene = session_of(state_at({"R2": "9C 8H 7C", "R1": "10H", **FREE})).scene(0)

    assert shown(scene, "move from:R2") == [
        "R1, on 10♥ · 3 cards", "R3, empty", "R3 · 8♥ 7♣", "R4, empty", "R4 · 8♥ 7♣", "Back",
    ]  # fmt: skip


def test_stack_size_is_asked_when_buttons_run_out() -> None:
    houses = {"L1": "-", "R3": "-", "R4": "-", "R2": "QS JH 10S 9H 8S 7H 6S 5H"}
    scene = session_of(state_at(houses)).scene(0)

    assert {"L1, empty", "R3, empty", "R4, empty"} <= set(shown(scene, "move from:R2"))
    sizes = ["L1, empty", "L1 · 6♠ 5♥", "L1 · 7♥ 6♠ 5♥"]
    assert shown(scene, "move from:R2 to:L1")[:3] == sizes
    assert "### Also take from R2" in pages.hand(scene, form="move from:R2 to:L1").text


def test_stack_size_without_help_is_no_hint() -> None:
    scene = unaided(session_of(state_at({"R2": "9C 8H 7C", "R3": "-", "R4": "10H"})).scene(0))

    assert "R4, on 10♥" in shown(scene, "move from:R2")
    assert FACE.label(MoveCards("R2", "R3"), scene) == "R3, empty"


def test_lifted_card_has_buttons_for_its_places() -> None:
    scene = session_of(state_at({"L3": "8D", "L2": "8D"}, lifted="7C")).scene(0)

    assert shown(scene) == ["L2, on 8♦", "L3, on 8♦", "Your discard pile: ends your turn"]
    assert styles(scene)["L3, on 8♦"] == "blue"
    assert styles(scene)["Your discard pile: ends your turn"] == "grey"
    assert "### You lifted 7♣. Find it a place." in pages.hand(scene).text
    assert len(shown(unaided(scene))) == 12


def test_a_first_card_finishes_first() -> None:
    assert "Finishing pile, first" in shown(session_of(state_at(lifted="AS")).scene(0))


def test_the_longest_labels_fit_a_phone() -> None:
    scene = replace(sample().scene(0), names=("Annabell", "Benjamin"))

    said = [*shown(scene), *shown(unaided(scene)), *shown(unaided(scene), "move from:my-discard")]
    assert max(map(len, said)) <= 34


def test_nothing_that_fits_leaves_lifting_alone() -> None:
    kings = session_of(state_at(discards={"A": ["2S"], "B": []}, finish={})).scene(0)

    assert "### Nothing fits. Lift a card." in pages.hand(kings).text
    assert shown(kings) == ["Lift from your hand (2)"]


EMPTY_HAND: list[tuple[dict[str, str], dict[str, Any], str, str]] = [
    (
        {},
        {"discards": {"A": ["2S", "4S"], "B": []}},
        "Nothing fits. Turn your discard pile over.",
        "Turn your discard pile over (2)",
    ),
    (
        {"R4": "-"},
        {"discards": {"A": ["2S"], "B": []}},
        "Fill R4 first. Then you can turn your discard pile over.",
        "2♠ from discard pile",
    ),
    ({}, {"discards": {"A": [], "B": []}}, "No hand left: move, or end your turn", "End my turn"),
]


@pytest.mark.parametrize(("houses", "piles", "said", "offered"), EMPTY_HAND)
def test_player_without_hand_is_told_how_to_continue(
    houses: dict[str, str], piles: dict[str, Any], said: str, offered: str
) -> None:
    scene = session_of(state_at(houses, hands={"A": [], "B": ["3D"]}, **piles)).scene(0)

    assert said in pages.hand(scene).text
    assert offered in shown(scene)


def test_taking_back_is_offered_while_it_is_possible() -> None:
    session = do(sample(), "A: move from:R4 to:finish")

    assert styles(session.scene(0))["Take back"] == "grey"
    assert "Take back" not in shown(do(session, "A: undo").scene(0))


def test_a_draw_can_be_answered_by_buttons() -> None:
    session = do(sample(), "B: offer-draw")
    ann, ben = session.scene(0), session.scene(1)

    assert shown(ann)[-3:] == ["Accept the draw", "Decline the draw", "Lift from your hand (20)"]
    assert shown(ben) == []
    assert "### Ben offers a draw\n-# Your next move declines it." in pages.hand(ann).text
    again = do(session, "A: decline-draw", "A: offer-draw").scene(1)
    assert shown(again) == ["Accept the draw", "Decline the draw"]
    assert "### Ann offers a draw\n-# Ann's next move ends the offer." in pages.hand(again).text


def test_rare_actions_are_behind_more() -> None:
    session = sample()

    def behind(seat: int) -> list[str]:
        return labels(more_menu.page(session.scene(seat), FACE, of_hand=True, may_end=True))

    assert behind(0)[:3] == ["Several moves…", "Offer a draw", "Resign…"]
    assert behind(1)[:2] == ["Offer a draw", "Resign…"]
    do(session, "A: flip", "A: offer-draw")
    assert behind(0)[0] == "Resign…"
    assert not {"Offer a draw", "Resign…"} & {
        *labels(more_menu.page(session.scene(0), FACE, of_hand=False, may_end=True))
    }


def test_resigning_is_confirmed_even_out_of_turn() -> None:
    page = pages.hand(sample().scene(1), form="resign")

    assert "### Give this game to Ann?" in page.text
    assert labels(page)[:2] == ["Resign", "Back"]
    assert styles(sample().scene(1)) == {"Rules": "grey", "More": "grey"}


def test_line_can_be_written_while_cards_move() -> None:
    session = sample()

    assert [*FACE.writings(session.scene(0))] == ["line"]
    assert not FACE.writings(session.scene(1))
    assert not FACE.writings(do(session, "A: flip").scene(0))


def test_form_of_line_has_room_for_its_words() -> None:
    writing = FACE.writings(sample().scene(0))["line"]

    assert len(writing.title) <= 45
    assert len(writing.hint) <= 100


@pytest.mark.parametrize(
    ("wanted", "experienced", "fits"),
    [("first-games", False, True), ("first-games", True, False), ("on", True, True), ("off", False, False)],
)
def test_first_games_show_fits_and_table_decides_otherwise(
    wanted: str, experienced: bool, fits: bool
) -> None:
    scene = replace(session_of(diagram()).scene(0), is_experienced=experienced)
    scene = replace(scene, options={**scene.options, "fits-only": wanted})

    assert ("Only moves that fit are shown." in pages.hand(scene).text) == fits


def test_three_presses_make_move_from_table_on() -> None:
    scene = sample().scene(0)
    [choose] = [block for block in panel.home(scene, FACE) if isinstance(block, Select)]
    form = choose.action.act.removeprefix("form ").replace("*", choose.choices[0].value)

    acts = [
        button.action.act
        for block in panel.form_controls(scene, FACE, form)
        if isinstance(block, Buttons)
        for button in block.buttons
    ]

    assert acts
    assert all(act.startswith("move ") or act == "home" for act in acts)
