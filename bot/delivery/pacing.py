"""How long hands wait for a newer page of theirs."""

from collections.abc import Callable
from typing import Final

import msgspec

from bot.delivery.calling import GRAIN_SECONDS, is_here
from bot.delivery.messages import Debounced, Messages
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions.session import Session
from bot.sessions.spots import CallAt, HandAt, MentionAt
from bot.sessions.steady import Clock

CHOICE_SHARE: Final = 0.1


class Paces(msgspec.Struct, frozen=True):
    """How long pages wait for newer ones, in seconds."""

    table: float = 1.0
    """Between edits of a table."""
    answer: float = 3.0
    """Players who have just acted see the answer; their hand is edited only if that was given elsewhere."""
    choice: float = 30.0
    """Where several may answer, and the table has the buttons for it, hands follow the table: in a tenth of
    the time there is to answer, and in so many seconds at most. Most players answer at the table before."""
    hand: float = 80.0
    """The hand of a player who has nothing to decide; pressing anything on it shows how it is now."""

    @classmethod
    def of(cls, table: float) -> "Paces":
        """Return the usual paces with this one for tables; with 0 nothing waits at all."""
        return cls(table) if table else AT_ONCE


AT_ONCE: Final = Paces(table=0.0, answer=0.0, choice=0.0, hand=0.0)


class Pacing:
    """Says how long hands wait."""

    def __init__(self, paces: Paces, clock: Clock) -> None:
        self._paces = paces
        self._clock = clock

    def left(self, session: Session, messages: Messages, seat: Seat, *, is_call: bool = False) -> float:
        """For how many seconds a seat's hand, or the call of its player, still waits."""
        pace = self._pace(session, messages, seat, is_call=is_call)
        hand = messages.standing(HandAt(seat))
        if not pace or hand is None:
            return 0.0
        shown, acted, now = hand.revision, session.record.acted[seat], self._clock.elapsed
        known = messages.seats[seat]
        before = known.debounced
        is_news = before is not None and before.shown < shown < session.record.revision
        if before is None or before.acted != acted or is_news:
            known.debounced = Debounced(acted, shown, pace, now + pace)
        elif before.pace != pace:
            known.debounced = before._replace(pace=pace, due=min(before.due, now + pace))
        assert known.debounced is not None
        left = known.debounced.due - now
        return left if left > GRAIN_SECONDS else 0.0

    def _pace(self, session: Session, messages: Messages, seat: Seat, *, is_call: bool) -> float:
        record, hand = session.record, messages.standing(HandAt(seat))
        if record.status not in ("playing", "over") or record.is_idle or hand is None:
            return 0.0
        deciders = session.game.deciders(session.state)
        if seat not in deciders and (is_call or _is_called(messages, seat)):
            return 0.0  # what has called them goes at once
        known = max(hand.revision, messages.seats[seat].seen)
        if not is_call and record.acted[seat] > known:
            return self._paces.answer
        if record.status == "over":
            return 0.0
        if seat not in deciders:
            return self._paces.hand
        is_choice = len(deciders) > 1 and is_here(session, seat, self._clock())
        return self._choice(session, self._clock) if is_choice else 0.0

    def _choice(self, session: Session, clock: Callable[[], float]) -> float:
        scene = session.scene(None)
        if not pages.face_of(scene).table_moves(scene):
            return 0.0
        if scene.deadline is None:
            return self._paces.choice
        return min(self._paces.choice, CHOICE_SHARE * max(0.0, scene.deadline - clock()))


def is_shown(session: Session, messages: Messages, seat: Seat) -> None:
    """Note that a hand shows what is so."""
    known = messages.seats[seat]
    known.debounced = None
    if seat < len(session.record.acted):
        known.seen = session.record.acted[seat]


def _is_called(messages: Messages, seat: Seat) -> bool:
    """Whether a message stands that has called a player."""
    return seat in messages.rang(MentionAt()) or messages.standing(CallAt(seat)) is not None
