"""The network around the bot: the health port, and Discord's address."""

import asyncio
import errno
import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import structlog
from discord.http import Route

from bot.config import BadSettings

log = structlog.get_logger(__name__)

FIRST_PAUSE_SECONDS: Final = 1.0
MAX_PAUSE_SECONDS: Final = 60.0
CURE: Final = "check the network and DNS of this machine"

Resolve = Callable[[str], Awaitable[object]]
"""A function that resolves the name of a host. Raises socket.gaierror."""


PORT_CURES: Final[Mapping[int | None, str]] = {
    errno.EADDRINUSE: "name another port in STATUS_PORT, or stop the program that has this one",
    errno.EACCES: "name a port above 1023 in STATUS_PORT",
}
ADDRESS_CURE: Final = "let STATUS_ADDRESS be an address of this machine"


class NoPort(BadSettings):
    """A port that can't be used, and the cure."""

    def __init__(self, words: str, cure: str) -> None:
        super().__init__(f"{words}: {cure}")
        self.words = words
        self.cure = cure


@contextmanager
def port_errors(address: str, port: int) -> Iterator[None]:
    """Raise NoPort if the system refuses the port."""
    try:
        yield
    except OSError as error:
        why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        words = f"STATUS_PORT {port} at {address} can't be used ({why})"
        raise NoPort(words, PORT_CURES.get(error.errno, ADDRESS_CURE)) from error


async def try_port(address: str, port: int) -> None:
    """Listen on a port for a moment. Raises NoPort if the bot couldn't."""
    with port_errors(address, port):
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, address, port)
    server.close()
    await server.wait_closed()


def use_api(address: str | None) -> None:
    """Make discord.py send its requests to this address, or (None) to Discord's own."""
    if address is not None:
        Route.BASE = address.rstrip("/")


async def _resolve(host: str) -> object:
    return await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)


async def wait_for_dns(
    address: str, *, resolve: Resolve = _resolve, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Wait until the host of an address can be resolved, with 1, 2, 4 ... 60 seconds between two tries."""
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
