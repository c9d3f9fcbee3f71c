"""When calls are due that wait: for a while without a sign of life, for the end of a clock, for a morning."""

from typing import Final

from bot.delivery.lanes import Row
from bot.delivery.reminders import Reminders
from bot.engine.chance import Seat
from bot.sessions.clocks import Clocks
from bot.sessions.places import Call, LastCall, Remind
from bot.sessions.session import Session
from bot.sessions.steady import Clock

GRAIN_SECONDS: Final = 0.01
"""What is due so soon is due: a timer that is a rounding error early must not be set again and again."""
LATELY_SECONDS: Final = 60.0
"""Nobody gets a last call so soon after their own move at the table."""
EARLY_SHARE: Final = 0.25
MAX_EARLY_SECONDS: Final = 300.0
"""Several tables make one call: whose last call is due so soon is named with the one that is due now. That
is at most a quarter of the time that is left then, so that no short clock is called about at its start."""
STILL_SECONDS: Final = 60.0
"""While all clocks stand still nothing that waits for the end of one is due sooner."""
NEVER: Final = float("inf")


class Timing:
    """`clocks` are those of the tables."""

    def __init__(
        self,
        reminders: Reminders,
        clocks: Clocks,
        clock: Clock,
    ) -> None:
        self.reminders = reminders
        self._clocks = clocks
        self._clock = clock
        self._called: dict[int, dict[Seat, float]] = {}
        """When somebody was last called in a way that notifies them, by the monotonic clock."""

    def left(self, session: Session, row: Row, seat: Seat) -> float:
        """For how many seconds a call still waits; 0 when it is to be made, or dropped for not being true."""
        if not isinstance(row.task, Remind | LastCall) or not is_owed(session, row.revision, seat):
            return 0.0
        left = max(self._until(session, row), self._quiet_for(session, seat))
        return left if left > GRAIN_SECONDS else 0.0

    def is_quiet(self, session: Session, seat: Seat) -> bool:
        """Whether a player is in their quiet hours: what they may see, nothing calls them to."""
        return bool(self._quiet_for(session, seat))

    def is_wanted(self, session: Session, row: Row, seat: Seat) -> bool:
        """Whether a call is for a person who takes such calls, and is true, and tells anything."""
        when = session.chosen_by(seat).when
        if session.record.at_play[seat] <= 0 or when == "never":
            return False
        if when == "turn" and isinstance(row.task, LastCall):
            return False
        return is_owed(session, row.revision, seat) and not self.is_needless(session, row, seat)

    def is_due(self, session: Session, row: Row, seat: Seat) -> bool:
        """Whether a call may be sent at this moment: it is wanted, and waits for nothing."""
        is_waiting = self.left(session, row, seat) or self.is_quiet(session, seat)
        return not is_waiting and self.is_wanted(session, row, seat)

    def is_begun(self, session: Session, row: Row) -> bool:
        """Whether something may have been sent for a row."""
        return not isinstance(row.task, Remind | LastCall) or self._until(session, row) <= GRAIN_SECONDS

    def is_near(self, session: Session, row: Row, seat: Seat) -> bool:
        """Whether a last call may be made together with another one that is due now."""
        if not isinstance(row.task, LastCall) or row.task.seat != seat:
            return False
        if not self.is_wanted(session, row, seat):
            return False
        return self._until(session, row) <= _early(row)

    def called(self, session_id: int, seat: Seat) -> None:
        """Somebody has been notified just now."""
        self._called.setdefault(session_id, {})[seat] = self._clock.elapsed

    def is_needless(self, session: Session, row: Row, seat: Seat) -> bool:
        """Whether its player was called when a row was due, or nearly: both waited for the same morning.

        When the clock has run out, nobody needs to be told that it does. No first call waits.
        """
        if isinstance(row.task, Call):
            return False
        if isinstance(row.task, LastCall) and self._until(session, row) <= -row.task.seconds:
            return True
        at = self._called.get(session.record.id, {}).get(seat)
        return at is not None and at >= self._clock.elapsed + self._until(session, row) - _early(row)

    def forget(self, session_id: int) -> None:
        """Drop what is kept in memory about a session that is no longer in use."""
        self._called.pop(session_id, None)
        self.reminders.forget(session_id)

    def _quiet_for(self, session: Session, seat: Seat) -> float:
        """For how many seconds a player's quiet hours still last."""
        return session.chosen_by(seat).quiet_for(self._clock())

    def _until(self, session: Session, row: Row) -> float:
        """Seconds until a row is due, below 0 when it was; quiet hours are not counted."""
        if isinstance(row.task, Remind):
            return self.reminders.until(row, row.task)
        if not isinstance(row.task, LastCall):
            return 0.0
        number, deadline = session.record.id, session.record.deadline
        if deadline is None or number in self._clocks.paused:
            return NEVER
        left = max(
            deadline - row.task.seconds - self._clocks.time_at(number),
            self._since_lately(session, row.task.seat),
        )
        return max(left, STILL_SECONDS) if self._clocks.are_stopped else left

    def _since_lately(self, session: Session, seat: Seat) -> float:
        """Seconds until a player has not acted lately."""
        return acted_at(session, seat) + LATELY_SECONDS - self._clock()


def acted_at(session: Session, seat: Seat) -> float:
    """When a player made the last of their moves that are at hand, in seconds since the epoch."""
    return next((told.at for told in reversed(session.recent) if told.seat == seat), float("-inf"))


def is_owed(session: Session, revision: int, seat: Seat) -> bool:
    """Whether a call of a revision is still true: its player has not acted since, and is waited for."""
    record = session.record
    if session.state is None or record.status != "playing" or record.is_idle:
        return False
    has_acted = record.since > revision or record.acted[seat] > revision
    return not has_acted and seat in session.game.deciders(session.state)


def _early(row: Row) -> float:
    """How much too early a call may be."""
    return min(MAX_EARLY_SECONDS, EARLY_SHARE * row.task.seconds) if isinstance(row.task, LastCall) else 0.0
