"""Serving one bot with several processes: each has a shard group, or stands by until one is free."""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import Cardcrate, now
from bot.assembly import put_together, store_for
from bot.config import Settings
from bot.delivery.holding import Holding
from bot.delivery.offload import warm_up
from bot.process import backoff, tuning
from bot.process.backoff import Start
from bot.process.reaching import ask_at, until_known
from bot.serving import WARM_UP_SECONDS, on_signals, put_down, rendering, reported
from bot.sessions.group_uptime import GroupUptime
from bot.sessions.steady import DatabaseTime
from bot.status.looking import Look, Others
from bot.storage.errors import StoreError, Unreachable
from bot.storage.groups import Group, Lease
from bot.storage.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS: Final = 1.0
"""How often a process looks who holds which group."""
SERVER_SECONDS: Final = 60.0
"""How long a start waits for a database server: machines that boot together are not ready together."""
HANDOVER_SECONDS: Final = 120.0
"""How long a process that is to stop goes on answering until the next one can: shards take turns."""
TAKEN_SECONDS: Final = 5.0
"""Who stands by takes a group within a second or two; after this time nobody will."""


class Stop:
    """Whether somebody wants this process to end, and (asked twice) at once."""

    def __init__(self) -> None:
        self.asked, self.is_urgent = asyncio.Event(), asyncio.Event()
        on_signals(self._ask)

    def _ask(self) -> None:
        (self.is_urgent if self.asked.is_set() else self.asked).set()


async def serve(settings: Settings, token: str) -> None:
    """Serve one shard group after the other, until Discord or the operator ends it."""
    tuning.tune()
    ask_at(settings.discord_api)
    stop = Stop()
    with rendering(settings):
        while await live(settings, token, stop):
            log.info("standing_by_again")


async def live(settings: Settings, token: str, stop: Stop) -> bool:
    """Stand by, then serve a group; gives whether to begin again, because another process has it now."""
    store = store_for(settings, is_shared=True)
    if not await opened(store, stop):
        return False
    try:
        time = DatabaseTime(store.held.elapsed)
        asked_at = time.elapsed()
        time.see(await store.time(), asked_at)
        bot = await put_together(settings, store, time.elapsed, wall=time)
        tuning.keep_what_is_loaded()
        return await Life(bot, time, stop).lead(token)
    finally:
        await store.close()


async def opened(store: Store, stop: Stop, patience: float = SERVER_SECONDS) -> bool:
    """Open the database, in a while where its server does not answer yet; False: the process is to end.

    Raises StoreError.
    """
    until = store.held.elapsed() + patience
    while not stop.asked.is_set():
        try:
            await store.open()
        except Unreachable as error:
            if store.held.elapsed() > until:
                raise
            log.warning("database_unreachable", error=str(error), trying_again_in_seconds=LOOK_SECONDS)
            await pause(LOOK_SECONDS, stop.asked)
        else:
            return True
    return False


async def pause(seconds: float, unless: asyncio.Event) -> None:
    """Wait so long, or until something happens."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await unless.wait()


async def arrange(settings: Settings, store: Store, token: str) -> None:
    """Share out the shards as the settings say, or else leave that as it is kept.

    Where nothing says how many shards there are, Discord does. Raises StoreError and DiscordException.
    """
    present = await store.groups()
    shards = settings.shards
    if shards is None:
        if len(present) > 1 or any(group.is_held for group in present):
            return
        shards = await wanted_shards(token)
    await store.arrange(shards, settings.places)


async def wanted_shards(token: str) -> int:
    """How many shards Discord wants the bot to have."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        shards, _, _ = await client.http.get_bot_gateway()
    return shards


def own_name() -> str:
    """How this process is called in the database: by its machine and its number there."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"


class Life:
    """A process from its standing by to the end of its shard group."""

    def __init__(self, bot: Cardcrate, time: DatabaseTime, stop: Stop) -> None:
        assert isinstance(bot.uptime, GroupUptime)
        self._bot = bot
        self._store = bot.store
        self._stop = stop
        self._holding = Holding(bot.sessions, bot.publisher, bot.uptime, name=own_name(), time=time)
        self._others = Others()
        self._watching: asyncio.Future[None] | None = None
        self._taken: asyncio.Future[Lease] = asyncio.get_running_loop().create_future()
        self._let_go_at: float | None = None
        """When the group was lost or given back, in own seconds."""
        self._is_told = False
        """Whether the log says that this process stands by."""
        self._is_succeeded = asyncio.Event()
        """Set when another process has the group, and its people have been able to play there."""

    async def lead(self, token: str) -> bool:
        """Serve; gives whether another process has the group at the end, though nobody wanted us to stop."""
        look = partial(Look, self._bot, others=self._others)
        async with self._bot, reported(self._bot.settings, look, self._stop.asked.is_set):
            running = asyncio.ensure_future(self._run(token))
            try:
                return await self._last(running)
            finally:
                if self._watching is not None:
                    await put_down(self._watching)
                await self._holding.close()
                await put_down(running)

    async def _run(self, token: str) -> None:
        """Log in, wait for a group, connect with its shards, and stay until that ends."""
        await warm_up(WARM_UP_SECONDS)
        await until_known(discord.http.Route.BASE)
        await arrange(self._bot.settings, self._store, token)
        await self._bot.login(token)
        self._holding.start()
        self._watching = asyncio.ensure_future(self._watch())
        lease = await self._taken
        waited = await backoff.hold_back(self._store, clock=now, group=lease.number)
        self._bot.first_identifies = lambda: backoff.count(self._store, Start(now(), waited), lease.number)
        self._bot.shard_count = lease.total
        self._bot.shard_ids = list(range(lease.first_shard, lease.first_shard + lease.shards))
        await self._bot.connect()

    async def _last(self, running: "asyncio.Future[None]") -> bool:
        """Last until somebody ends it."""
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
        """Look again and again who holds which group."""
        while True:
            try:
                await self._look()
            except StoreError as error:
                log.warning("groups_not_seen", error=str(error))
            except Exception:  # a bug; who stops looking would never serve anybody
                log.exception("groups_not_seen")
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        """Take a free group, after the first only the same one again; notice who has taken it over."""
        groups = await self._store.groups()
        self._others.groups, self._others.at = groups, now()
        if self._store.held.leases:
            return
        number = self._taken.result().number if self._taken.done() else None
        if number is not None and self._let_go_at is None:
            self._let_go_at = self._store.held.elapsed()
        for group in groups:
            if number not in (None, group.number):
                continue
            if not group.is_held and not self._stop.asked.is_set() and await self._takes(group.number):
                return
            if number is not None and self._has_taken_over(group):
                self._is_succeeded.set()
        if number is None and not self._is_told:
            self._is_told = True
            log.info("standing_by", groups=len(groups))

    async def _takes(self, number: int) -> bool:
        lease = await self._holding.take(number)
        if lease is None:
            return False
        self._let_go_at = None
        self._bot.keep_house()
        if not self._taken.done():
            self._taken.set_result(lease)
        return True

    def _has_taken_over(self, group: Group) -> bool:
        """Whether people have been able to play with another process since this one let go of the group."""
        if self._let_go_at is None or group.alive is None or not group.is_held:
            return False
        return group.alive < self._store.held.elapsed() - self._let_go_at

    async def _hand_over(self) -> None:
        """Give the group to the process that stands by, and go on answering until players can play there."""
        held = sum(group.is_held for group in self._others.groups)
        for lease in self._store.held.leases:
            with suppress(StoreError):  # else others have it when the lease ends
                is_awaited = await self._store.engine.processes() > held
                self._let_go_at = self._store.held.elapsed()
                await self._holding.give_back(lease)
                if is_awaited and await self._in_time(TAKEN_SECONDS, partial(self._is_taken, lease.number)):
                    is_over = await self._in_time(HANDOVER_SECONDS, self._is_succeeded.is_set)
                    log.info("handed_over" if is_over else "not_handed_over", group=lease.number)
                with suppress(StoreError):  # at worst the next start waits a little
                    await backoff.forget(self._store, lease.number)

    def _is_taken(self, number: int) -> bool:
        """Whether another process holds a group."""
        [group] = [group for group in self._others.groups if group.number == number]
        return group.is_held and group.holder != self._holding.name

    async def _in_time(self, seconds: float, is_so: Callable[[], bool]) -> bool:
        """Wait until something is so, for a time; whether it is."""
        until = self._store.held.elapsed() + seconds
        while not is_so() and not self._stop.is_urgent.is_set() and self._store.held.elapsed() < until:
            await pause(LOOK_SECONDS / 2, self._stop.is_urgent)
        return is_so()
