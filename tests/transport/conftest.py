"""The real transport on the real library, talking to a Discord on this machine."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.delivery.transport import DiscordTransport
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.alone import ALONE
from tests.transport.rig import Clock, Rig


class PatientAsyncio:
    """The `asyncio` that the library's HTTP module sees. Its sleeps end at once, and are noted."""

    def __init__(self, waits: list[float]) -> None:
        self._waits = waits

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self._waits.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list that gets the seconds that the library would have slept."""
    found: list[float] = []
    monkeypatch.setattr(discord.http, "asyncio", PatientAsyncio(found))
    return found


@pytest_asyncio.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    place = StandIn()
    async with serving(place) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        yield place


@pytest_asyncio.fixture
async def transport(server: StandIn, waits: list[float], clock: Clock) -> AsyncIterator[DiscordTransport]:
    client = discord.Client(intents=discord.Intents.none())
    sender = DiscordTransport(client, clock=clock, cluster=ALONE)
    await client.login("token")
    yield sender
    await client.close()


@pytest_asyncio.fixture
async def rig(
    transport: DiscordTransport, server: StandIn, clock: Clock, tmp_path: Path
) -> AsyncIterator[Rig]:
    place = Rig(transport, server, clock, tmp_path / "rig.sqlite3")
    await place.store.open()
    yield place
    await place.close()
