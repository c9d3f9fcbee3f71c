"""The playground as it's served, with a clock that stops unless a test moves it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.playground import world as world_module
from bot.playground.server import Server
from bot.playground.world import World, opened
from tests.helpers.guild import settings_for
from tests.playground.browser import Browser, opened_browser
from tests.playground.visitor import Visitor


@pytest.fixture(autouse=True)
def _patient_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave time limits to the tests."""
    monkeypatch.setattr(world_module, "PATIENCE", None)


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Yield a server with three users and the real bot."""
    async with opened(settings_for(tmp_path / "unused"), 3, folder=tmp_path) as made:
        yield made


@pytest_asyncio.fixture
async def stranger(world: World) -> AsyncIterator[Visitor]:
    """Yield a visitor who hasn't opened the link yet."""
    printed: list[str] = []
    server = Server(world, printed.append)
    async with TestClient(TestServer(server.app())) as client:
        yield Visitor(client, server, printed)


@pytest_asyncio.fixture
async def visitor(stranger: Visitor) -> Visitor:
    """Return a visitor who has been let in."""
    assert await stranger.enter() == 200
    return stranger


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Any, tmp_path: Path) -> AsyncIterator[Browser]:
    """Yield Chromium at a playground whose cards are always dealt alike."""
    async with (
        opened(settings_for(tmp_path / "unused"), 3, folder=tmp_path) as world,
        opened_browser(chromium, world, tmp_path) as visiting,
    ):
        yield visiting
