"""Players learn only what the rules allow (sections 2 and 11, invariant 8)."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.cards import ORDER, Cards
from bot.engine.events import Event
from bot.games.crap import GAME
from bot.games.crap.acquiring import BluffCalled, NothingFound, RandomDiscarded
from bot.games.crap.challenging import Flipped
from bot.games.crap.departure import PlayerLeft
from bot.games.crap.laying import SetLaid
from bot.games.crap.recycling import Recycled
from bot.games.crap.state import State
from tests.games.crap.positions import game_at
from tests.games.crap.walks import walk
from tests.sabotage.games import show_all_hands
from tests.sabotage.planting import sabotaged

SHOWS_CARDS = {SetLaid, Recycled, BluffCalled, RandomDiscarded, NothingFound, Flipped, PlayerLeft}
"""The only public events that name cards: all of those are open or were shown."""


def shuffled_behind(state: State, viewer: int | None, rng: random.Random) -> State:
    """Return the state with the cards that `viewer` can't see in other places."""
    zones = (state.hands, state.protected, state.placed)
    hidden = [card for zone in zones for seat, cards in enumerate(zone) if seat != viewer for card in cards]
    hidden += state.stock
    rng.shuffle(hidden)
    deck = iter(hidden)

    def dealt(zone: tuple[Cards, ...]) -> tuple[Cards, ...]:
        return tuple(
            cards if seat == viewer else tuple(next(deck) for _ in cards) for seat, cards in enumerate(zone)
        )

    hands, protected, placed = map(dealt, zones)
    return msgspec.structs.replace(state, hands=hands, protected=protected, placed=placed, stock=tuple(deck))


@pytest.mark.parametrize("seed", range(40))
def test_view_is_independent_of_unseen_cards(seed: int) -> None:
    rng = random.Random(seed)
    for state, _, _, _ in walk(seed):
        for viewer in (*range(len(state.hands)), None):
            other = shuffled_behind(state, viewer, rng)
            assert GAME.veil(other, viewer) == GAME.veil(state, viewer)
            assert GAME.deciders(other) == GAME.deciders(state)
            assert viewer is None or GAME.legal(other, viewer) == GAME.legal(state, viewer)


@pytest.mark.parametrize("seed", range(40))
def test_public_events_name_only_cards_that_were_shown(seed: int) -> None:
    for _, _, _, step in walk(seed):
        for event in step.events:
            assert event.to is not None or type(event) in SHOWS_CARDS or not cards_in(event), event


def cards_in(event: Event) -> list[str]:
    """Return everything in an event that's written like a card."""
    words: list[Any] = [*msgspec.structs.astuple(event)]
    for value in list(words):
        words += value if isinstance(value, tuple) else ()
    return [word for word in words if isinstance(word, str) and word in ORDER]


def test_honest_call_and_bluff_look_the_same() -> None:
    honest = game_at({"hands": {"A": ["KH", "5C"], "B": ["KS"], "C": ["9C"]}}).do("A: acquire rank:K")
    bluff = game_at({"hands": {"A": ["QH", "5C"], "B": ["KS"], "C": ["9C"]}}).do("A: acquire rank:K")
    for viewer in (1, 2, None):
        assert GAME.veil(honest.state, viewer) == GAME.veil(bluff.state, viewer)

    honest.do("B: believe", "C: believe")
    bluff.do("B: believe", "C: believe")

    for viewer in (1, 2, None):
        assert GAME.veil(honest.state, viewer) == GAME.veil(bluff.state, viewer)
    assert honest.events == bluff.events


def test_surrendered_cards_are_seen_by_both_sides_only() -> None:
    game = game_at({"hands": {"A": ["KH"], "B": ["KS"], "C": ["KD"]}}).do("A: acquire rank:K", "*: timeout")

    seen = [game.view(viewer)["last"]["gave"] for viewer in ("A", "B", "C", None)]

    assert seen == [
        {"B": ["KS"], "C": ["KD"]},
        {"B": ["KS"], "C": 1},
        {"B": 1, "C": ["KD"]},
        {"B": 1, "C": 1},
    ]


def test_vote_is_secret_until_all_are_shown() -> None:
    game = game_at({}, seats=6, options={"force-recycle": True})
    game.do("A: force-recycle player:B", "C: vote choice:no", "D: vote choice:yes")

    assert game.view("C")["pending"]["votes"] == {"C": False, "D": None}
    game.do("E: vote choice:no")
    assert game.view(None)["last"]["votes"] == {"C": False, "D": True, "E": False}


@sabotaged("P21", show_all_hands)
def test_hands_stay_hidden_after_the_end() -> None:
    state = game_at(
        {"phase": "over", "end": "forfeit", "hands": {"A": ["KH"]}, "protected": {"B": ["2C"]}}
    ).state

    assert GAME.view(state, None)["hands"] == {"A": 1, "B": 0, "C": 0}
    assert GAME.view(state, 0)["protected"] == {"A": [], "B": 1, "C": 0}
