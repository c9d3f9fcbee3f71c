"""Nobody learns what the rules hide from him (2, 11; invariant 8)."""

import random
from typing import Any

import msgspec
import pytest

from bot.engine.cards import ORDER
from bot.engine.events import Event
from bot.games.crap import GAME
from bot.games.crap.acquire import BluffCalled, NothingFound, RandomDiscarded
from bot.games.crap.challenge import Flipped
from bot.games.crap.recycle import Recycled
from bot.games.crap.score import SetLaid
from bot.games.crap.state import Cards, State
from bot.games.crap.turn import PlayerLeft
from tests.games.crap.table import Table
from tests.games.crap.walks import walk
from tests.sabotage.games import show_all_hands
from tests.sabotage.planting import sabotaged

SHOWS_CARDS = {SetLaid, Recycled, BluffCalled, RandomDiscarded, NothingFound, Flipped, PlayerLeft}
"""The only public events that name cards: all of them lie open or were shown."""


def shuffled_behind(state: State, viewer: int | None, rng: random.Random) -> State:
    """The state with all cards that `viewer` cannot see dealt anew to the same places."""
    zones = (state.hands, state.protected, state.placed)
    hidden = [card for zone in zones for seat, cards in enumerate(zone) if seat != viewer for card in cards]
    hidden += state.stock
    rng.shuffle(hidden)
    deck = iter(hidden)

    def anew(zone: tuple[Cards, ...]) -> tuple[Cards, ...]:
        return tuple(
            cards if seat == viewer else tuple(next(deck) for _ in cards) for seat, cards in enumerate(zone)
        )

    hands, protected, placed = map(anew, zones)
    return msgspec.structs.replace(state, hands=hands, protected=protected, placed=placed, stock=tuple(deck))


@pytest.mark.parametrize("seed", range(40))
def test_a_view_does_not_depend_on_what_its_seat_cannot_see(seed: int) -> None:
    rng = random.Random(seed)
    for state, _, _, _ in walk(seed):
        for viewer in (*range(len(state.hands)), None):
            other = shuffled_behind(state, viewer, rng)
            assert GAME.sheet(other, viewer) == GAME.sheet(state, viewer)
            assert GAME.deciders(other) == GAME.deciders(state)
            assert viewer is None or GAME.legal(other, viewer) == GAME.legal(state, viewer)


@pytest.mark.parametrize("seed", range(40))
def test_public_events_name_only_cards_that_were_shown(seed: int) -> None:
    for _, _, _, step in walk(seed):
        for event in step.events:
            assert event.to is not None or type(event) in SHOWS_CARDS or not cards_in(event), event


def cards_in(event: Event) -> list[str]:
    """Everything in an event that is written like a card."""
    words: list[Any] = [*msgspec.structs.astuple(event)]
    for value in list(words):
        words += value if isinstance(value, tuple) else ()
    return [word for word in words if isinstance(word, str) and word in ORDER]


def test_honest_and_bluff_look_the_same_while_the_window_is_open_and_when_nobody_called() -> None:
    honest = Table({"hands": {"A": ["KH", "5C"], "B": ["KS"], "C": ["9C"]}}).run("A: acquire rank:K")
    bluff = Table({"hands": {"A": ["QH", "5C"], "B": ["KS"], "C": ["9C"]}}).run("A: acquire rank:K")
    for viewer in (1, 2, None):
        assert GAME.sheet(honest.state, viewer) == GAME.sheet(bluff.state, viewer)

    honest.run("B: believe", "C: believe")
    bluff.run("B: believe", "C: believe")

    for viewer in (1, 2, None):
        assert GAME.sheet(honest.state, viewer) == GAME.sheet(bluff.state, viewer)
    assert honest.events == bluff.events


def test_surrendered_cards_are_seen_by_giver_and_acquirer_only() -> None:
    table = Table({"hands": {"A": ["KH"], "B": ["KS"], "C": ["KD"]}}).run("A: acquire rank:K", "*: timeout")

    seen = [table.view(viewer)["last"]["gave"] for viewer in (0, 1, 2, None)]

    assert seen == [
        {"B": ["KS"], "C": ["KD"]},
        {"B": ["KS"], "C": 1},
        {"B": 1, "C": ["KD"]},
        {"B": 1, "C": 1},
    ]


def test_a_vote_is_seen_by_its_voter_until_all_are_shown() -> None:
    table = Table({}, seats=6, options={"force-recycle": True})
    table.run("A: force-recycle player:B", "C: vote choice:no", "D: vote choice:yes")

    assert table.view(2)["pending"]["votes"] == {"C": False, "D": None}
    table.run("E: vote choice:no")
    assert table.view(None)["last"]["votes"] == {"C": False, "D": True, "E": False}


@sabotaged("P21", show_all_hands)
def test_hands_stay_hidden_after_the_end() -> None:
    state = Table(
        {"phase": "over", "end": "forfeit", "hands": {"A": ["KH"]}, "protected": {"B": ["2C"]}}
    ).state

    assert GAME.sheet(state, None).hands == {"A": 1, "B": 0, "C": 0}
    assert GAME.sheet(state, 0).protected == {"A": [], "B": 1, "C": 0}
