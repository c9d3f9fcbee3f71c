"""Running the bot on Discord, from the first connection to an orderly stop."""

import asyncio
import signal
from contextlib import nullcontext, suppress

import structlog

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import Settings
from bot.delivery.offload import warm_up
from bot.process import backoff, tuning
from bot.process.backoff import Start
from bot.rendering.art.pictures import STUDIO
from bot.storage.errors import StoreError
from bot.storage.store import Store

WARM_UP_SECONDS = 5.0
"""How long a start waits for the renderer; without it pages are complete as text."""


async def serve(settings: Settings, token: str) -> None:
    """Run until Discord or the operator ends it; SIGTERM and SIGINT close everything in order."""
    tuning.tune()
    with STUDIO.open() if settings.pictures else nullcontext():
        store, bot = await assemble(settings)
        tuning.keep_what_is_loaded()
        try:
            async with bot:
                await stay_connected(store, bot, token)
        finally:
            await store.close()


async def stay_connected(store: Store, bot: Cardcrate, token: str) -> None:
    """Be on Discord until a signal comes."""
    loop = asyncio.get_running_loop()
    running = asyncio.ensure_future(connect(store, bot, token))
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        structlog.get_logger(__name__).info("stopping")
        with suppress(StoreError):  # at worst the next start waits a little
            await backoff.forget(store)


async def connect(store: Store, bot: Cardcrate, token: str) -> None:
    """Connect to Discord, later when there were too many starts of late, and stay until it ends."""
    waited = await backoff.hold_back(store, clock=now)
    bot.first_identifies = lambda: backoff.count(store, Start(now(), waited))
    await warm_up(WARM_UP_SECONDS)
    await bot.start(token)
