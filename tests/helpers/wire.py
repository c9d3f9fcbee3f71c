"""A connection between a store and a PostgreSQL server that breaks on command."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.config import Server
from bot.storage.store import Store
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS

COMMIT = b"COMMIT\0"
SOCKET = ".s.PGSQL.5432"
Break = Literal["before", "after"]


class Wire:
    """A proxy. With `breaks` set, it breaks the connection at the next COMMIT (or `at` another word), once.

    `before`: the server never gets it. `after`: the server has executed it, but the answer is lost.
    """

    def __init__(self, target: str) -> None:
        self.breaks: Break | None = None
        self.at = COMMIT
        self.broken = 0
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection to its end."""
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._target)
        except OSError:  # The server is away.
            writer.close()
            return
        self._writers |= {writer, server_writer}
        back = asyncio.create_task(_pipe(server_reader, writer))
        while data := await _read(reader):
            how = self.breaks if self.at in data else None
            if how != "before":
                server_writer.write(data)
            if how is not None:
                self.breaks = None
                self.broken += 1
                back.cancel()
                await asyncio.wait([back])
                if how == "after":
                    await server_reader.read(1)
                break
        await self._end(writer, server_writer)
        await asyncio.wait([back])

    async def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._target = ""
        await self.end()

    async def end(self) -> None:
        """End all connections."""
        await self._end(*self._writers)

    async def _end(self, *writers: asyncio.StreamWriter) -> None:
        for one in writers:
            self._writers.discard(one)
            one.close()
            with suppress(OSError):
                await one.wait_closed()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await _read(reader):
        writer.write(data)
    writer.close()


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(1 << 16)
    except OSError:
        return b""


@asynccontextmanager
async def wired(server: Server, folder: Path) -> AsyncIterator[tuple[Wire, Server]]:
    """Yield a proxy to a server, and the address that leads through it."""
    asked = parse_qs(urlsplit(server.address).query)
    wire = Wire(f"{asked['host'][0]}/{SOCKET}")
    listening = await asyncio.start_unix_server(wire.pass_on, folder / SOCKET)
    address = server.address.replace(asked["host"][0], str(folder))
    try:
        yield wire, Server(address)
    finally:
        listening.close()
        await wire.end()
        await asyncio.sleep(0.01)


@asynccontextmanager
async def frail_line(empty_server: Server, postgresql: str) -> AsyncIterator[tuple[Wire, Store]]:
    """Yield a store whose connection to the server may break."""
    if "host=/" not in postgresql:
        pytest.skip("the server of TEST_POSTGRESQL is reached through no socket")
    with tempfile.TemporaryDirectory(prefix="wire") as folder:
        async with wired(empty_server, Path(folder)) as (wire, address):
            opened = Store(address, MIGRATIONS, patience=BUSY_SECONDS)
            await opened.open()
            yield wire, opened
            await opened.close()
