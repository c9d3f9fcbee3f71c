"""Migrations during games change no game, and databases that are too old or too new are refused unchanged."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.config import Server
from bot.games import GAMES
from bot.process.doctor import _file
from bot.sessions import lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.lobby import Pace
from bot.sessions.requests import NO_CLICK
from bot.sessions.sessions import Sessions
from bot.storage import commands
from bot.storage.errors import TooNew, TooOld
from bot.storage.restore import restore
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import rows_of
from tests.helpers.figures import Figure
from tests.helpers.servers import carry_out
from tests.helpers.stores import MIGRATIONS
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import let_a_migration_bring_new_defaults
from tests.storage.games import NOON, START, finish, keep
from tests.storage.versions import NEXT, PRESENT, next_version, too_old


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Make the migrations of the next version."""
    return next_version(tmp_path / "next")


def stored(path: Path, columns: str) -> list[tuple[Any, ...]]:
    return rows_of(path, f"SELECT {columns} FROM sessions ORDER BY id")


def sessions_on(store: Store) -> Sessions:
    return Sessions(store, GAMES, pace=Pace(30, 30), clock=lambda: START)


async def opened(path: Path, migrations: Path) -> Store:
    store = Store(path, migrations, GAMES)
    await store.open()
    return store


async def opened_once(path: Path, migrations: Path) -> None:
    await (await opened(path, migrations)).close()


async def test_next_version_migrates_every_table(full: Path, later: Path) -> None:
    store = Store(full, later, GAMES)

    assert await store.open() == [NEXT]
    await store.close()

    colours = rows_of(full, "SELECT session_id, colour FROM colours ORDER BY session_id")
    assert colours == [(number, "green") for (number,) in stored(full, "id")] != []
    assert verify(full, later, GAMES) == []


def test_older_database_is_checked_as_migrated(full: Path, later: Path) -> None:
    before = full.read_bytes()

    assert verify(full, later, GAMES) == []
    assert full.read_bytes() == before


@sabotaged("P12", let_a_migration_bring_new_defaults)
async def test_migration_keeps_positions_and_options(full: Path, later: Path) -> None:
    before = rows_of(full, "SELECT id, options, position, turn_seconds FROM sessions WHERE options <> ''")
    store = await opened(full, later)
    sessions = [await sessions_on(store).get(session_id) for session_id, *_ in before]
    await store.close()

    for session, (_, options, position, turn_seconds) in zip(sessions, before, strict=True):
        assert session is not None
        assert session.record.options == json.loads(options)
        assert session.record.position == (position and json.loads(position))
        assert session.record.turn_seconds == turn_seconds


@pytest.mark.slow
async def test_every_running_game_ends_after_a_migration(full: Path, later: Path, figure: Figure) -> None:
    store = await opened(full, later)
    running = sessions_on(store)
    sessions = [
        await running.get(number) for number, status in stored(full, "id, status") if status == "playing"
    ]

    for session in sessions:
        assert session is not None
        await finish(store, session)

    await store.close()
    assert len({session.game.id for session in sessions if session}) == len(GAMES)
    assert verify(full, later, GAMES) == []
    figure("P12", tables=len(sessions), finished=len(sessions))


async def test_lobby_is_played_after_a_migration(path: Path, later: Path) -> None:
    store = await opened(path, later)
    numbers = [number for number, status in stored(path, "id, status") if status == "lobby"]
    for number in numbers:
        session = await sessions_on(store).get(number)
        assert session is not None

        await keep(store, session, lobby.Join().change(session, 5, Moment.at(START), NO_CLICK))
        await keep(store, session, play.dealt(session, Moment.at(START)))
        await finish(store, session)

    await store.close()
    assert numbers


def test_newer_database_is_refused_unchanged(path: Path, later: Path) -> None:
    asyncio.run(opened_once(path, later))
    before = path.read_bytes()

    with pytest.raises(TooNew, match=f"is at schema {NEXT}, this version of Cardcrate knows {PRESENT}"):
        asyncio.run(opened_once(path, MIGRATIONS))
    assert path.read_bytes() == before


REFUSING: dict[str, Callable[[Path, Path], object]] = {
    "run": lambda old, _: asyncio.run(opened_once(old, MIGRATIONS)),
    "verify-db": lambda old, _: commands.verify_db(old, MIGRATIONS, GAMES, print),
    "restore": lambda old, folder: restore(old, folder / "cards.sqlite3", MIGRATIONS, GAMES, at=NOON),
    "copy-db": lambda old, folder: commands.copy_db(old, folder / "copy.sqlite3", MIGRATIONS, GAMES, print),
    "rebuild-ratings": lambda old, _: commands.rebuild_ratings(old, MIGRATIONS, print),
}
REASON = r"no release can read this database from before the first release \(schema 18\): .* in DATABASE$"


@pytest.mark.parametrize("command", REFUSING)
def test_commands_refuse_unreleased_schemas(tmp_path: Path, command: str) -> None:
    old = too_old(tmp_path / "old.sqlite3")
    before = old.read_bytes()

    with pytest.raises(TooOld, match=REASON):
        REFUSING[command](old, tmp_path)
    assert old.read_bytes() == before
    assert not (tmp_path / "cards.sqlite3").exists()


def test_doctor_names_unreleased_schemas(tmp_path: Path) -> None:
    found = _file(too_old(tmp_path / "old.sqlite3"), MIGRATIONS)

    assert not found.is_good
    assert "from before the first release (schema 18)" in found.words


async def test_unreleased_schema_on_a_server_is_refused(empty_server: Server) -> None:
    store = Store(empty_server, MIGRATIONS)
    await store.open()
    await store.close()
    await carry_out(empty_server.address, "UPDATE schema_version SET number = 18")

    with pytest.raises(TooOld, match=REASON):
        await Store(empty_server, MIGRATIONS).open()
