"""The events tell the whole game, and their stored form stays the same."""

from typing import Any

import msgspec
import pytest

from bot.engine.draft import Refusal
from bot.engine.events import Event, TimedOut
from bot.games.crapette import GAME
from bot.games.crapette.dealing import Compared, Dealt
from bot.games.crapette.ending import GameEnded, Remains
from bot.games.crapette.leaving import Resigned
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.lines import LineStopped
from bot.games.crapette.moving import Moved, Shown
from bot.games.crapette.offers import DrawAgreed, DrawDeclined, DrawOffered, OfferLapsed
from bot.games.crapette.state import HOUSES
from bot.games.crapette.turns import NoProgress, PositionRepeated, TurnEnded, TurnStarted
from bot.games.crapette.undoing import TakenBack
from bot.sessions.session import read_events
from tests.games.crapette.walks import Walk


class Onlooker:
    """A spectator who knows the game from its events alone."""

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
                self.lifted, self.hands[event.seat] = event.card, event.hand
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
        """Whether the table of the events is the one that everyone sees."""
        return (self.houses, self.lifted, self.hands, self.finished, self.counts) == (
            seen["houses"],
            seen["lifted"],
            list(seen["hands"].values()),
            sum(sum(heights) for heights in seen["finish"].values()),
            {zone: [_size(pile) for pile in seen[f"{zone}s"].values()] for zone in ("crapaud", "discard")},
        )


def _size(pile: list[Any]) -> int:
    return pile[0] + 1 if len(pile) == 2 else len(pile)


@pytest.mark.no_cover  # Tracing random games would double their time.
@pytest.mark.parametrize("seed", range(170, 190))
def test_events_alone_tell_the_whole_game(seed: int) -> None:
    walk, onlooker = Walk(seed), Onlooker()
    for event in walk.events:
        onlooker.hear(event)
    for _ in walk.steps():
        for event in walk.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event
            onlooker.hear(event)
        assert onlooker.agrees(GAME.view(walk.state, None))
        assert onlooker.turn == walk.state.turn or walk.state.end is not None


STORED: list[tuple[bytes, Event]] = [
    (b'{"event":"timed-out","seats":[1]}', TimedOut((1,))),
    (b'{"event":"dealt","crapauds":["5D","8S"],"houses":["QH","9S","10H","KD","QD","9C","7S","8H"],"hand":35}',
     Dealt(("5D", "8S"), ("QH", "9S", "10H", "KD", "QD", "9C", "7S", "8H"), 35)),
    (b'{"event":"compared","cards":["5D","8S"]}', Compared(("5D", "8S"))),
    (b'{"event":"compared","cards":["4S","4D"],"place":2}', Compared(("4S", "4D"), 2)),
    (b'{"event":"turn-started","seat":0,"turn_number":3,"exhausted":false}', TurnStarted(0, 3, False)),
    (b'{"event":"turn-ended","seat":0,"why":"spent"}', TurnEnded(0, "spent")),
    (b'{"event":"moved","seat":0,"cards":["8H","7S"],"source":"R4","target":"L1"}', Moved(0, ("8H", "7S"), "R4", "L1")),
    (b'{"event":"shown","seat":0,"card":"5D","pile":"my-crapaud","count":7}', Shown(0, "5D", "my-crapaud", 7)),
    (b'{"event":"line-stopped","to":[0],"seat":0,"why":"refused","dropped":["R1-R2"],"refusal":{"code":"count-too-big","facts":{"count":2,"cards":1,"empty":0}}}',
     LineStopped(0, "refused", ("R1-R2",), Refusal("count-too-big", {"count": 2, "cards": 1, "empty": 0}), to=(0,))),
    (b'{"event":"lifted","seat":1,"card":"7D","left":4}', Lifted(1, "7D", 4)),
    (b'{"event":"turned-over","seat":1,"cards":12}', TurnedOver(1, 12)),
    (b'{"event":"put-down","seat":1,"card":"7D","target":"my-discard"}', PutDown(1, "7D", "my-discard")),
    (b'{"event":"taken-back","seat":0,"cards":["5H"],"source":"R1","target":"finish"}', TakenBack(0, ("5H",), "R1", "finish")),
    (b'{"event":"draw-offered","seat":0}', DrawOffered(0)),
    (b'{"event":"draw-declined","seat":1}', DrawDeclined(1)),
    (b'{"event":"draw-agreed","seat":1}', DrawAgreed(1)),
    (b'{"event":"offer-lapsed","seat":0}', OfferLapsed(0)),
    (b'{"event":"resigned","seat":0}', Resigned(0)),
    (b'{"event":"position-repeated","occurrence":2,"limit":3}', PositionRepeated(2, 3)),
    (b'{"event":"no-progress","turns":100,"limit":120}', NoProgress(100, 120)),
    (b'{"event":"remains","seat":0,"hand":["2C"],"discard":[],"crapaud":["9H"],"lifted":"3C"}',
     Remains(0, ("2C",), (), ("9H",), "3C")),
    (b'{"event":"game-ended","end":"agreed","winners":[]}', GameEnded("agreed", ())),
]  # fmt: skip


@pytest.mark.parametrize(("stored", "event"), STORED)
def test_stored_event_is_read_as_it_was(stored: bytes, event: Event) -> None:
    assert read_events(GAME, b"[" + stored + b"]") == (event,)
