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
from bot.assembly import build_bot, store_for
from bot.cluster.cluster import Others
from bot.cluster.keeper import Keeper
from bot.cluster.leases import elapsed
from bot.cluster.member import Member
from bot.config import Settings
from bot.delivery.own_tables import OwnTables
from bot.delivery.page_rendering import warm_up
from bot.process import backoff, tuning
from bot.process.network import use_api, wait_for_dns
from bot.process.refusals import translate_errors
from bot.serving import WARM_UP_SECONDS, cancel_until_done, on_signals, rendering, report_health
from bot.status.looking import HealthSource
from bot.storage import groups
from bot.storage.errors import NotSaved, StoreError, Unreachable
from bot.storage.groups import Group, Lease
from bot.storage.store import Store

log = structlog.get_logger(__name__)

POLL_SECONDS: Final = 1.0
"""The interval at which a process reads who holds which group."""
SERVER_SECONDS: Final = 60.0
"""The longest wait for a database server at a start, because it may boot at the same time."""
HANDOVER_SECONDS: Final = 120.0
"""The longest that a stopping process keeps answering while the next one connects shard by shard."""
READY_SECONDS: Final = 60.0
"""The longest that the service manager is kept waiting for a process that can't take over yet."""
TAKE_POLLS: Final = 5
"""The number of polls in which a standby process takes a free group. Usually it needs one or two."""


CLOCK_READINGS: Final = 5
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
    use_api(settings.discord_api)
    stop = Stop()
    with rendering(settings):
        while await serve_group(settings, token, stop):
            log.info("standing_by_again")


async def serve_group(settings: Settings, token: str, stop: Stop) -> bool:
    """Stand by, then serve a group. Return whether to start over because another process has it.

    It also begins again if the database failed.
    """
    store = store_for(settings, is_shared=True)
    member = Member(store, own_name())
    if not await open_store(store, stop):
        return False
    try:
        for _ in range(CLOCK_READINGS):
            if await member.look_at_clock():
                break
        bot = await build_bot(settings, member, member.elapsed, wall=member.time)
        tuning.freeze_loaded()
        return await Service(bot, member, stop).serve(token)
    except NotSaved as error:  # This passes, and nothing would restart a process that ended because of it.
        log.warning("reconnected", error=str(error), trying_again_in_seconds=POLL_SECONDS)
        await pause(POLL_SECONDS, stop.asked)
        return not stop.asked.is_set()
    finally:
        await store.close()


async def open_store(store: Store, stop: Stop, patience: float = SERVER_SECONDS) -> bool:
    """Open the database, and wait if its server doesn't answer yet. Return False if the process should end.

    Raises StoreError.
    """
    until, logged = elapsed() + patience, ""
    while not stop.asked.is_set():
        try:
            await store.open()
        except Unreachable as error:
            if elapsed() > until:
                raise
            if error.words != logged:
                log.warning("database_unreachable", why=error.words, cure=error.cure)
            logged = error.words
            await pause(POLL_SECONDS, stop.asked)
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


class Service:
    """The life of a process, from standing by to the end of its work on a shard group."""

    def __init__(self, bot: Cardcrate, member: Member, stop: Stop) -> None:
        self._bot = bot
        self._member = member
        self._stop = stop
        tables = OwnTables(bot.sessions, bot.publisher, bot.availability)
        self._keeper = Keeper(member, tables, bot.sessions.agenda.every)
        self._watching: asyncio.Future[None] | None = None
        self._taken: asyncio.Future[Lease] = asyncio.get_running_loop().create_future()
        self._has_checked = asyncio.Event()
        """Set once this process has read the groups, and can take one over."""
        self._is_logged = False
        """Whether the log already mentions that this process is standing by."""
        self._has_successor = asyncio.Event()
        """Set when people can play in the group through another process, or the group no longer exists."""

    async def serve(self, token: str) -> bool:
        """Serve until the end. Return whether another process took the group, without a request to stop."""
        make_source = partial(HealthSource, self._bot)
        ready = partial(pause, READY_SECONDS, self._has_checked)
        async with self._bot, report_health(self._bot.settings, make_source, self._stop.asked.is_set, ready):
            running = asyncio.ensure_future(self._run(token))
            try:
                return await self._wait_for_end(running)
            finally:
                if self._watching is not None:
                    await cancel_until_done(self._watching)
                await self._keeper.close()
                await cancel_until_done(running)

    async def _run(self, token: str) -> None:
        """Log in, wait for a group, connect with its shards, and stay until that ends."""
        await warm_up(WARM_UP_SECONDS)
        await wait_for_dns(discord.http.Route.BASE)
        with translate_errors():
            await self._bot.login(token)
            await arrange(self._bot)
            self._keeper.start()
            self._watching = asyncio.ensure_future(self._watch())
            lease = await self._taken
            await self._bot.starts.hold_back(lease.number)
            self._bot.shard_count = lease.total
            self._bot.shard_ids = list(range(lease.first_shard, lease.first_shard + lease.shards))
            await self._bot.connect()

    async def _wait_for_end(self, running: "asyncio.Future[None]") -> bool:
        """Wait for the end. Return whether it came because another process took the group."""
        asked = asyncio.ensure_future(self._stop.asked.wait())
        succeeded = asyncio.ensure_future(self._has_successor.wait())
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
                await self._check_groups()
            except StoreError as error:
                log.warning("groups_not_seen", error=str(error))
            except Exception:  # Without further polls, this process would never serve anyone.
                log.exception("groups_not_seen")
            await asyncio.sleep(POLL_SECONDS)

    async def _check_groups(self) -> None:
        """Read the groups. Take a free one, later only the same one. Notice when another process has it."""
        groups = await self._member.groups()
        self._member.others = Others(groups, now())
        self._has_checked.set()
        if self._member.leases:
            return
        if self._taken.done():
            await self._retake_own(groups, self._taken.result())
        elif not await self._take_first(groups) and not self._is_logged:
            self._is_logged = True
            log.info("standing_by", groups=len(groups))

    async def _take_first(self, groups: Sequence[Group]) -> bool:
        """Take a free group. Return whether there was one.

        The one with shard 0 comes first, because without it no button in a DM works.
        """
        for group in sorted(groups, key=lambda one: (one.first_shard > 0, round(one.left), one.number)):
            if not group.is_held and await self._try_take(group.number):
                return True
        return False

    async def _retake_own(self, groups: Sequence[Group], before: Lease) -> None:
        """Take back this process's group, unless it's served elsewhere or no longer exists."""
        total = sum(group.shards for group in groups)
        own = [group for group in groups if is_same(group, before) and total == before.total]
        if not own or self._is_served_elsewhere(own[0]):
            self._has_successor.set()
        elif not own[0].is_held:
            await self._try_take(before.number)

    async def _try_take(self, number: int) -> bool:
        """Take a group, unless this process should end. Return whether it got the group."""
        lease = None if self._stop.asked.is_set() else await self._keeper.take(number)
        if lease is None:
            return False
        self._bot.chores.start_maintenance()
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
                if is_awaited and await self._poll_until(partial(self._is_taken, lease), polls=TAKE_POLLS):
                    await self._wait_for_successor(lease)
                with suppress(StoreError):  # At worst, the next start waits a little.
                    await backoff.forget(self._member.store, lease.number)

    async def _wait_for_successor(self, lease: Lease) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(HANDOVER_SECONDS):
                await self._poll_until(self._has_successor.is_set)
        log.info("handed_over" if self._has_successor.is_set() else "not_handed_over", group=lease.number)

    def _is_taken(self, lease: Lease) -> bool:
        """Whether another process holds the group of a lease."""
        return any(
            group.is_held and group.holder != lease.holder
            for group in self._member.others.groups
            if group.number == lease.number
        )

    async def _poll_until(self, is_so: Callable[[], bool], polls: float = inf) -> bool:
        """Check the groups until a condition holds, `polls` times at most. Return whether it holds."""
        while not is_so() and polls > 0 and not self._stop.is_urgent.is_set():
            await pause(POLL_SECONDS, self._stop.is_urgent)
            with suppress(StoreError):  # The next check may succeed.
                await self._check_groups()
            polls -= 1
        return is_so()


def is_same(group: Group, lease: Lease) -> bool:
    """Whether a lease was for this group, with the same shards."""
    return (group.number, group.first_shard, group.shards) == (lease.number, lease.first_shard, lease.shards)
