"""The controls of Crapette: what they offer in every position, and that they never say which card fits."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.moves import Move
from bot.games.crapette.lifting import Put
from bot.games.crapette.moving import MoveCards
from bot.games.crapette.state import NAMES, SOURCES, TARGETS
from bot.rendering import pages
from bot.rendering.crapette.piles import pile_top
from bot.rendering.crapette.table import sheet_of
from bot.rendering.page import Select
from bot.rendering.scene import Scene
from tests.helpers.controls import labels
from tests.rendering.crapette.sessions import FACE, GAMES, plain, sample, session_of, state_at, walk
from tests.rendering.spoken import do, scenes

SAME = {(name, name) for name in NAMES.values()}


def filled(scene: Scene) -> tuple[set[str], set[str]]:
    """The piles with a card to take, and those that could take one."""
    empty = {name for name in NAMES.values() if pile_top(sheet_of(scene), name) is None}
    loads = {"their-discard", "their-crapaud"}
    return {NAMES[one] for one in SOURCES} - empty, {NAMES[one] for one in TARGETS} - (empty & loads)


def without_cards(legal: tuple[Move, ...]) -> tuple[Move, ...]:
    """The legal moves that do not depend on which card fits where."""
    return tuple(move for move in legal if not isinstance(move, MoveCards | Put))


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_the_controls_do_not_tell_which_card_fits(seed: int, options: dict[str, Any]) -> None:
    for session in walk(seed, **options):
        for scene in scenes(session)[1:]:
            offered = FACE.offered(scene)
            targets = {(one.source, one.target) for one in offered if isinstance(one, MoveCards)}
            assert offered == FACE.offered(replace(scene, legal=without_cards(scene.legal)))
            assert targets == (set(product(*filled(scene))) - SAME if targets else set())


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_what_does_not_depend_on_the_cards_is_offered_when_it_may_be_done(
    seed: int, options: dict[str, Any]
) -> None:
    told = {"flip", "turn-over", "pass", "undo", "accept-draw", "decline-draw"}
    for session in walk(seed, **options):
        for scene in scenes(session)[1:]:
            legal, offered = ({one.verb for one in some} for some in (scene.legal, FACE.offered(scene)))
            assert legal & told == offered & told
            assert ("offer-draw" in offered) == ("offer-draw" in legal and "accept-draw" not in legal)
            assert ("resign" in offered) == (session.record.status == "playing")


def test_an_empty_pile_is_neither_taken_from_nor_loaded() -> None:
    scene = session_of(state_at({"L1": "9C", "L2": "-"}, discards={"A": ["2S"], "B": []})).scene(0)
    moves = [one for one in FACE.offered(scene) if isinstance(one, MoveCards)]

    assert "L2" not in {one.source for one in moves}
    assert "L2" in {one.target for one in moves}
    assert "their-discard" not in {one.target for one in moves}


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

    assert labels(pages.hand(scene)) == [
        "Move a card …", "Lift a hand card", "Offer a draw", "Make several moves …", "Resign …",
    ]  # fmt: skip
    assert labels(pages.hand(scene, form="move")) == [
        "10♥ from my discard pile", "5♦ from my crapaud", "J♠ from L1", "6♥ from L2", "9♠ from L3",
        "K♦ from L4", "Q♦ from R1", "7♣ from R2", "7♠ from R3", "8♥ from R4", "Back",
    ]  # fmt: skip
    assert labels(pages.hand(scene, form="move from:R4")) == [
        "8♥ from R4 → finish", "8♥ from R4 → their discard pile (9♥)", "8♥ from R4 → their crapaud (8♠)",
        "8♥ from R4 → L1 (J♠)", "8♥ from R4 → L2 (6♥)", "8♥ from R4 → L3 (9♠)", "8♥ from R4 → L4 (K♦)",
        "8♥ from R4 → R1 (Q♦)", "8♥ from R4 → R2 (7♣)", "8♥ from R4 → R3 (7♠)", "Back",
    ]  # fmt: skip


def test_a_stack_is_named_whole_so_that_its_size_is_no_hint() -> None:
    scene = session_of(state_at({"R2": "9C 8H 7C", "R3": "-", "R4": "10H"})).scene(0)

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

    assert labels(pages.hand(ann))[2:4] == ["Accept the draw", "Decline the draw"]
    assert labels(pages.hand(ben)) == ["Resign …"]
    assert "@B **offers a draw**; the next move cancels the offer." in plain(FACE.table(ben))
    assert plain(FACE.awaits(ben)) == "It is @A's turn. @A may accept or decline the draw."
    assert plain(FACE.asked(ann)).endswith("@B offers a draw: accept, decline or let it pass.")
    assert labels(pages.hand(do(session, "A: decline-draw", "A: offer-draw").scene(1)))[:2] == [
        "Accept the draw",
        "Decline the draw",
    ]
    assert plain(FACE.asked(session.scene(1))) == "@A offers a draw: accept, decline or let it pass."


def test_resigning_is_asked_about_first() -> None:
    scene = sample().scene(1)
    page = pages.hand(scene, form="resign")

    assert labels(pages.hand(scene))[-1] == "Resign …"
    assert labels(pages.hand(scene, form="resign")) == ["Resign", "Back"]
    assert "Give this game up? Your opponent wins it." in page.text


def test_a_line_can_be_written_while_cards_may_be_moved() -> None:
    session = sample()

    assert [*FACE.writings(session.scene(0))] == ["line"]
    assert not FACE.writings(session.scene(1))
    assert not FACE.writings(do(session, "A: flip").scene(0))


def test_the_form_of_a_line_has_room_for_its_words() -> None:
    writing = FACE.writings(sample().scene(0))["line"]

    assert len(writing.title) <= 45
    assert len(writing.hint) <= 100
    assert FACE.verbs["line"] == "Make several moves"
