"""The HTTP port that reports the bot's health to a container, a load balancer or Prometheus."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from bot.process.health import HealthReport, faults, is_ready, verdict
from bot.process.network import port_errors

METRICS: Final = "text/plain; version=0.0.4; charset=utf-8"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serve_status(
    address: str,
    port: int,
    *,
    report: Callable[[], HealthReport],
    metrics: Callable[[], Awaitable[bytes]],
    now: Callable[[], float],
) -> AsyncIterator[None]:
    """Answer HTTP requests on a port within this context. Raises BadSettings if the port can't be used."""
    application = web.Application()
    application.router.add_get("/health", _health_handler(report, now, is_ready=lambda _health: True))
    application.router.add_get("/ready", _health_handler(report, now, is_ready=is_ready))
    application.router.add_get("/metrics", _metrics_handler(metrics))
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        with port_errors(address, port):
            await web.TCPSite(runner, address, port).start()
        yield
    finally:
        await runner.cleanup()


def _health_handler(
    report: Callable[[], HealthReport], now: Callable[[], float], *, is_ready: Callable[[HealthReport], bool]
) -> Handler:
    """Return a handler that answers 200 while the process is healthy and ready, else 503.

    It's healthy even while Discord can't be reached, because a restart wouldn't help.
    """

    async def answer(_request: web.Request) -> web.Response:
        health, at = report(), now()
        is_well = is_ready(health) and not faults(health, at)
        return web.Response(text=f"{verdict(health, at)[1]}\n", status=200 if is_well else 503)

    return answer


def _metrics_handler(metrics: Callable[[], Awaitable[bytes]]) -> Handler:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=await metrics(), headers={"Content-Type": METRICS})

    return answer
