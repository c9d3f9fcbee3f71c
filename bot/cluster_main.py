"""One of several processes that serve a bot. Each has a shard group, or waits for a free one."""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Final

import discord
import structlog

from bot.app import Cardcrate, now
from bot.assembly import put_together, store_for
from bot.cluster.cluster import Others
from bot.cluster.keeper import Keeper
from bot.cluster.leases import elapsed
from bot.cluster.member import Member
from bot.config import Settings
from bot.delivery.offload import warm_up
from bot.delivery.own_tables import OwnTables
from bot.process import backoff, tuning
from bot.process.network import ask_at, until_known
from bot.process.refusals import explained
from bot.serving import WARM_UP_SECONDS, cancel_until_done, on_signals, rendering, reported
from bot.status.looking import Look
from bot.storage import groups
from bot.storage.errors import NotSaved, StoreError, Unreachable
from bot.storage.groups import Group, Lease
from bot.storage.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS: Final = 1.0
"""The interval at which a process reads who holds which group."""
SERVER_SECONDS: Final = 60.0
"""The longest wait for a database server at a start, because it may boot at the same time."""
HANDOVER_SECONDS: Final = 120.0
"""The longest that a stopping process keeps answering while the next one connects shard by shard."""
READY_SECONDS: Final = 60.0
"""The longest that the service manager is kept waiting for a process that can't take over yet."""
TAKEN_LOOKS: Final = 5
"""The number of checks in which a standby process takes a free group. Usually it needs one or two."""


TIME_LOOKS: Final = 5
"""The most readings of the database's clock at a start, because a slow answer isn't precise."""


class Stop:
    """The request to end this process. A second signal makes it urgent."""

    def __init__(self) -> None:
        self.asked, self.is_urgent = asyncio.Event(), asyncio.Event()
        on_signals(self._ask)

    def _ask(self) -> None:
        (self.is_urgent if self.asked.is_set() else self.asked).set()


async def serve(settings: Settings, token: str) -> None:
    """Serve one shard group after another, until Discord or the operator ends it."""
    tuning.tune()
    ask_at(settings.discord_api)
    stop = Stop()
    with rendering(settings):
        while await live(settings, token, stop):
            log.info("standing_by_again")


async def live(settings: Settings, token: str, stop: Stop) -> bool:
    """Stand by, then serve a group. Return whether to start over because another process has it.

    It also begins again if the database failed.
    """
    store = store_for(settings, is_shared=True)
    member = Member(store, own_name())
    if not await opened(store, stop):
        return False
    try:
        for _ in range(TIME_LOOKS):
            if await member.look_at_clock():
                break
        bot = await put_together(settings, member, member.elapsed, wall=member.time)
        tuning.keep_what_is_loaded()
        return await Life(bot, member, stop).lead(token)
    except NotSaved as error:  # This passes, and nothing would restart a process that ended because of it.
        log.warning("reconnected", error=str(error), trying_again_in_seconds=LOOK_SECONDS)
        await pause(LOOK_SECONDS, stop.asked)
        return not stop.asked.is_set()
    finally:
        await store.close()


async def opened(store: Store, stop: Stop, patience: float = SERVER_SECONDS) -> bool:
    """Open the database, and wait if its server doesn't answer yet. Return False if the process should end.

    Raises StoreError.
    """
    until, told = elapsed() + patience, ""
    while not stop.asked.is_set():
        try:
            await store.open()
        except Unreachable as error:
            if elapsed() > until:
                raise
            if error.words != told:
                log.warning("database_unreachable", why=error.words, cure=error.cure)
            told = error.words
            await pause(LOOK_SECONDS, stop.asked)
        else:
            return True
    return False


async def pause(seconds: float, unless: asyncio.Event) -> None:
    """Wait for this many seconds, or until an event is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await unless.wait()


async def arrange(bot: Cardcrate) -> None:
    """Divide the shards into groups as the settings ask.

    Without SHARDS, keep groups in use, or else ask Discord for the number. Raises StoreError and
    DiscordException.
    """
    present = await bot.store.read(groups.groups)
    shards = bot.settings.shards
    if shards is None:
        if len(present) > 1 or any(group.is_held for group in present):
            return
        shards, _, _ = await bot.gateway()
    await bot.store.write(groups.arrange, shards, bot.settings.places)


def own_name() -> str:
    """Return this process's name in the database: the machine, the process id and a random part."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"


class Life:
    """The life of a process, from standing by to the end of its work on a shard group."""

    def __init__(self, bot: Cardcrate, member: Member, stop: Stop) -> None:
        self._bot = bot
        self._member = member
        self._stop = stop
        tables = OwnTables(bot.sessions, bot.publisher, bot.availability)
        self._keeper = Keeper(member, tables, bot.sessions.agenda.every)
        self._watching: asyncio.Future[None] | None = None
        self._taken: asyncio.Future[Lease] = asyncio.get_running_loop().create_future()
        self._has_looked = asyncio.Event()
        """Set once this process has read the groups, and can take one over."""
        self._is_told = False
        """Whether the log already mentions that this process is standing by."""
        self._is_succeeded = asyncio.Event()
        """Set when people can play in the group through another process, or the group no longer exists."""

    async def lead(self, token: str) -> bool:
        """Serve until the end. Return whether another process took the group, without a request to stop."""
        look = partial(Look, self._bot)
        ready = partial(pause, READY_SECONDS, self._has_looked)
        async with self._bot, reported(self._bot.settings, look, self._stop.asked.is_set, ready):
            running = asyncio.ensure_future(self._run(token))
            try:
                return await self._last(running)
            finally:
                if self._watching is not None:
                    await cancel_until_done(self._watching)
                await self._keeper.close()
                await cancel_until_done(running)

    async def _run(self, token: str) -> None:
        """Log in, wait for a group, connect with its shards, and stay until that ends."""
        await warm_up(WARM_UP_SECONDS)
        await until_known(discord.http.Route.BASE)
        with explained():
            await self._bot.login(token)
            await arrange(self._bot)
            self._keeper.start()
            self._watching = asyncio.ensure_future(self._watch())
            lease = await self._taken
            await self._bot.starts.hold_back(lease.number)
            self._bot.shard_count = lease.total
            self._bot.shard_ids = list(range(lease.first_shard, lease.first_shard + lease.shards))
            await self._bot.connect()

    async def _last(self, running: "asyncio.Future[None]") -> bool:
        """Wait for the end. Return whether it came because another process took the group."""
        asked = asyncio.ensure_future(self._stop.asked.wait())
        succeeded = asyncio.ensure_future(self._is_succeeded.wait())
        try:
            await asyncio.wait((running, asked, succeeded), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
                return False
            if asked.done():
                log.info("stopping")
                await self._hand_over()
            return not asked.done()
        finally:
            asked.cancel()
            succeeded.cancel()

    async def _watch(self) -> None:
        """Check the groups every second, until cancelled."""
        while True:
            try:
                await self._look()
            except StoreError as error:
                log.warning("groups_not_seen", error=str(error))
            except Exception:  # Without further checks, this process would never serve anyone.
                log.exception("groups_not_seen")
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        """Read the groups. Take a free one, later only the same one. Notice when another process has it."""
        groups = await self._member.groups()
        self._member.others = Others(groups, now())
        self._has_looked.set()
        if self._member.leases:
            return
        if self._taken.done():
            await self._look_for_own(groups, self._taken.result())
        elif not await self._take_first(groups) and not self._is_told:
            self._is_told = True
            log.info("standing_by", groups=len(groups))

    async def _take_first(self, groups: Sequence[Group]) -> bool:
        """Take a free group. Return whether there was one.

        The one with shard 0 comes first, because without it no button in a DM works.
        """
        for group in sorted(groups, key=lambda one: (one.first_shard > 0, round(one.left), one.number)):
            if not group.is_held and await self._takes(group.number):
                return True
        return False

    async def _look_for_own(self, groups: Sequence[Group], before: Lease) -> None:
        """Take back this process's group, unless it's served elsewhere or no longer exists."""
        total = sum(group.shards for group in groups)
        own = [group for group in groups if is_same(group, before) and total == before.total]
        if not own or self._is_served_elsewhere(own[0]):
            self._is_succeeded.set()
        elif not own[0].is_held:
            await self._takes(before.number)

    async def _takes(self, number: int) -> bool:
        """Take a group, unless this process should end. Return whether it got the group."""
        lease = None if self._stop.asked.is_set() else await self._keeper.take(number)
        if lease is None:
            return False
        self._bot.chores.keep_house()
        if not self._taken.done():
            self._taken.set_result(lease)
        return True

    def _is_served_elsewhere(self, group: Group) -> bool:
        """Whether another process holds a group and people can play there, so that its clocks run."""
        is_elsewhere = group.is_held and group.holder != self._member.name
        return is_elsewhere and group.alive is not None and group.stopped is None

    async def _hand_over(self) -> None:
        """Give the group to a standby process, and keep answering until people can play there."""
        held = sum(group.is_held for group in self._member.others.groups)
        for lease in self._member.leases:
            with suppress(StoreError):  # If this fails, others can take it when the lease ends.
                is_awaited = await self._member.store.engine.processes() > held
                await self._keeper.give_back(lease)
                if is_awaited and await self._until(partial(self._is_taken, lease), looks=TAKEN_LOOKS):
                    await self._wait_for_successor(lease)
                with suppress(StoreError):  # At worst, the next start waits a little.
                    await backoff.forget(self._member.store, lease.number)

    async def _wait_for_successor(self, lease: Lease) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(HANDOVER_SECONDS):
                await self._until(self._is_succeeded.is_set)
        log.info("handed_over" if self._is_succeeded.is_set() else "not_handed_over", group=lease.number)

    def _is_taken(self, lease: Lease) -> bool:
        """Whether another process holds the group of a lease."""
        return any(
            group.is_held and group.holder != lease.holder
            for group in self._member.others.groups
            if group.number == lease.number
        )

    async def _until(self, is_so: Callable[[], bool], looks: float = inf) -> bool:
        """Check the groups until a condition holds, `looks` times at most. Return whether it holds."""
        while not is_so() and looks > 0 and not self._stop.is_urgent.is_set():
            await pause(LOOK_SECONDS, self._stop.is_urgent)
            with suppress(StoreError):  # The next check may succeed.
                await self._look()
            looks -= 1
        return is_so()


def is_same(group: Group, lease: Lease) -> bool:
    """Whether a lease was for this group, with the same shards."""
    return (group.number, group.first_shard, group.shards) == (lease.number, lease.first_shard, lease.shards)
