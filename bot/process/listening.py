"""The check of the health port, for the start and for the doctor."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.config import BadSettings


class NoPort(BadSettings):
    """A port that can't be obtained, and the cure."""

    cure: Final = "name another port in STATUS_PORT, or stop the program that has this one"

    def __init__(self, words: str) -> None:
        super().__init__(f"{words}: {self.cure}")
        self.words = words


@contextmanager
def port_wanted(address: str, port: int) -> Iterator[None]:
    """Raise NoPort if the system refuses the port."""
    try:
        yield
    except OSError as error:
        why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise NoPort(f"STATUS_PORT {port} at {address} can't be used: {why}") from error


async def try_port(address: str, port: int) -> None:
    """Listen on a port for a moment. Raises NoPort if the bot couldn't."""
    with port_wanted(address, port):
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, address, port)
    server.close()
    await server.wait_closed()
