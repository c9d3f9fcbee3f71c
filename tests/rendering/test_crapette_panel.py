"""The controls of Crapette: the same choices in every position."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.crapette import GAME
from bot.games.crapette.carrying import MoveCards
from bot.games.crapette.table import NAMES, SOURCES, TARGETS
from bot.rendering import pages
from bot.rendering.crapette.piles import sheet_of
from bot.rendering.faces import FACES
from bot.rendering.page import Buttons, Select
from bot.rendering.scene import Scene
from tests.games.crapette.play import table
from tests.rendering.crapette_table import (
    FACE,
    do,
    plain,
    sample,
    scenes,
    session_of,
    walk,
)

GAMES: list[tuple[int, dict[str, Any]]] = [
    (1, {"no_progress_turns": 60}),
    (2, {"no_progress_turns": 60, "court_order": "KJQ", "undo": False}),
    (3, {"clock_minutes": 120, "repetition": 2}),
]
"""Random games: the seed and the options of each."""


@pytest.fixture(autouse=True)
def _has_its_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FACES, GAME.id, FACE)


def labels(scene: Scene, form: str | None = None) -> list[str]:
    """The labels of the buttons and of the entries of selects on a player's page."""
    found: list[str] = []
    for shown in pages.hand(scene, form=form).blocks:
        if isinstance(shown, Buttons):
            found += [button.label for button in shown.buttons]
        elif isinstance(shown, Select):
            found += [entry.label for entry in shown.choices]
    return found


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_the_controls_do_not_tell_what_is_legal(seed: int, options: dict[str, Any]) -> None:
    for session in walk(seed, **options):
        state, (_, ann, ben) = session.state, scenes(session)
        if state.end is not None:
            continue
        mover, other = (ann, ben) if state.turn == 0 else (ben, ann)
        verbs = {one.verb for one in FACE.offered(mover)}
        cards = {"put"} if state.lifted else {"move", "flip", "turn-over", "undo", "pass"}
        assert verbs - {"offer-draw", "accept-draw", "decline-draw"} == cards
        assert {one.verb for one in FACE.offered(other)} <= {"offer-draw", "accept-draw", "decline-draw"}
        assert FACE.offered(mover) == FACE.offered(replace(mover, legal=()))


def test_every_pair_of_piles_can_be_chosen() -> None:
    moves = [one for one in FACE.offered(sample().scene(0)) if isinstance(one, MoveCards)]

    pairs = {(NAMES[source], NAMES[target]) for source in SOURCES for target in TARGETS if source != target}
    assert {(one.source, one.target) for one in moves} == pairs
    assert len(moves) == len(pairs) == 102


def test_what_the_panel_lacks_is_only_the_number_of_cards() -> None:
    for session in walk(5, no_progress_turns=60):
        for scene in scenes(session)[1:]:
            counted = [one for one in scene.legal if isinstance(one, MoveCards) and one.count]
            answering = {"offer-draw"} if session.state.offer == 1 - (scene.viewer or 0) else set()
            free = [one for one in scene.legal if one not in counted and one.verb not in answering]
            assert set(free) <= set(FACE.offered(scene))


def test_a_move_is_chosen_by_where_it_comes_from_and_where_it_goes() -> None:
    scene = sample().scene(0)

    assert labels(scene) == [
        "Move a card …", "Lift a hand card", "Turn my pile over", "Take a move back", "Pass", "Offer a draw",
    ]  # fmt: skip
    assert labels(scene, "move") == [
        "10♥ from my discard pile", "5♦ from my crapaud", "J♠ from L1", "6♥ from L2", "9♠ from L3",
        "K♦ from L4", "Q♦ from R1", "7♣ from R2", "7♠ from R3", "8♥ from R4", "Back",
    ]  # fmt: skip
    assert labels(scene, "move from:R4") == [
        "8♥ from R4 → finish", "8♥ from R4 → their discard pile (9♥)", "8♥ from R4 → their crapaud (8♠)",
        "8♥ from R4 → L1 (J♠)", "8♥ from R4 → L2 (6♥)", "8♥ from R4 → L3 (9♠)", "8♥ from R4 → L4 (K♦)",
        "8♥ from R4 → R1 (Q♦)", "8♥ from R4 → R2 (7♣)", "8♥ from R4 → R3 (7♠)", "Back",
    ]  # fmt: skip


def test_a_stack_is_named_whole_so_that_its_size_is_no_hint() -> None:
    scene = session_of(table({"R2": "9C 8H 7C", "R3": "-", "R4": "10H"})).scene(0)

    assert FACE.label(MoveCards("R2", "R4"), scene) == "R2 (9♣ 8♥ 7♣) → R4 (10♥)"
    assert FACE.label(MoveCards("R2", "R3"), scene) == "7♣ from R2 → R3 (empty)"
    assert FACE.label(MoveCards("R3", "R4"), scene) == "R3 (empty) → R4 (10♥)"


def test_the_entries_of_the_panel_are_moves() -> None:
    session = sample()
    [where] = [
        one for one in pages.hand(session.scene(0), form="move from:R4").blocks if isinstance(one, Select)
    ]
    lifted = do(session, f"A: {where.choices[0].value}", "A: flip")
    [put] = [one for one in pages.hand(lifted.scene(0)).blocks if isinstance(one, Select)]

    assert sheet_of(lifted.scene(0)).finish["H"] == [8, 0]
    assert [entry.label for entry in put.choices][:2] == [
        "3♣ → my discard pile, which ends the turn",
        "3♣ → finish",
    ]
    assert do(lifted, f"A: {put.choices[0].value}").state.turn == 1


def test_a_draw_can_be_answered_by_buttons() -> None:
    session = do(sample(), "B: offer-draw")
    ann, ben = session.scene(0), session.scene(1)

    assert labels(ann)[-2:] == ["Accept the draw", "Decline the draw"]
    assert labels(ben) == ["Offer a draw"]
    assert "@B **offers a draw**; the next move cancels the offer." in plain(FACE.table(ben))
    assert plain(FACE.awaits(ben)) == "It is @A's turn. @A may accept or decline the draw."
    assert plain(FACE.asked(ann)).endswith("@B offers a draw: accept, decline or let it pass.")
    assert labels(do(session, "A: decline-draw", "A: offer-draw").scene(1)) == [
        "Accept the draw",
        "Decline the draw",
    ]
    assert plain(FACE.asked(session.scene(1))) == "@A offers a draw: accept, decline or let it pass."
