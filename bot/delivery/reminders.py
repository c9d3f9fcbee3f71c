"""Reminders: calls by a new message, due when somebody has not noticed by themselves."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.engine.chance import Seat
from bot.storage.records import Pending

REMIND_SECONDS: Final = 75.0
"""Whoever has not acted so long after their hand has changed is called by a new message."""


class Reminders:
    """When reminders are due, by the clock that nobody can set as far as they are of this process.

    `clock` gives seconds since the epoch; `elapsed` seconds since some moment.
    """

    def __init__(self, clock: Callable[[], float], elapsed: Callable[[], float]) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._due: dict[int, dict[str, float]] = {}

    def plan(self, session_id: int, seat: Seat) -> str:
        """Remind a seat later; the place of the outbox row that will do it."""
        place = reminder(seat, self._clock() + REMIND_SECONDS)
        self._due.setdefault(session_id, {})[place] = self._elapsed() + REMIND_SECONDS
        return place

    def waits(self, row: Pending) -> bool:
        """Whether a row is a reminder whose time has not come yet."""
        return row.place.startswith("remind:") and self._left(row) > 0

    def soonest(self, rows: Iterable[Pending]) -> float:
        """Seconds until the first of some reminders is due."""
        return min(map(self._left, rows))

    def done(self, row: Pending) -> None:
        """A reminder has been given, or is needless."""
        self._due.get(row.session_id, {}).pop(row.place, None)

    def forget(self, session_id: int) -> None:
        """Nobody has anything to do with this session any more, for the time being."""
        self._due.pop(session_id, None)

    def _left(self, row: Pending) -> float:
        """Seconds until it is due; one of another process that seems far away is due: the clock was set."""
        due = self._due.get(row.session_id, {}).get(row.place)
        if due is not None:
            return due - self._elapsed()
        left = reminded(row.place)[1] - self._clock()
        return left if left <= REMIND_SECONDS else 0


def reminder(seat: Seat, due: float) -> str:
    """The place of a reminder: whom to call by a new message then, if they have not noticed by themselves."""
    return f"remind:{seat}:{int(due)}"


def reminded(place: str) -> tuple[Seat, int]:
    """Whom to remind, and when."""
    _, seat, due = place.split(":")
    return int(seat), int(due)
