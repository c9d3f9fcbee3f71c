"""The events alone tell the whole game."""

from typing import Any

import msgspec
import pytest

from bot.engine.events import Event
from bot.games.crapette.carrying import Moved
from bot.games.crapette.dealing import Dealt
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.table import HOUSES
from bot.games.crapette.turns import TurnStarted
from bot.games.crapette.undoing import TakenBack
from tests.games.crapette.play import view
from tests.games.crapette.walks import Walk


class Onlooker:
    """Somebody who knows the game from its events alone."""

    def __init__(self) -> None:
        self.turn = 0

    def hear(self, event: Event) -> None:
        match event:
            case Dealt():
                self.houses = {name: [card] for name, card in zip(HOUSES, event.houses, strict=True)}
                self.hands = [event.hand, event.hand]
                self.counts = {"crapaud": [13, 13], "discard": [0, 0]}
                self.lifted: str | None = None
                self.finished = 0
            case TurnStarted():
                self.turn = event.seat
            case Lifted():
                self.lifted, self.hands[event.seat] = event.card, event.left
            case TurnedOver():
                self.hands[event.seat], self.counts["discard"][event.seat] = event.cards, 0
            case PutDown():
                self.lifted = None
                self._add(event.seat, event.target, (event.card,))
            case Moved():
                self._take(event.seat, event.source, event.cards)
                self._add(event.seat, event.target, event.cards)
            case TakenBack():
                self._take(event.seat, event.target, event.cards)
                self._add(event.seat, event.source, event.cards)

    def _add(self, seat: int, pile: str, cards: tuple[str, ...]) -> None:
        if pile in self.houses:
            self.houses[pile] += cards
        else:
            self._count(seat, pile, len(cards))

    def _take(self, seat: int, pile: str, cards: tuple[str, ...]) -> None:
        if pile in self.houses:
            assert self.houses[pile][-len(cards) :] == list(cards)
            del self.houses[pile][-len(cards) :]
        else:
            self._count(seat, pile, -len(cards))

    def _count(self, seat: int, pile: str, change: int) -> None:
        if pile == "finish":
            self.finished += change
        else:
            whose, zone = pile.split("-")
            self.counts[zone][seat if whose == "my" else 1 - seat] += change

    def agrees(self, seen: dict[str, Any]) -> bool:
        """Whether this is the table as everybody sees it."""
        return (self.houses, self.lifted, self.hands, self.finished, self.counts) == (
            seen["houses"],
            seen["lifted"],
            list(seen["hands"].values()),
            sum(sum(heights) for heights in seen["finish"].values()),
            {zone: [_size(pile) for pile in seen[f"{zone}s"].values()] for zone in ("crapaud", "discard")},
        )


def _size(pile: list[Any]) -> int:
    return pile[0] + 1 if len(pile) == 2 else len(pile)


@pytest.mark.parametrize("seed", range(170, 190))
def test_events_alone_tell_the_whole_game(seed: int) -> None:
    walk, onlooker = Walk(seed), Onlooker()
    for event in walk.events:
        onlooker.hear(event)
    for _ in walk.steps():
        for event in walk.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
            onlooker.hear(event)
        assert onlooker.agrees(view(walk.state))
        assert onlooker.turn == walk.state.turn or walk.state.end is not None
