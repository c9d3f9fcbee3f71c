"""The last look before a request leaves: whether the tables are still shown by this process.

Between the decision to send and the socket a process may be asleep for any time, and wake up when another one
has shown something newer.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import aiohttp

from bot.delivery.errors import Unknown
from bot.storage.held import TRY_SECONDS, Held


class LastLook:
    """Lets requests through that end before any lease of this process does; where nobody needs leases, all.

    Answers to interactions always pass: the process that has claimed one may answer it without a lease. So
    does what is only asked, such as a name.
    """

    def __init__(self, held: Held | None, trace: aiohttp.TraceConfig) -> None:
        self._held = held
        self._asks: ContextVar[bool] = ContextVar("asks", default=False)
        if held is not None:
            trace.on_connection_reuseconn.append(self._leaving)
            trace.on_connection_create_end.append(self._leaving)

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Around one try to send something; raises Unknown where that comes too late, or takes too long."""
        if self._held is None:
            yield
            return
        self._look()
        before = self._asks.set(True)
        try:
            async with asyncio.timeout(TRY_SECONDS):
                yield
        finally:
            self._asks.reset(before)

    async def _leaving(self, *_told: object) -> None:
        """The library has a connection, and sends now."""
        if self._asks.get():
            self._look()

    def _look(self) -> None:
        if self._held is not None and not self._held.may_send:
            raise Unknown("the lease of a shard group ends too soon")
