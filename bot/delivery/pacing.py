"""When rows are worked off: nearly all at once, but some hands wait a little for a newer page of theirs."""

from typing import Final, NamedTuple

import msgspec

from bot.delivery.lanes import Row
from bot.delivery.names import lacks_names
from bot.delivery.outbox import Outbox
from bot.delivery.timing import GRAIN_SECONDS, NEVER, Timing, acted_at
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions.places import Call, CallAt, HandAt, Hands, LastCall, LastCallAt, Names, PingAt, Remind
from bot.sessions.session import Session
from bot.sessions.steady import Clock

HERE_SECONDS: Final = 180.0
"""Players who acted so lately see their hand change; a new message calls them only if they do not."""
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
    """The hand of somebody who has nothing to decide; pressing anything on it shows how it is now."""

    @classmethod
    def of(cls, table: float) -> "Paces":
        """The usual paces with this one for tables; with 0 nothing waits at all."""
        return cls(table) if table else AT_ONCE


AT_ONCE: Final = Paces(table=0.0, answer=0.0, choice=0.0, hand=0.0)


class Waiting(NamedTuple):
    """A hand that waits until it is `due` on the monotonic clock."""

    acted: int
    """The revision of its player's last move; with the next one it waits afresh."""
    said: int
    """The revision that it said when it began to wait. It waits afresh when it has come to say a newer one by
    an answer, and the game has gone on since."""
    pace: float
    due: float


class Pacing:
    """Which rows wait."""

    def __init__(self, paces: Paces, timing: Timing, clock: Clock) -> None:
        self._paces = paces
        self._timing = timing
        self._clock = clock
        self._waiting: dict[int, dict[Seat, Waiting]] = {}
        """The hands that wait, by session and seat."""
        self._seen: dict[int, dict[Seat, int]] = {}
        """That revision when a hand was last brought up to date."""

    def left(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> float:
        """For how many seconds a row of a seat's lane still waits; 0 when it is to be worked off."""
        if isinstance(row.task, Remind | LastCall):
            return self._timing.left(session, row, seat)
        if isinstance(row.task, Names):
            return NEVER if lacks_names(session) else 0.0
        pace = self._pace(session, outbox, row, seat) if isinstance(row.task, Call | Hands) else 0.0
        if not pace:
            return 0.0
        waiting, acted = self._waiting.setdefault(row.session_id, {}), session.record.acted[seat]
        said, now = outbox.shown[HandAt(seat)].revision, self._clock.elapsed
        before = waiting.get(seat)
        if before is None or before.acted != acted or before.said < said < session.record.revision:
            waiting[seat] = Waiting(acted, said, pace, now + pace)
        elif before.pace != pace:
            waiting[seat] = before._replace(pace=pace, due=min(before.due, now + pace))
        left = waiting[seat].due - now
        return left if left > GRAIN_SECONDS else 0.0

    def is_begun(self, session: Session, row: Row) -> bool:
        """Whether something may have been sent for a row; not before its time for a call that waits."""
        return self._timing.is_begun(session, row)

    def is_shown(self, session: Session, seat: Seat) -> None:
        """A hand says what is so."""
        number, record = session.record.id, session.record
        self._waiting.get(number, {}).pop(seat, None)
        if seat < len(record.acted):
            self._seen.setdefault(number, {})[seat] = record.acted[seat]

    def forget(self, session_id: int) -> None:
        """For the time being this session asks nothing of anybody."""
        self._waiting.pop(session_id, None)
        self._seen.pop(session_id, None)

    def _pace(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> float:
        record, shown = session.record, outbox.shown
        if record.status not in ("playing", "over") or record.is_idle or HandAt(seat) not in shown:
            return 0.0
        deciders = session.game.deciders(session.state)
        is_called = isinstance(row.task, Call) or not shown.keys().isdisjoint(
            (PingAt(seat), CallAt(seat), LastCallAt(seat))
        )
        if seat not in deciders and is_called:
            return 0.0  # what has called them goes at once
        known = max(shown[HandAt(seat)].revision, self._seen.get(record.id, {}).get(seat, 0))
        if isinstance(row.task, Hands) and record.acted[seat] > known:
            return self._paces.answer
        if record.status == "over":
            return 0.0
        if seat not in deciders:
            return self._paces.hand
        is_choice = len(deciders) > 1 and is_here(session, seat, self._clock())
        return self._choice(session) if is_choice else 0.0

    def _choice(self, session: Session) -> float:
        scene = session.scene(None)
        if not pages.face_of(scene).table_moves(scene):
            return 0.0
        if scene.deadline is None:
            return self._paces.choice
        return min(self._paces.choice, CHOICE_SHARE * max(0.0, scene.deadline - self._clock()))


def is_here(session: Session, seat: Seat, now: float) -> bool:
    """Whether a player has acted a short time ago."""
    return 0 <= now - acted_at(session, seat) < HERE_SECONDS
