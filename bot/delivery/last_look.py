"""The last look before a request leaves: whether the tables are still shown by this process.

Between the decision to send and the socket a process may be asleep for any time, and wake up when another one
has shown something newer.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import aiohttp

from bot.cluster.cluster import Cluster
from bot.delivery.errors import Unknown


class LastLook:
    """Lets requests through that end while this process surely shows its tables.

    Answers to interactions always pass: the process that has claimed one may answer it without a lease. So
    does what is only asked, such as a name.
    """

    def __init__(self, cluster: Cluster, trace: aiohttp.TraceConfig) -> None:
        self._cluster = cluster
        self._asks: ContextVar[bool] = ContextVar("asks", default=False)
        trace.on_connection_reuseconn.append(self._leaving)
        trace.on_connection_create_end.append(self._leaving)

    @asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Around one try to send something. Raises Unknown where that comes too late, or takes too long."""
        self._look()
        before = self._asks.set(True)
        try:
            async with asyncio.timeout(self._cluster.try_seconds):
                yield
        finally:
            self._asks.reset(before)

    async def _leaving(self, *_told: object) -> None:
        """Note that the library has a connection and sends."""
        if self._asks.get():
            self._look()

    def _look(self) -> None:
        if not self._cluster.may_send:
            raise Unknown("the lease of a shard group ends too soon")
