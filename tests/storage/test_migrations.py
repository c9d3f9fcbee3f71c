"""Migrations during games change no game, and state whether they can proceed while older processes run."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.config import Server
from bot.games import GAMES
from bot.process.doctor import _file
from bot.sessions import lobby, play
from bot.sessions.clocks import Instant
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.sessions.view import NO_CLICK
from bot.storage import facts
from bot.storage.errors import InUse, TooOld
from bot.storage.migrations import is_rolling, migrations_in
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import rows_of
from tests.helpers.figures import Figure
from tests.helpers.guild import settings_for
from tests.helpers.servers import carry_out
from tests.helpers.stores import MIGRATIONS, open_once, opened
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import let_a_migration_bring_new_defaults
from tests.storage.games import START, finish, keep
from tests.storage.versions import NEXT, next_version, too_old


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """Write the migrations of the next version into a folder."""
    return next_version(tmp_path / "next")


def stored(path: Path, columns: str) -> list[tuple[Any, ...]]:
    return rows_of(path, f"SELECT {columns} FROM sessions ORDER BY id")


def sessions_on(store: Store) -> Sessions:
    return Sessions(store, GAMES, pace=Pace(30, 30), clock=lambda: START)


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
    async with opened(full, later) as store:
        sessions = [await sessions_on(store).get(session_id) for session_id, *_ in before]

    for session, (_, options, position, turn_seconds) in zip(sessions, before, strict=True):
        assert session is not None
        assert session.record.options == json.loads(options)
        assert session.record.position == (position and json.loads(position))
        assert session.record.turn_seconds == turn_seconds


@pytest.mark.slow
async def test_every_running_game_ends_after_a_migration(full: Path, later: Path, figure: Figure) -> None:
    numbers = [number for number, status in stored(full, "id, status") if status == "playing"]
    async with opened(full, later) as store:
        sessions = [await sessions_on(store).get(number) for number in numbers]
        for session in sessions:
            assert session is not None
            await finish(store, session)

    assert len({session.game.id for session in sessions if session}) == len(GAMES)
    assert verify(full, later, GAMES) == []
    figure("P12", tables=len(sessions), finished=len(sessions))


async def test_lobby_is_played_after_a_migration(path: Path, later: Path) -> None:
    [number] = [number for number, status in stored(path, "id, status") if status == "lobby"]
    async with opened(path, later) as store:
        session = await sessions_on(store).get(number)
        assert session is not None

        await keep(store, session, lobby.Join().change(session, 5, Instant.at(START), NO_CLICK))
        await keep(store, session, play.dealt(session, Instant.at(START)))
        await finish(store, session)


def test_doctor_names_unreleased_schemas(tmp_path: Path) -> None:
    found = _file(too_old(tmp_path / "old.sqlite3"), settings_for(tmp_path / "old.sqlite3"))

    assert not found.is_good
    assert "from before the first release (schema 18)" in found.words


async def test_unreleased_schema_on_a_server_is_refused(empty_server: Server) -> None:
    await open_once(empty_server)
    await carry_out(empty_server.address, "UPDATE schema_version SET number = 18")

    with pytest.raises(TooOld, match=r"from before the first release \(schema 18\)"):
        await open_once(empty_server)


async def shared(server: Server, migrations: Path = MIGRATIONS) -> Store:
    store = Store(server, migrations, patience=2.0, is_shared=True)
    await store.open()
    return store


async def test_compatible_upgrade_runs_next_to_older_processes(empty_server: Server, tmp_path: Path) -> None:
    before = await shared(empty_server)

    after = await shared(empty_server, next_version(tmp_path / "next", "yes"))

    await before.write(facts.keep_note, "written by", "the older one")
    assert await after.read(facts.note, "written by") == "the older one"
    await before.close()
    await after.close()


async def test_incompatible_upgrade_waits_for_older_processes(empty_server: Server, tmp_path: Path) -> None:
    before, others = await shared(empty_server), next_version(tmp_path / "next", "no")

    with pytest.raises(InUse, match="stop all of them, and then start this one"):
        await shared(empty_server, others)
    await before.close()
    first = await shared(empty_server, others)
    second = await shared(empty_server, others)

    assert await first.engine.processes() == 2
    await first.close()
    await second.close()


@pytest.mark.parametrize(("said", "is_so"), [("yes", True), ("no", False)])
def test_migration_header_states_its_compatibility(tmp_path: Path, said: str, is_so: bool) -> None:
    _, newest = migrations_in(next_version(tmp_path / "next", said))[-1]

    assert is_rolling(newest) is is_so
