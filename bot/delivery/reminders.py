"""Reminders: calls by a new message, due when somebody has not noticed by themselves."""

from typing import Final

from bot.delivery.lanes import Row
from bot.engine.chance import Seat
from bot.sessions.places import Remind
from bot.sessions.steady import Clock

REMIND_SECONDS: Final = 75.0
"""A player who has not acted this long after their hand has changed is called by a new message."""


class Reminders:
    """When reminders are due; by the monotonic clock for those that this process has set."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: dict[int, dict[Remind, float]] = {}

    def plan(self, session_id: int, seat: Seat) -> Remind:
        """Remind a seat later; the row of the outbox that will do it."""
        place = Remind(seat, int(self._clock() + REMIND_SECONDS))
        self._due.setdefault(session_id, {})[place] = self._clock.elapsed + REMIND_SECONDS
        return place

    def done(self, row: Row) -> None:
        """A reminder has been given, or is needless."""
        if isinstance(row.task, Remind):
            self._due.get(row.session_id, {}).pop(row.task, None)

    def forget(self, session_id: int) -> None:
        """Drop what is kept in memory about a session that is no longer in use."""
        self._due.pop(session_id, None)

    def until(self, row: Row, task: Remind) -> float:
        """Seconds until it is due, below 0 when it was.

        One of another process that seems far away is due: the clock was set.
        """
        due = self._due.get(row.session_id, {}).get(task)
        if due is not None:
            return due - self._clock.elapsed
        left = task.at - self._clock()
        return left if left <= REMIND_SECONDS else 0
