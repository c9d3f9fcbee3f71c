"""What people press in Crazy Rummy, and what they are asked."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards import in_order, without
from bot.engine.chance import SeededChance
from bot.engine.draft import Step
from bot.engine.moves import Leave
from bot.engine.notation import parse_move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import full_packs
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.rendering import pages
from bot.rendering.page import Buttons, Page
from bot.rendering.panel import chosen_cards
from bot.rendering.scene import Scene
from tests.games.crazy_rummy.positions import at
from tests.helpers.controls import page_fault
from tests.helpers.records import MAX_ID
from tests.rendering.crazy_rummy.sessions import (
    FACE,
    SHORT,
    TABLES,
    scene_of,
    session_of,
    walk,
    with_letters,
)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_every_page_of_a_game_keeps_discords_limits(seats: int, seed: int) -> None:
    for turn, session in enumerate(walk(seats, seed, leaving=0.002, **SHORT)):
        mover = session.state.turn
        viewers = {turn % seats, mover} - {None}
        shown = [pages.table(session.scene(None)), *(pages.hand(session.scene(viewer)) for viewer in viewers)]
        if mover is not None:
            shown += forms(session.scene(mover))
        for page in shown:
            assert page_fault(page) is None


def forms(scene: Scene) -> Iterator[Page]:
    """The pages that lead on from a hand: each verb's form, and choices half made."""
    for verb in {move.verb for move in scene.legal}:
        yield pages.hand(scene, form=verb, note="Something was refused.")
    for verb, pick in FACE.picks(scene).items():
        for chosen in (1, len(pick.cards)):
            yield pages.picking(scene, verb, (1 << chosen) - 1)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_whatever_is_offered_is_labelled_apart_and_accepted(seats: int, seed: int) -> None:
    for session in walk(seats, seed, **SHORT):
        state = session.state
        if state.turn is None:
            continue
        scene = session.scene(state.turn)
        labels = [FACE.label(move, scene) for move in scene.legal]
        assert len(set(labels)) == len(labels)
        for move in FACE.table_moves(scene):
            assert move in scene.legal
        for verb, pick in FACE.picks(scene).items():
            for move in scene.legal:
                if isinstance(move, Meld | Feed) and move.verb == verb:
                    picked = parse_move(GAME, f"{verb} cards:{','.join(picked_for(pick, move))}", seats)
                    assert isinstance(GAME.apply(state, state.turn, picked, SeededChance(b"any")), Step)


def picked_for(pick: Any, move: Meld | Feed) -> tuple[str, ...]:
    """The cards of a move, chosen one by one from a pick as the controls do it."""
    left, mask = list(in_order(pick.cards)), 0
    places = list(range(len(left)))
    for card in move.cards.split(","):
        place = left.index(card)
        mask |= 1 << places.pop(place)
        left.pop(place)
    return chosen_cards(pick, mask)


def test_labels_say_what_a_move_does() -> None:
    state = at("JS JH 6S 4C / KS", sets={"B": [["JC", "JD", "6D"]]}).state
    labels = [FACE.label(move, scene_of(state, 0)) for move in scene_of(state, 0).legal]

    assert labels[0] == "Lay J ♥♠ +★♠ (120 points)"
    assert "Feed J ♥♠ (20 points)" in labels
    assert labels[-1] == "Discard ★ 6♠ (100 points)"
    assert FACE.label(Leave(), scene_of(state, 0)) == "Leave"


def test_the_longest_label_is_cut_to_what_a_button_holds() -> None:
    hand, laid = " ".join(["JS", "3C"] * 40), {"B": [["JC"] * 3, ["3D"] * 3]}
    scene = scene_of(at(f"{hand} / KS", packs=40, sets=laid).state, 0)

    assert max(len(FACE.label(move, scene)) for move in scene.legal) == 80


def test_a_draw_is_offered_under_the_table_as_long_as_it_is_possible() -> None:
    def offered(**position: Any) -> list[str]:
        page = pages.table(scene_of(at("4C / KS", phase="draw", **position).state))
        return [b.label for row in page.blocks if isinstance(row, Buttons) for b in row.buttons][:2]

    assert offered() == ["Draw from the stock (4)", "Take 5♠ from the discard pile"]
    assert offered(lock_count=4) == ["Draw from the stock (4)", "My hand"]
    assert offered(discard="") == ["Draw from the stock (4)", "My hand"]


def test_only_cards_that_can_be_part_of_a_set_are_offered_for_one() -> None:
    picks = FACE.picks(scene_of(at("JS JH 6S 4C 9C / KS", sets={"A": [["5S", "5H", "5D"]]}).state, 0))

    assert list(picks) == ["meld"]
    assert picks["meld"].cards == ("JS", "JH", "6S")
    assert (picks["meld"].least, picks["meld"].most) == (3, 3)


def test_nobody_picks_out_of_turn() -> None:
    state = at("4C / JS JH JD").state

    assert FACE.picks(scene_of(state, 1)) == {}
    assert FACE.picks(scene_of(state)) == {}


def test_twelve_of_sixty_cards_can_be_picked() -> None:
    cards = full_packs(6)
    hand, rest = cards[::4][:60], without(cards, cards[::4][:60])
    position = {"phase": "play", "turn": "A", "wild": "6", "hands": {"A": list(hand)}, "stock": list(rest)}
    state = GAME.load(position, 2, CrazyRummyOptions(packs=6))
    scene = session_of(2, state, revision=MAX_ID).scene(0)
    twelve = sum(1 << place for place in range(48, 60))

    for mask in (0, twelve):
        page = pages.picking(scene, "meld", mask)
        assert page_fault(page) is None
        assert f"({mask.bit_count()} of 3 to " in page.text
    assert page_fault(pages.hand(scene)) is None


def test_players_are_told_what_to_do() -> None:
    drawing = at("4C / KS", phase="draw").state

    assert FACE.asked(scene_of(drawing, 0)) == "It is your turn: draw from the stock, or take 5♠."
    assert with_letters(FACE.awaits(scene_of(drawing))) == "It is @A's turn to draw a card."
    assert (
        with_letters(FACE.awaits(scene_of(at("4C / KS").state)))
        == "It is @A's turn to lay, feed and discard."
    )


def test_a_game_that_was_ended_waits_for_nobody() -> None:
    ended = msgspec.structs.replace(scene_of(at("4C / KS").state, 0), status="cancelled", deciders=())

    assert FACE.awaits(ended) == "Nobody has to act."


def test_the_result_ranks_everybody() -> None:
    game = at(
        "4C / KS", options={"target": 300}, totals={"A": 290, "B": -20}, sets={"A": [["9C", "9D", "9H"]]}
    ).do("A: discard card:4C")

    assert with_letters(FACE.result(scene_of(game.state))) == (
        "**@A wins!** The target was reached.\nTotals: @A 320, @B −30"
    )
