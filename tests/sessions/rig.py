"""Sessions on a real database, with a transport in memory and a clock that only tests move."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch
from weakref import ref

from bot.cluster.cluster import Cluster
from bot.config import DATA
from bot.delivery.errors import DeliveryError, Transport
from bot.delivery.publisher import Publisher
from bot.delivery.wanted import AT_ONCE
from bot.engine.draft import Refusal
from bot.games import GAMES
from bot.games.crap.recycling import Recycle
from bot.games.crap.state import State
from bot.sessions import computers
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import shown
from bot.storage.store import Store
from bot.timings import USUAL, Timings
from tests.helpers.clocks import SetClock
from tests.helpers.seen import see_dms
from tests.helpers.transports import Fault, MemoryTransport

CHANNEL = 10
ELSEWHERE = 20
PLAYERS = (100, 101, 102)


class Tables:
    """Sessions on a real database with their publisher, any transport, and a clock that only tests move."""

    def __init__(
        self,
        store: Store,
        transport: Transport,
        now: Callable[[], float],
        timings: Timings = USUAL,
        cluster: Cluster | None = None,
    ) -> None:
        self.store = store
        self.sessions = Sessions(
            store,
            GAMES,
            pace=Pace(600, 120),
            clock=now,
            new_key=lambda: b"k" * 32,
            timings=timings,
            cluster=cluster,
        )
        self.pauses = Pauses(self.sessions)
        self.publisher = Publisher(
            store,
            transport,
            clock=SetClock(now),
            key=b"k",
            sessions=self.sessions,
            pauses=self.pauses,
            paces=AT_ONCE,
            timings=timings,
            backoff=0.001,
        )

    async def lobby(self, game: str = "crap", channel_id: int = CHANNEL) -> Session:
        opened = await self.sessions.open(game, {}, guild_id=1, channel_id=channel_id, host_id=PLAYERS[0])
        assert isinstance(opened, Session)
        await see_dms(self.sessions.choices, *PLAYERS)
        for player in PLAYERS[1:]:
            assert await self.sessions.act(opened, player, Join()) is None
        return opened

    async def close(self) -> None:
        """Close the sessions and the publisher."""
        await self.sessions.close()
        await self.publisher.close()

    async def quiet(self) -> None:
        """Wait until the publisher is at rest, even if something is left to show."""
        while self.publisher.is_busy:
            await asyncio.sleep(0.001)

    async def is_left(self, session: Session) -> bool:
        """Whether the stored state says that something must still be shown."""
        return session.record.id in dict(await self.store.read(shown.due))

    def turn(self, session: Session) -> int:
        state: State = session.state
        return PLAYERS[state.turn]


class Rig(Tables):
    """Sessions on a real database with a transport in memory and a clock that only tests move."""

    def __init__(
        self,
        store: Store,
        transport: MemoryTransport | None = None,
        timings: Timings = USUAL,
        cluster: Cluster | None = None,
    ) -> None:
        self.time = 1000.0
        self.transport = transport or MemoryTransport()
        super().__init__(store, self.transport, lambda: self.time, timings, cluster)
        self._again: Rig | None = None

    async def table(self, game: str = "crap", channel_id: int = CHANNEL) -> Session:
        opened = await self.lobby(game, channel_id)
        assert await self.sessions.act(opened, PLAYERS[0], Start()) is None
        await self.quiet()
        return opened

    async def run_out(self, session: Session) -> None:
        """Move the clock past the table's deadline, and let the clock act."""
        assert session.record.deadline is not None
        self.time = session.record.deadline + 1
        await self.sessions._on_deadline(session.record.id)
        await self.quiet()

    async def restart(self) -> "Rig":
        """End this process in its present state, and return the next one on the same database."""
        await self.close()
        await self.store.close()
        store = Store(self.store.where, DATA / "migrations")
        await store.open()
        again = self._again = Rig(store, self.transport, self.sessions.computers.timings)
        again.time = self.time
        return again

    async def close(self) -> None:
        """Close this process and those that were started after it."""
        if self._again is not None:
            await self._again.close()
            await self._again.store.close()
        await super().close()


async def reloaded(rig: Rig, session: Session) -> Session:
    """Return a session as this process has it."""
    found = await rig.sessions.get(session.record.id)
    assert found is not None
    return found


async def settled(rig: Rig, session: Session) -> None:
    """Wait until no computer has anything to do."""
    while computers.deciding(session) or rig.sessions.computers.is_busy:
        await asyncio.sleep(0)
    await rig.quiet()


def code(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.code


def dm(user: int) -> int:
    """Return the DM channel of a user."""
    return 1000 + user


def no_fault(_what: str, _channel: int) -> None:
    """Answer every request without a fault."""


def once(what: str, channel_id: int, error: DeliveryError) -> Fault:
    """Return a fault that this kind of request in this channel meets once."""
    left = [error]
    return lambda asked, channel: left.pop() if left and (asked, channel) == (what, channel_id) else None


def always(what: str, channel_id: int, error: DeliveryError) -> Fault:
    """Return a fault that this kind of request in this channel always meets."""
    return lambda asked, channel: error if (asked, channel) == (what, channel_id) else None


def before_messages_are_read(
    store: Store, do: Callable[[int], Awaitable[object]]
) -> AbstractContextManager[Any]:
    """Call `do` with the number of a session each time before that session's messages are read."""
    real: Callable[..., Awaitable[Any]] = store.read

    async def read(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if function is shown.read:
            await do(*given)
        return await real(function, *given, **named)

    return patch.object(store, "read", read)


async def forgotten(gone: ref[Session]) -> None:
    """Wait until a session has left the memory."""
    while gone() is not None:  # a thread of the store may still hold its last job
        gc.collect()
        await asyncio.sleep(0.001)


async def move(rig: Rig, session: Session) -> int:
    """Make a move for the player on turn, and return that player."""
    player = rig.turn(session)
    assert await rig.sessions.act(session, player, MakeMove(Recycle())) is None
    await rig.quiet()
    return player
