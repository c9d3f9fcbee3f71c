"""The bot's run on Discord, from the first connection to an orderly stop."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)

import discord
import structlog

from bot.app import Cardcrate, now
from bot.assembly import assemble
from bot.config import Settings, service_manager
from bot.delivery.page_rendering import warm_up
from bot.process import backoff, tuning
from bot.process.network import use_api, wait_for_dns
from bot.process.refusals import translate_errors
from bot.rendering.art.pictures import RENDERER
from bot.status.heartbeat import LoopLag, Systemd, beat, remove
from bot.status.looking import HealthSource
from bot.status.metrics import exporter
from bot.status.port import serve_status
from bot.storage.errors import StoreError

WARM_UP_SECONDS = 5.0
"""The longest that a start waits for the renderer. Without it, pages are complete as text."""
CANCEL_SECONDS = 0.1
"""The time for which a task that ignores a cancellation runs before the next one."""


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until Discord or the operator ends it. SIGTERM and SIGINT stop it properly."""
    tuning.tune()
    use_api(settings.discord_api)
    with rendering(settings):
        store, bot = await assemble(settings)
        tuning.freeze_loaded()
        try:
            async with bot, report_health(settings, lambda loop: HealthSource(bot, loop)):
                await stay_connected(bot, token)
        finally:
            await store.close()


def rendering(settings: Settings) -> AbstractContextManager[object]:
    """Return a context with processes that render pictures, if the settings want pictures."""
    return RENDERER.open() if settings.pictures else nullcontext()


@asynccontextmanager
async def report_health(
    settings: Settings,
    make_source: Callable[[LoopLag], HealthSource],
    is_last: Callable[[], bool] = lambda: True,
    ready: Callable[[], Awaitable[object]] | None = None,
) -> AsyncIterator[None]:
    """Report health to the service manager, the health check and the port within this context.

    The manager is told that the process is ready once `ready` has ended, or at once. At the end, `is_last`
    returns whether the process is about to stop.
    """
    loop, manager = LoopLag(), Systemd(service_manager())
    source = make_source(loop)
    async with AsyncExitStack() as stack:
        if settings.status_port is not None:
            await stack.enter_async_context(open_port(settings.status_address, settings.status_port, source))
        working = (
            asyncio.ensure_future(_tell_ready(manager, ready)),
            asyncio.ensure_future(beat(settings.heartbeat, loop, source.health, manager, now)),
        )
        try:
            yield
        finally:
            if is_last():
                manager.notify("STOPPING=1")
            for work in working:
                work.cancel()
            await asyncio.wait(working)
            if is_last():
                remove(settings.heartbeat)


async def _tell_ready(manager: Systemd, ready: Callable[[], Awaitable[object]] | None) -> None:
    if ready is not None:
        await ready()
    manager.notify("READY=1")


def open_port(address: str, port: int, source: HealthSource) -> AbstractAsyncContextManager[None]:
    """Return a context with the port that answers requests about the bot's health."""
    expose = exporter(source.counting, source.snapshot)

    async def metrics() -> bytes:
        await source.count()
        return expose()

    return serve_status(address, port, report=source.health, metrics=metrics, now=now)


async def stay_connected(bot: Cardcrate, token: str) -> None:
    """Stay on Discord until a signal arrives or the connection ends."""
    signalled = asyncio.Event()
    on_signals(signalled.set)
    running = asyncio.ensure_future(connect(bot, token))
    waiting = asyncio.ensure_future(signalled.wait())
    try:
        await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
            return
    finally:
        waiting.cancel()
        await cancel_until_done(running)
    structlog.get_logger(__name__).info("stopping")
    with suppress(StoreError):  # At worst, the next start waits a little.
        await backoff.forget(bot.store)


def on_signals(stop: Callable[[], object]) -> None:
    """Call a function whenever a signal asks the process to end."""
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop)


async def cancel_until_done(running: "asyncio.Future[None]") -> None:
    """Cancel a task until it has ended, because the library swallows a cancellation while it reconnects."""
    while not running.done():
        running.cancel()
        await asyncio.wait((running,), timeout=CANCEL_SECONDS)
    if not running.cancelled():
        running.exception()  # Marks the exception as retrieved, because nobody needs it any more.


async def connect(bot: Cardcrate, token: str) -> None:
    """Connect to Discord, after a pause if there were too many starts, and stay until that ends."""
    await bot.starts.hold_back()
    await warm_up(WARM_UP_SECONDS)
    await wait_for_dns(discord.http.Route.BASE)
    with translate_errors():
        await bot.start(token)
