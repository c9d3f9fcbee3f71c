"""Two processes of one bot in one test, each with its own store and sessions, on one database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.cluster.keeper import Keeper
from bot.cluster.member import Member
from bot.config import Server
from bot.delivery.own_tables import OwnTables
from bot.games import GAMES
from bot.games.crap.recycling import Recycle
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import groups
from bot.storage.groups import Lease
from bot.storage.store import Store
from tests.helpers.behind import change_in
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS
from tests.helpers.transports import MemoryTransport
from tests.sessions.rig import Rig

END_LEASES = "UPDATE shard_groups SET until = 1"
SHARDS, GROUPS = 4, 2
FIRST, SECOND = 1, 2 << 22
"""Servers of the first group and of the second."""


class Process(Rig):
    """A process that people can reach, whose groups are renewed when a test says so."""

    def __init__(self, store: Store, transport: MemoryTransport, name: str) -> None:
        self.slept = 0.0
        self.member = Member(store, name, elapsed=lambda: self.slept)
        super().__init__(store, transport, cluster=self.member)
        self.clock = SteadyClock(lambda: self.time, lambda: self.time)
        self.availability = Availability(self.sessions, self.clock)
        self.availability._is_open = True
        self.tables = OwnTables(self.sessions, self.publisher, self.availability)
        self.keeper = Keeper(self.member, self.tables, self.sessions.agenda.every)

    async def take(self, number: int | None = None) -> Lease:
        """Take a group, and show everything that it has to show."""
        lease = await self.keeper.take(number)
        assert lease is not None
        await self.quiet()
        return lease

    async def look(self) -> None:
        """Read the changes of other processes."""
        await self.tables.look_at_tables()
        await self.quiet()

    async def die(self) -> None:
        """Stop as if killed: nothing is released, and nothing more is stored."""
        await self.sessions.close()
        self.publisher.write_behind.drop(lambda _guild_id: True)
        await self.publisher.close()


Pair = tuple[Process, Process]


async def end_leases(process: Process) -> None:
    """Make all leases expire at once."""
    await change_in(process.store, END_LEASES)


async def seen_by(process: Process, session: Session) -> Session:
    """Return the same table in another process."""
    found = await process.sessions.get(session.record.id)
    assert found is not None
    return found


async def recycle(process: Process, session: Session, player: int) -> object:
    """Make a move at C.R.A.P. that works without cards. Returns None, or why it was refused."""
    return await process.sessions.act(session, player, MakeMove(Recycle()))


@asynccontextmanager
async def members(server: Server) -> AsyncIterator[Pair]:
    """Yield two processes with one Discord."""
    transport, stores = MemoryTransport(), []
    for _ in range(2):
        store = Store(server, MIGRATIONS, GAMES, patience=BUSY_SECONDS, is_shared=True)
        await store.open()
        stores.append(store)
    await stores[0].write(groups.arrange, SHARDS, GROUPS)
    one, other = (
        Process(store, transport, name) for store, name in zip(stores, ("one", "other"), strict=True)
    )
    yield one, other
    for process in (one, other):
        await process.close()
        await process.store.close()
