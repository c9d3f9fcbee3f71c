"""The interface to a bot's other processes, implemented for a process that has none."""

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
    """The shard groups of all processes, as this one last read them."""

    groups: Sequence[Group] = ()
    at: float | None = None
    """The time of that read, in seconds since the epoch."""


class Cluster:
    """The only process of a bot. It owns every table, and no other process changes anything."""

    others: Others | None = None
    """The shard groups of all processes. None if this process serves the bot alone."""
    try_seconds: float | None = None
    """The seconds that a request to Discord may take. None for no limit."""
    buckets = 1
    """The number of shards that may identify at the same time: Discord's `max_concurrency`."""

    def __init__(self, store: Store, elapsed: Callable[[], float] = elapsed) -> None:
        self.store = store
        self.elapsed = elapsed
        self._free_at: dict[Allowance, float] = {}
        """The time of each allowance's next free turn, by the event loop's clock."""

    @property
    def leases(self) -> Sequence[Lease]:
        """The leases of this process that haven't ended."""
        return ()

    def owns(self, guild_id: int) -> bool:
        """Whether this process shows the tables of a server (0: those in DMs), and runs their clocks."""
        return True

    def trusts(self, read_at: float) -> bool:
        """Whether preferences that were read at this time, by `elapsed`, may still be used."""
        return True

    @property
    def may_send(self) -> bool:
        """Whether this process is sure to own its tables until a request that begins now has ended."""
        return True

    @property
    def does_maintenance(self) -> bool:
        """Whether this process makes backups, packs games and deletes old data."""
        return True

    def mark(self, guild_id: int) -> int:
        """Return the id of the newest session that an earlier process may have shown in a server."""
        return self.store.inherited

    async def claim(self, interaction_id: int) -> bool:
        """Claim an interaction for this process. Return False if another process has claimed it."""
        return True

    async def forget_seen(self, before: float) -> None:
        """Delete the interactions seen before a time. Discord never repeats one after its token expires."""
        await self.store.write(rows.forget_seen, before)

    async def freshness(self, session_id: int) -> Freshness | None:
        """Return facts about a stored session. None if it isn't stored, or can't differ from memory."""
        return None

    def _own(self) -> list[SessionFilter]:
        return [EVERY]

    async def read_own(
        self,
        function: Callable[Concatenate[Connection, SessionFilter, P], list[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[T]:
        """Return everything that a reading function finds among the tables this process owns."""
        return [one for own in self._own() for one in await self.store.read(function, own, *args, **kwargs)]

    async def write_delivered(self, news: Sequence[Delivered]) -> Sequence[Delivered]:
        """Store delivery's findings about own tables in one transaction, and return what was stored."""
        return await self.store.write(shown.write_all, news)

    async def last_played(self) -> float | None:
        """Return when people could last play, in seconds since the epoch, or None if groups store that."""
        return await self.store.read(groups.last_played)

    async def dms_silent_for(self, *, is_open: bool) -> float | None:
        """Return how many seconds ago direct messages last reached a process. None if that isn't known.

        `is_open` says whether Discord's events reach this process.
        """
        return 0.0

    async def stop_clocks(self, seconds: float) -> None:
        """Note that the clocks of own tables stopped `seconds` ago, unless a time is noted already."""

    async def beat(self, now: float) -> bool:
        """Note that people can play. Return False if the clocks of some own tables are stopped."""
        await self.store.write(facts.keep_note, HEARTBEAT, repr(now))
        return True

    async def start_clocks(self, stopped_for: float, now: float) -> float | None:
        """Extend all deadlines by the time since people could last play.

        The clocks of this process stopped `stopped_for` seconds ago. Returns the seconds by which every
        deadline has moved, or None if they have to be read from the database.
        """
        await self.store.extend_deadlines(stopped_for, (HEARTBEAT, repr(now)))
        log.info("deadlines_extended", seconds=round(stopped_for, 1))
        return stopped_for

    async def follow_clock(self, drift: float, played_at: float) -> float | None:
        """Move all deadlines by `drift`, because the clock was set. People could last play at `played_at`.

        Returns the same as `start_clocks`.
        """
        return await self.start_clocks(drift, played_at)

    async def take_turns(self, what: Allowance, number: int, interval: float, ahead: float) -> float:
        """Take turns of an allowance that all processes of the bot share. See `Take`."""
        now = asyncio.get_running_loop().time()
        first = max(self._free_at.get(what, float("-inf")), now - ahead)
        self._free_at[what] = first + number * interval
        return first - now

    async def identify(self, shard_id: int) -> bool:
        """Wait until a shard may identify. Return False if the library's own pause is enough."""
        return False
