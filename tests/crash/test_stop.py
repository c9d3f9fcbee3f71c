"""A restart is a pause: the real program is stopped during moves, and continues where it was."""

import json
import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest_asyncio

from bot.games import GAMES
from bot.storage import rows
from bot.storage.engine import Connection
from bot.storage.verify import verify
from tests.crash.program import ended, running
from tests.discord_http.payloads import BUTTON, Json, walk
from tests.discord_http.stand_in import StandIn
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS, opened
from tests.sabotage.elsewhere import elsewhere
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import die_of_sigterm_at_once
from tests.storage.games import FIRST_USER
from tests.storage.games import running as game_of

GUILD, CHANNEL = 1, 10
PLAYERS = 3
MOVES = 30
TABLES = 200


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> Path:
    """Make a database with a game of three in the channel."""
    async with opened(tmp_path / "cards.sqlite3") as store:
        await game_of(store, GAMES["crap"], CHANNEL, moves=0)

    return store.path


def stored(path: Path, query: str) -> Any:
    """Return the single value of a query."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchone()[0]


def buttons(components: Sequence[Json]) -> list[str]:
    """Return the custom ids of all buttons among components."""
    return [one["custom_id"] for one in walk(components) if one["type"] == BUTTON]


def answers(discord: StandIn) -> list[str]:
    """Return the bot's answers so far."""
    return [done.text for done in discord.interactions.values() if done.answers]


@sabotaged("P13", elsewhere(die_of_sigterm_at_once))
async def test_stopped_move_is_complete_and_the_game_continues(
    discord: StandIn, database: Path, figure: Figure
) -> None:
    address = discord.address
    revision = stored(database, "SELECT revision FROM sessions")

    async with running(address, database) as process:
        await discord.until(lambda: bool(discord.shown(CHANNEL)))
        [old] = discord.messages[CHANNEL].values()
        discord.gate.clear()
        for number in range(MOVES):
            await discord.slash(FIRST_USER + number % PLAYERS, CHANNEL, "recycle", GUILD)
        await discord.until(lambda: len(answers(discord)) >= PLAYERS)
        process.terminate()
        stopped = time.monotonic()
        code, told = await ended(process)
        seconds = time.monotonic() - stopped

    assert (code, re.findall("Traceback|exception", told)) == (0, [])
    assert verify(database, MIGRATIONS, GAMES) == []
    accepted = [answer for answer in answers(discord) if "\n> " not in answer]
    assert 0 < len(accepted) <= stored(database, "SELECT revision FROM sessions") - revision
    assert stored(database, "SELECT count(*) FROM sessions WHERE look_at = 0") > 0

    discord.gate.set()
    turn = json.loads(stored(database, "SELECT position FROM sessions"))["turn_number"]
    async with running(address, database) as process:
        await discord.until(discord.gateway.is_ready.is_set)  # An earlier edit may already show the turn.
        await discord.until(lambda: f"Turn {turn} of" in discord.shown(CHANNEL)[-1])
        [*_, control] = buttons(old["components"])
        pressed = await discord.press(FIRST_USER, old, control, GUILD)
        await pressed.acknowledged
        process.terminate()
        assert (await ended(process))[0] == 0

    tables = [text for text in discord.shown(CHANNEL) if text.startswith("**C.R.A.P.** · table 1 ")]
    assert len(tables) == 1, "the table was never posted twice"
    figure(
        "P13", moves_in_flight=MOVES, down_after_seconds=round(seconds, 2), moves_lost=0, silent_controls=0
    )


async def test_reconnecting_bot_can_be_stopped(discord: StandIn, database: Path) -> None:
    async with running(discord.address, database) as process:
        await discord.until(discord.gateway.is_ready.is_set)
        discord.gateway.is_silent = True
        await discord.gateway.hang_up()
        await discord.until(lambda: discord.gateway.connections == 2)
        process.terminate()
        code, told = await ended(process)

    assert (code, re.findall("Traceback", told)) == (0, [])


async def crowd(path: Path, tables: int) -> None:
    """Copy the table in the database this many times, with running clocks."""
    async with opened(path) as store:
        first = await store.load(1)
        assert first is not None

        def fill(connection: Connection) -> None:
            for number in range(tables):
                record = msgspec.structs.replace(first, channel_id=100 + number, deadline=time.time() + 3600)
                rows.insert(connection, record, None)

        await store.write(fill)


async def test_first_click_among_many_tables_is_answered(
    discord: StandIn, database: Path, times: int, figure: Figure
) -> None:
    await crowd(database, TABLES * times)
    address = discord.address
    began = time.monotonic()

    async with running(address, database) as process:
        await discord.until(discord.gateway.is_ready.is_set)
        clicked = await discord.slash(FIRST_USER, CHANNEL, "hand", GUILD)
        await clicked.acknowledged
        seconds = time.monotonic() - began
        process.terminate()
        assert (await ended(process))[0] == 0

    figure("P13", tables=TABLES * times, first_click_answered_after_seconds=round(seconds, 1))
    assert "Your hand" in clicked.text
