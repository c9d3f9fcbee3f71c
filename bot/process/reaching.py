"""Where Discord is asked, and the wait for the network: a machine that boots may not know any names yet."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

import structlog
from discord.http import Route

log = structlog.get_logger(__name__)

FIRST_PAUSE_SECONDS: Final = 1.0
MAX_PAUSE_SECONDS: Final = 60.0
CURE: Final = "check the network and DNS of this machine"

Resolve = Callable[[str], Awaitable[object]]
"""Finds out where a host is. Raises socket.gaierror."""


def ask_at(address: str | None) -> None:
    """Have the library ask Discord's web interface at this address (None: at Discord's own)."""
    if address is not None:
        Route.BASE = address.rstrip("/")


async def _resolve(host: str) -> object:
    return await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)


async def until_known(
    address: str,
    *,
    resolve: Resolve = _resolve,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Wait until the host of an address can be found, 1, 2, 4 ... 60 seconds between two tries."""
    host, pause = urlsplit(address).hostname or address, FIRST_PAUSE_SECONDS
    while True:
        try:
            await resolve(host)
        except socket.gaierror as error:
            why = f"{host} can't be found ({error.strerror})"
            log.warning("name_unknown", why=why, cure=CURE, trying_again_in_seconds=pause)
            await sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)
        else:
            return
