"""Pictures can be rendered before anyone presses, and answers don't wait for a failed renderer."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from aiohttp import web
from structlog.testing import capture_logs

from bot import serving
from bot.config import DATA
from bot.games import GAMES
from bot.process import tuning
from bot.rendering.art import pictures, renderer
from bot.storage.store import Store
from tests.discord_http.stand_in import StandIn
from tests.discord_http.stand_in import serving as standing
from tests.helpers.guild import settings_for
from tests.storage.games import FIRST_USER, running

GUILD, CHANNEL = 1, 10
BUSY_SECONDS = 60.0
"""The longest that a process may take to start on a busy machine."""


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> Path:
    """Store a game of three in the channel, and return the database."""
    store = Store(tmp_path / "cards.sqlite3", DATA / "migrations")
    await store.open()
    await running(store, GAMES["crap"], CHANNEL, moves=0)
    await store.close()
    return store.path


@pytest_asyncio.fixture
async def place(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StandIn]:
    """Yield a Discord on this machine, and keep the bot from tuning the tests' interpreter."""
    for name in ("tune", "freeze_loaded"):
        monkeypatch.setattr(tuning, name, lambda: None)
    made = StandIn()
    async with standing(made) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        yield made


@asynccontextmanager
async def served(database: Path) -> AsyncIterator[None]:
    """Run the bot with pictures on Discord, for as long as the context lasts."""
    work = asyncio.ensure_future(serving.serve(settings_for(database, pictures=True, shards=None), "token"))
    try:
        yield
    finally:
        work.cancel()
        await asyncio.wait((work,))
    assert work.cancelled()


@pytest.mark.slow
async def test_pictures_can_be_rendered_before_the_bot_connects(
    place: StandIn, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "WARM_UP_SECONDS", BUSY_SECONDS)
    could_render, connect = list[bool](), place.gateway.serve

    async def noted(request: web.BaseRequest) -> web.WebSocketResponse:
        could_render.append(pictures.RENDERER.ready.done())
        return await connect(request)

    monkeypatch.setattr(place.gateway, "serve", noted)

    async with served(database):
        await place.until(place.gateway.is_ready.is_set)

    assert could_render == [True]


async def test_ended_bot_leaves_no_thread_of_the_library(place: StandIn, database: Path) -> None:
    def beating() -> list[threading.Thread]:
        return [one for one in threading.enumerate() if one.name.startswith("keep-alive-handler")]

    async with served(database):
        await place.until(place.gateway.is_ready.is_set)
        assert beating()

    assert not beating()


async def test_failed_renderer_keeps_answers_coming(
    place: StandIn, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr(renderer, "Process", fail)
    monkeypatch.setattr(serving, "WARM_UP_SECONDS", 0.01)

    with capture_logs() as logs:
        async with served(database):
            await place.until(place.gateway.is_ready.is_set)
            clicked = await place.slash(FIRST_USER, CHANNEL, "hand", GUILD)
            await clicked.acknowledged

    assert "Your hand" in clicked.text
    assert "renderer_failed" in [line["event"] for line in logs]
