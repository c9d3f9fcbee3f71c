"""Tables at rest that have something to say later: they are looked at again then, and not kept in memory."""

from collections.abc import Awaitable, Callable

from bot.sessions.clocks import Clocks
from bot.sessions.steady import Clock
from bot.sessions.timers import Timers


class Wakes:
    """Calls `look(session id)` when something at a table may be due."""

    def __init__(self, clocks: Clocks, look: Callable[[int], Awaitable[None]], clock: Clock) -> None:
        self._clocks = clocks
        self._look = look
        self._clock = clock
        self._timers = Timers(lambda: clock.elapsed, self._due)
        self._due_at: dict[int, float] = {}
        self._held: set[int] = set()
        """What fell due while all clocks stood still."""

    def after(self, session_id: int, seconds: float) -> None:
        """Look at a table after so many seconds, or earlier where that was asked for before."""
        at = self._clock.elapsed + seconds
        if at < self._due_at.get(session_id, float("inf")):
            self._due_at[session_id] = at
            self._timers.arm(session_id, at)

    def clocks_run(self) -> None:
        """All clocks go on."""
        held, self._held = self._held, set()
        for session_id in held:
            self.after(session_id, 0.0)

    async def close(self) -> None:
        """Look at nothing from now on."""
        await self._timers.close()

    async def _due(self, session_id: int) -> None:
        self._due_at.pop(session_id, None)
        if self._clocks.are_stopped:
            self._held.add(session_id)
        else:
            await self._look(session_id)
