"""Deadlines in memory: one timer per running clock. The stored deadline is what counts."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.sessions.tasks import Delayed, Tasks

log = structlog.get_logger(__name__)

ON_THE_WAY_SECONDS = 0.75
"""Seconds that a click made in time may still be under way when the deadline comes."""
MAX_SLEEP_SECONDS = 3600.0
"""Timers look again at least this often: the wall clock may have been set meanwhile. Seconds."""
AGAIN_SECONDS = 10.0
"""How long after a failed try a deadline is tried again."""


class Timers:
    """Calls `on_deadline(session id)` when a deadline has come. `clock` gives seconds since the epoch."""

    def __init__(self, clock: Callable[[], float], on_deadline: Callable[[int], Awaitable[None]]) -> None:
        self._clock = clock
        self._on_deadline = on_deadline
        self._rings: Delayed[int] = Delayed()
        self._deadlines: dict[int, float] = {}
        self._running = Tasks()

    def arm(self, session_id: int, deadline: float | None) -> None:
        """Set the session's deadline, replacing an earlier one; None takes it away."""
        if deadline is None:
            self._rings.drop(session_id)
            self._deadlines.pop(session_id, None)
            return
        self._deadlines[session_id] = deadline
        delay = min(max(0.0, deadline + ON_THE_WAY_SECONDS - self._clock()), MAX_SLEEP_SECONDS)
        self._rings.put(session_id, delay, partial(self._due, session_id))

    def ensure(self, session_id: int, deadline: float | None) -> None:
        """Set the session's deadline unless it's set already."""
        if self._deadlines.get(session_id) != deadline:
            self.arm(session_id, deadline)

    def shift(self, seconds: float) -> None:
        """Move every deadline by so much."""
        for session_id, deadline in list(self._deadlines.items()):
            self.arm(session_id, deadline + seconds)

    async def close(self) -> None:
        """Stop all timers and wait for those that are under way."""
        self._rings.close()
        await self._running.wait()

    def _due(self, session_id: int) -> None:
        deadline = self._deadlines.get(session_id)
        if deadline is None:
            return
        if deadline > self._clock():
            self.arm(session_id, deadline)
            return
        self._running.begin(self._call(session_id))

    async def _call(self, session_id: int) -> None:
        try:
            await self._on_deadline(session_id)
        except Exception:
            if self._rings.is_closed:  # the next start sets all timers again
                log.info("deadline_left", session=session_id)
                return
            log.exception("deadline_failed", session=session_id)
            if session_id not in self._rings:  # else it was armed again meanwhile
                self._rings.put(session_id, AGAIN_SECONDS, partial(self._due, session_id))
