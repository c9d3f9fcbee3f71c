"""The package can be built, installed outside the checkout, played, and upgraded with its data."""

import asyncio
import re
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import EXIT_UNREACHABLE
from bot.games import GAMES
from bot.storage import queries
from tests.conventions.source import ROOT
from tests.helpers.stores import opened
from tests.shipping.installing import Installed, build, build_next
from tests.storage.games import running

NOBODY = "http://127.0.0.1:9"


@pytest.mark.slow
async def test_package_plays_anywhere_and_its_database_outlives_it(tmp_path: Path) -> None:
    wheel, sdist = build(tmp_path / "dist")
    with zipfile.ZipFile(wheel) as packed, tarfile.open(sdist) as source:
        names = packed.namelist()
        assert [name for name in (*names, *source.getnames()) if "/data/cardcrate" in name] == [], "no state"
        [facts] = [name for name in names if name.endswith("/METADATA")]
        links = re.findall(r"\]\(([^)\s]+)\)", packed.read(facts).decode())
        assert len(links) > 20
        assert [link for link in links if not link.startswith(("https://", "#"))] == [], "links work anywhere"
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"bot"}
    fonts = [name for name in names if name.endswith((".otf", ".ttf"))]
    licences = [name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name]
    assert {Path(font).name.partition("-")[0] for font in fonts} == {
        name.removesuffix("-LICENSE.txt") for name in licences if name != "LICENSE"
    }, "every font comes with its licence"
    assert [name for name in names if name.endswith((".pot", "glossary.md", ".sqlite3"))] == [], (
        "nothing needless"
    )
    mine = Installed(tmp_path)
    mine.install(wheel)

    assert "cardcrate" in mine.typed("cardcrate --show-completion")
    assert mine.run("settings").stdout == (ROOT / ".env.example").read_text(encoding="utf-8")
    assert await played(mine) == 200

    state = mine.home / ".local" / "state" / "cardcrate" / "cardcrate.sqlite3"
    assert await ran(mine) == EXIT_UNREACHABLE
    assert state.is_file(), "made before Discord was asked"
    assert state.parent.stat().st_mode & 0o777 == 0o700
    await game_in(state)

    mine.install(build_next(sdist, tmp_path / "next"))

    assert mine.run("--version").stdout == "cardcrate 999.0.0\n"
    assert mine.run("verify-db").stdout.splitlines()[-1] == "All is well."
    async with opened(state) as store:
        assert await store.read(queries.live_tables) == {("crap", "playing"): 1}


async def played(mine: Installed) -> int:
    """Start the playground, and return the HTTP status of its page."""
    process = await asyncio.create_subprocess_exec(
        *(str(mine.python.with_name("cardcrate")), "play", "--port", "0"),
        cwd=mine.home,
        env={**mine.environment, "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        while not (link := re.search(r"http://\S+", (await process.stdout.readline()).decode())):
            assert process.returncode is None
        async with (
            aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
            browser.get(link[0]) as answer,
        ):
            return answer.status
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


async def ran(mine: Installed) -> int | None:
    """Return the bot's exit code if Discord can't be reached."""
    process = await asyncio.create_subprocess_exec(
        *mine.on_discord_at(NOBODY, "run"),
        cwd=mine.home,
        env={**mine.environment, "DISCORD_TOKEN": "token", "PICTURES": "false"},
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


async def game_in(database: Path) -> None:
    """Store a running game in the database that the installed program made."""
    async with opened(database) as store:
        await running(store, GAMES["crap"], 10, moves=5)
