"""Serving one bot with several processes: each has a shard group, or stands by until one is free."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import Cardcrate, Part
from bot.assembly import put_together, store_for
from bot.config import Settings
from bot.process import backoff, tuning
from bot.process.holding import LOOK_SECONDS, Holding
from bot.process.identifying import Identifying
from bot.process.reaching import ask_at, until_known
from bot.serving import connect, on_signals, put_down, rendering, reported
from bot.status.looking import Look, LookAtStandby
from bot.storage import groups
from bot.storage.errors import StoreError
from bot.storage.groups import Lease
from bot.storage.store import Store
from bot.storage.turns import Turns

log = structlog.get_logger(__name__)

HANDOVER_SECONDS: Final = 120.0
"""How long a process that is to stop goes on answering until the next one can: shards take turns."""
TAKEN_SECONDS: Final = 10.0
"""Who stands by takes a group within a second; after this time nobody will."""


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
    await store.open()
    try:
        await arrange(settings, store, token)
        holding = Holding(store)
        lease = await stand_by(settings, holding, stop)
        return lease is not None and await Life(settings, store, holding, lease, stop).serve(token)
    finally:
        await store.close()


async def arrange(settings: Settings, store: Store, token: str) -> None:
    """Share out the shards as the settings say, or else leave that as it is kept.

    Where nothing says how many shards there are, Discord does. Raises StoreError and DiscordException.
    """
    present = await store.engine.read(groups.groups)
    shards = settings.shards
    if shards is None:
        if len(present) > 1 or any(group.is_held for group in present):
            return
        shards = await wanted_shards(token)
    await store.engine.write(partial(groups.arrange, shards=shards, number=settings.places))


async def wanted_shards(token: str) -> int:
    """How many shards Discord wants the bot to have."""
    await until_known(discord.http.Route.BASE)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        shards, _, _ = await client.http.get_bot_gateway()
    return shards


async def stand_by(settings: Settings, holding: Holding, stop: Stop) -> Lease | None:
    """Wait for a shard group that nobody holds; None when the process is to end before."""
    is_told = False
    async with reported(settings, lambda loop: LookAtStandby(holding, loop), stop.asked.is_set):
        while not stop.asked.is_set():
            try:
                if (lease := await holding.take_free()) is not None:
                    return lease
            except StoreError as error:
                log.warning("group_not_taken", error=str(error))
            if not is_told:
                log.info("standing_by", groups=len(holding.seen))
                is_told = True
            await pause(LOOK_SECONDS, stop.asked)
    return None


class Life:
    """The time in which a process serves a shard group."""

    def __init__(self, settings: Settings, store: Store, holding: Holding, lease: Lease, stop: Stop) -> None:
        self._settings = settings
        self._store = store
        self._holding = holding
        self._lease = lease
        self._stop = stop
        self._note = f"{backoff.NOTE}:{lease.number}"

    async def serve(self, token: str) -> bool:
        """Serve the group; gives whether another process has it at the end, though nobody wanted us to stop."""
        keeping = asyncio.ensure_future(self._holding.keep())
        try:
            bot = await put_together(self._settings, self._store, part=part_of(self._lease, self._store))
            tuning.keep_what_is_loaded()
            look = partial(Look, bot, holding=self._holding)
            async with bot, reported(self._settings, look, self._stop.asked.is_set):
                return await self._stay_connected(bot, token, keeping)
        finally:
            await put_down(keeping)
            await self._holding.give_back()

    async def _stay_connected(self, bot: Cardcrate, token: str, keeping: "asyncio.Future[None]") -> bool:
        running = asyncio.ensure_future(connect(self._store, bot, token, self._note))
        asked = asyncio.ensure_future(self._stop.asked.wait())
        try:
            await asyncio.wait((running, keeping, asked), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
                return False
            if not asked.done():
                keeping.result()
                return True
            log.info("stopping")
            await put_down(keeping)
            with suppress(StoreError):  # at worst the next start of the group waits a little
                await backoff.forget(self._store, self._note)
            await self._hand_over()
            return False
        finally:
            asked.cancel()
            await put_down(running)

    async def _hand_over(self) -> None:
        """Give the group to whoever stands by, and go on answering until its people can play there."""
        holding, number = self._holding, self._lease.number
        with suppress(StoreError, TimeoutError):
            held = sum(group.is_held for group in await holding.look())
            is_awaited = await self._store.engine.processes() > held
            await holding.give_back()
            if not is_awaited:
                return
            async with asyncio.timeout(TAKEN_SECONDS):
                await self._until(partial(holding.is_taken, number))
            async with asyncio.timeout(HANDOVER_SECONDS):
                await self._until(partial(holding.has_successor, number))
            log.info("handed_over", group=number)

    async def _until(self, is_so: Callable[[], Awaitable[bool]]) -> None:
        while not self._stop.is_urgent.is_set() and not await is_so():
            await pause(LOOK_SECONDS, self._stop.is_urgent)


def part_of(lease: Lease, store: Store) -> Part:
    """The part of the bot that a shard group is; what Discord limits is shared with the others."""
    turns = Turns(store.engine)
    return Part(
        total=lease.total,
        shards=list(range(lease.first_shard, lease.first_shard + lease.shards)),
        identifying=Identifying(turns.identify),
        take=turns.take,
    )


async def pause(seconds: float, unless: asyncio.Event) -> None:
    """Wait so long, or until something happens."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await unless.wait()
