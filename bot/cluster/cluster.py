"""The interface to the other processes of a bot, as it's answered where there are none."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
import structlog

from bot.cluster.leases import elapsed
from bot.cluster.throttle import Allowance
from bot.storage import facts, groups, rows, shown
from bot.storage.engine import Connection
from bot.storage.facts import HEARTBEAT
from bot.storage.groups import EVERY, Group, Lease, SessionFilter
from bot.storage.records import Delivered, Freshness
from bot.storage.store import Store

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Others(msgspec.Struct, frozen=True):
    """The shard groups of all processes, as this one saw them last."""

    groups: Sequence[Group] = ()
    at: float | None = None
    """When that was, in seconds since the epoch."""


class Cluster:
    """A process that serves the bot alone: every table is its own, and nobody else changes anything."""

    others: Others | None = None
    """The shard groups of all processes. None if there are none."""
    try_seconds: float | None = None
    """How long a request to Discord may take. None: as long as it likes."""
    buckets = 1
    """How many shards may identify at a time, as Discord says (`max_concurrency`)."""

    def __init__(self, store: Store, elapsed: Callable[[], float] = elapsed) -> None:
        self.store = store
        self.elapsed = elapsed
        self._free_at: dict[Allowance, float] = {}
        """When the next turn of each kind is free, in seconds of the event loop."""

    @property
    def leases(self) -> Sequence[Lease]:
        """The leases of this process that go on."""
        return ()

    def owns(self, guild_id: int) -> bool:
        """Whether this process shows the tables of a server (0: those in DMs), and runs their clocks."""
        return True

    def trusts(self, read_at: float) -> bool:
        """Whether choices that were read at this moment, in own seconds, still hold."""
        return True

    @property
    def may_send(self) -> bool:
        """Whether this process is sure to own its tables until a request that begins now has ended."""
        return True

    @property
    def keeps_house(self) -> bool:
        """Whether this process packs, backs up and forgets."""
        return True

    def mark(self, guild_id: int) -> int:
        """Return the newest session of a server that an earlier process may have shown."""
        return self.store.inherited

    async def claim(self, interaction_id: int) -> bool:
        """Become the process that answers an interaction. Return False if another one is."""
        return True

    async def forget_seen(self, before: float) -> None:
        """Forget interactions older than this: Discord repeats none after its token has died."""
        await self.store.write(rows.forget_seen, before)

    async def freshness(self, session_id: int) -> Freshness | None:
        """Return how a session is stored, unless what this process has in memory is surely the same."""
        return None

    def _own(self) -> list[SessionFilter]:
        return [EVERY]

    async def read_own(
        self,
        function: Callable[Concatenate[Connection, SessionFilter, P], list[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[T]:
        """Return what a function finds in own tables."""
        return [one for some in self._own() for one in await self.store.read(function, some, *args, **kwargs)]

    async def delivered(self, news: Sequence[Delivered]) -> Sequence[Delivered]:
        """Store what delivery has found out about own tables, in one go, and return what was stored."""
        return await self.store.write(shown.write_all, news)

    async def last_played(self) -> float | None:
        """Return since when nobody can play, in seconds since the epoch, if this process has to know that."""
        return await self.store.read(groups.last_played)

    async def dms_silent_for(self, *, is_open: bool) -> float | None:
        """Return for how many seconds direct messages have reached no process. None: they never have.

        `is_open` tells whether they reach this one.
        """
        return 0.0

    async def stop_clocks(self, seconds: float) -> None:
        """Note that the clocks of own tables stopped `seconds` ago, unless that's noted already."""

    async def beat(self, now: float) -> bool:
        """Note that people can play. Return False if the clocks of some own tables are stopped."""
        await self.store.write(facts.keep_note, HEARTBEAT, repr(now))
        return True

    async def start_clocks(self, stopped_for: float, now: float) -> float | None:
        """Give players back the time since they could last play.

        The clocks of this process stopped `stopped_for` seconds ago. Returns by how many seconds all have
        moved. None if they have to be read again.
        """
        await self.store.extend_deadlines(stopped_for, (HEARTBEAT, repr(now)))
        log.info("deadlines_extended", seconds=round(stopped_for, 1))
        return stopped_for

    async def follow_clock(self, drift: float, played_at: float) -> float | None:
        """Move everything that's due because the clock was set. People could last play at `played_at`.

        Returns the same as `start_clocks`.
        """
        return await self.start_clocks(drift, played_at)

    async def take_turns(self, what: Allowance, number: int, interval: float, ahead: float) -> float:
        """Take turns of the bot, as `Take` says."""
        now = asyncio.get_running_loop().time()
        first = max(self._free_at.get(what, float("-inf")), now - ahead)
        self._free_at[what] = first + number * interval
        return first - now

    async def identify(self, shard_id: int) -> bool:
        """Wait until a shard may identify. Return False if the library's own pause is enough."""
        return False
