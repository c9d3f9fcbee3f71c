"""How long hands wait for a newer page of theirs."""

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from bot.delivery.calling import GRAIN_SECONDS, is_here
from bot.delivery.messages import Messages
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


class Debounced(NamedTuple):
    """A hand that waits until it is `due` on the monotonic clock."""

    acted: int
    """Revision of its player's last move; the next one restarts the wait."""
    shown: int
    """Revision shown when the wait began; an answer that shows a newer, not the newest one restarts it."""
    pace: float
    due: float


class Pacing:
    """The hands that wait."""

    def __init__(self, paces: Paces, clock: Clock) -> None:
        self._paces = paces
        self._clock = clock
        self._waiting: dict[int, dict[Seat, Debounced]] = {}
        self._seen: dict[int, dict[Seat, int]] = {}
        """The revision of a player's last move when their hand was last brought up to date."""

    def left(self, session: Session, messages: Messages, seat: Seat, *, is_call: bool = False) -> float:
        """For how many seconds a seat's hand, or the call of its player, still waits."""
        pace = self._pace(session, messages, seat, is_call=is_call)
        hand = messages.standing(HandAt(seat))
        if not pace or hand is None:
            return 0.0
        waiting, acted = self._waiting.setdefault(session.record.id, {}), session.record.acted[seat]
        shown, now, before = hand.revision, self._clock.elapsed, waiting.get(seat)
        is_news = before is not None and before.shown < shown < session.record.revision
        if before is None or before.acted != acted or is_news:
            waiting[seat] = Debounced(acted, shown, pace, now + pace)
        elif before.pace != pace:
            waiting[seat] = before._replace(pace=pace, due=min(before.due, now + pace))
        left = waiting[seat].due - now
        return left if left > GRAIN_SECONDS else 0.0

    def is_shown(self, session: Session, seat: Seat) -> None:
        """A hand shows what is so."""
        number, record = session.record.id, session.record
        self._waiting.get(number, {}).pop(seat, None)
        if seat < len(record.acted):
            self._seen.setdefault(number, {})[seat] = record.acted[seat]

    def forget(self, session_id: int) -> None:
        """Drop what is kept in memory about a session that is no longer in use."""
        self._waiting.pop(session_id, None)
        self._seen.pop(session_id, None)

    def _pace(self, session: Session, messages: Messages, seat: Seat, *, is_call: bool) -> float:
        record, hand = session.record, messages.standing(HandAt(seat))
        if record.status not in ("playing", "over") or record.is_idle or hand is None:
            return 0.0
        deciders = session.game.deciders(session.state)
        if seat not in deciders and (is_call or _is_called(messages, seat)):
            return 0.0  # what has called them goes at once
        known = max(hand.revision, self._seen.get(record.id, {}).get(seat, 0))
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


def _is_called(messages: Messages, seat: Seat) -> bool:
    """Whether a message stands that has called a player."""
    return seat in messages.rang(MentionAt()) or messages.standing(CallAt(seat)) is not None
