"""`run` from start to end: the printed lines, the stored data, and the reasons to stop."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.playground import CannotPlay, run
from bot.storage.errors import InUse
from bot.storage.file import FileLock
from tests.helpers.guild import settings_for


@asynccontextmanager
async def running(folder: Path, **given: Any) -> AsyncIterator[list[str]]:
    """Run a playground that has printed its first lines, and stop it like Ctrl-C."""
    printed: list[str] = []
    begun = asyncio.Event()

    def announce(line: str) -> None:
        printed.append(line)
        begun.set()

    settings = settings_for(folder / "unused")
    task = asyncio.ensure_future(run(settings, port=0, announce=announce, folder=folder, **given))
    waiting = asyncio.ensure_future(begun.wait())
    await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
    try:
        yield printed
    finally:
        waiting.cancel()
        task.cancel()
        await task


async def people(link: str) -> list[str]:
    """Return the users that the page shows."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        assert (await browser.get(link)).status == 200
        state = await (await browser.get(link.split("?", maxsplit=1)[0] + "state")).json()
        return [person["name"] for person in state["people"]]


async def test_run_prints_a_working_link_and_advice(tmp_path: Path) -> None:
    async with running(tmp_path, users=2) as printed:
        link = printed[0].split()[-1]

        assert link.startswith("http://127.0.0.1:")
        assert await people(link) == ["Ann", "Ben"]
        assert "choose a game" in printed[1]


async def test_kept_playground_says_how_to_continue(tmp_path: Path) -> None:
    async with running(tmp_path, users=2, keep=True) as printed:
        assert "/hand" in printed[1]


async def test_stopped_playground_frees_its_database(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "play.sqlite3")
    async with running(tmp_path, users=2):
        with pytest.raises(InUse):
            lock.acquire()

    lock.acquire()
    lock.release()


async def test_second_playground_in_a_folder_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, users=2) as printed:
        with pytest.raises(InUse):
            await run(settings_for(tmp_path), users=2, port=0, announce=printed.append, folder=tmp_path)


async def test_clock_runs_in_real_time(tmp_path: Path) -> None:
    async with running(tmp_path, users=2) as printed:
        link = printed[0].split()[-1]
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            await browser.get(link)
            before, after = 0.0, 0.0
            while not before < after:
                state = await (await browser.get(link.split("?")[0] + "state")).json()
                before, after = before or state["now"], state["now"]


async def test_taken_port_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(CannotPlay, match=f"port {port}"):
            await run(settings_for(tmp_path), users=2, port=port, announce=print, folder=tmp_path)


async def test_port_of_root_is_reported_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **_options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(asyncio.get_running_loop(), "create_server", refuse)

    with pytest.raises(CannotPlay, match="only root may use port 80: try one above 1023"):
        await run(settings_for(tmp_path), users=2, port=80, announce=print, folder=tmp_path)


async def test_missing_simcord_is_explained_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)

    with pytest.raises(CannotPlay, match="make play"):
        await run(settings_for(tmp_path), users=2, port=0, announce=print, folder=tmp_path)
