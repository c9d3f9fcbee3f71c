"""Every page of Crazy Rummy fits Discord's limits, and the moves that it offers are accepted."""

from typing import Any

import pytest

from bot.engine.cards import without
from bot.engine.chance import SeededChance
from bot.engine.draft import Step
from bot.engine.notation import parse_move
from bot.games.crazy_rummy import GAME
from bot.games.crazy_rummy.cards import full_packs
from bot.games.crazy_rummy.laying import Feed, Meld
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.rendering import pages
from bot.rendering.panel import chosen_cards
from tests.games.crazy_rummy.positions import at
from tests.helpers.controls import page_fault
from tests.helpers.records import MAX_ID
from tests.rendering.crazy_rummy.sessions import FACE, SHORT, TABLES, scene_of, session_of, walk


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_whatever_is_offered_is_accepted_and_told_apart(seats: int, seed: int) -> None:
    for session in walk(seats, seed, **SHORT):
        state = session.state
        if state.turn is None:
            continue
        scene = session.scene(state.turn)
        quick_moves = FACE.quick_moves(scene)
        labels = [quick.label for quick in quick_moves]
        assert len(set(labels)) == len(labels)
        assert max(map(len, labels), default=0) <= 34
        for move in (*(quick.move for quick in quick_moves), *FACE.table_moves(scene)):
            if isinstance(move, str):
                continue
            assert isinstance(GAME.apply(state, state.turn, move, SeededChance(b"any")), Step)


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            at("QS QH 6C 6D 9D / 4C"),
            "meld cards:QS,6C,6D",
            "I'd lay Q♠ + wild 6♣ 6♦. It uses 2 wilds, but 210 are safe on your board.",
        ),
        (
            at("QS QH 9D 9C / 4C"),
            "discard card:9D",
            "I'd discard 9♦. Everything else you hold is closer to a set.",
        ),
        (
            at("QS QH QD 9D 9C / 4C"),
            "discard card:QS",
            "I'd discard Q♠. 10 against you, and nobody has laid queens.",
        ),
        (
            at("QS QH 9D / 4C", phase="draw"),
            "draw from:stock",
            "I'd draw from the stock. 5♠ doesn't make a set with what you hold.",
        ),
        (
            at("5H 5D 9D / 4C", phase="draw"),
            "draw from:stock",
            "I'd draw from the stock. A new card may help you more than 5♠.",
        ),
    ],
)
def test_reason_is_true_of_the_whole_hand(position: Any, move: str, reason: str) -> None:
    scene = scene_of(position.state, 0)

    assert FACE.reason(parse_move(GAME, move, 2), scene, GAME.notes(seat=0)) == reason


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_every_set_and_feed_can_be_picked(seats: int, seed: int) -> None:
    for session in walk(seats, seed, **SHORT):
        state = session.state
        if state.turn is None:
            continue
        scene = session.scene(state.turn)
        for verb, pick in FACE.picks(scene).items():
            for move in scene.legal:
                if isinstance(move, Meld | Feed) and move.verb == verb:
                    picked = parse_move(GAME, f"{verb} cards:{','.join(picked_for(pick, move))}", seats)
                    assert isinstance(GAME.apply(state, state.turn, picked, SeededChance(b"any")), Step)


def picked_for(pick: Any, move: Meld | Feed) -> tuple[str, ...]:
    """Return the cards of a move, picked one by one as with the controls."""
    left, mask = list(pick.cards), 0
    places = list(range(len(left)))
    for card in move.cards.split(","):
        place = left.index(card)
        mask |= 1 << places.pop(place)
        left.pop(place)
    return chosen_cards(pick, mask)


def test_twelve_of_sixty_cards_can_be_picked() -> None:
    cards = full_packs(6)
    hand, rest = cards[::4][:60], without(cards, cards[::4][:60])
    position = {"phase": "play", "turn": "A", "wild": "6", "hands": {"A": list(hand)}, "stock": list(rest)}
    state = GAME.load(position, 2, CrazyRummyOptions(packs=6))
    scene = session_of(2, state, revision=MAX_ID).scene(0)
    twelve = sum(1 << place for place in range(48, 60))

    for mask in (0, twelve):
        assert page_fault(pages.picking(scene, "meld", mask)) is None
    assert page_fault(pages.hand(scene)) is None


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({}, "to 500 · 6s wild"),
        ({"last_hand": True}, "extra hand · 6s wild"),
        ({"hand_number": 50}, "last hand · 6s wild"),
    ],
)
def test_head_tells_goal_and_what_is_wild(position: dict[str, Any], said: str) -> None:
    scene = scene_of(at("4C / KS", options={"target": 500}, **position).state)

    assert FACE.goal(scene) == said
    assert pages.table(scene).text.splitlines()[0].endswith(said)


def test_ended_games_head_mentions_no_further_hand() -> None:
    reached: dict[str, Any] = {"totals": {"A": 510, "B": 0}, "last_hand": True}
    ended = at("4C / KS", options={"target": 500}, **reached).do("A: discard card:4C").state

    assert ended.phase == "over"
    assert FACE.goal(scene_of(ended)) == "to 500 · 6s wild"
