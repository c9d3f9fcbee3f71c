"""A database that moves from a file to a server and back without losing anything."""

import asyncio
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import command
from bot.config import Location, Server
from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage import archive, commands, facts
from bot.storage.archive import BEFORE_ALL
from bot.storage.backup import back_up, name_of
from bot.storage.driver import read_only
from bot.storage.errors import InUse, NotSaved, TooNew, Unusable
from bot.storage.migrations import expected_tables
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.conventions.docs import text_of
from tests.helpers.behind import change, rows_in
from tests.helpers.servers import carry_out, schema_on
from tests.helpers.stores import MIGRATIONS, opened
from tests.storage.games import NOON, START, finish, go_on, running
from tests.storage.versions import next_version

runner = CliRunner()


def rows(path: Path) -> dict[str, list[Any]]:
    """Return everything in a file."""
    with closing(read_only(path)) as connection:
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY {', '.join(table.key)}").fetchall()
            for name, table in expected_tables(MIGRATIONS).items()
        }


def copied(source: Path | Server, target: Path | Server) -> list[str]:
    lines: list[str] = []
    assert commands.copy_db(source, target, MIGRATIONS, GAMES, lines.append) == 0
    return lines


def test_copy_to_server_and_back_changes_nothing(full: Path, empty_server: Server, tmp_path: Path) -> None:
    lines = copied(full, empty_server)
    copied(empty_server, tmp_path / "back.sqlite3")

    assert rows(tmp_path / "back.sqlite3") == rows(full)
    assert all(rows(full).values()), "a row in every table"
    assert lines[0].startswith(f"{empty_server} now has {len(rows(full)['sessions'])} tables with ")
    assert lines[1] == "All is well."
    assert (tmp_path / "back.sqlite3").stat().st_mode & 0o077 == 0


def test_guides_steps_reach_a_new_major_version(
    full: Path, empty_server: Server, postgresql: str, tmp_path: Path
) -> None:
    chapter = (
        text_of("docs/operating/postgresql.md").split("## Upgrade PostgreSQL itself\n")[1].split("\n## ")[0]
    )
    steps = re.findall(r"^ *cardcrate (copy-db .*)$", chapter, re.MULTILINE)
    copied(full, empty_server)

    with schema_on(postgresql) as new:
        for step, server in zip(steps, (empty_server, new), strict=True):
            line = step.replace("postgresql://cardcrate@db.example/cardcrate", server.address)
            went = runner.invoke(command, line.replace("~", str(tmp_path)).split())
            assert went.stdout.splitlines()[-1] == "All is well.", went.output
        copied(new, tmp_path / "seen.sqlite3")

    assert rows(tmp_path / "seen.sqlite3") == rows(tmp_path / "cardcrate.sqlite3") == rows(full)


async def test_copied_games_continue(path: Path, empty_server: Server) -> None:
    await asyncio.to_thread(copied, path, empty_server)

    async with opened(empty_server) as store:
        session = await running(store, GAMES["craits"], 99)
        await finish(store, session)

    assert session.record.id == 8
    assert await asyncio.to_thread(verify, empty_server, MIGRATIONS, GAMES) == []


@pytest.mark.slow
async def test_every_running_game_survives_copies_both_ways(
    path: Path, empty_server: Server, tmp_path: Path
) -> None:
    places: list[Location] = [path, empty_server, tmp_path / "back.sqlite3"]
    played: list[set[str]] = []

    for before, where in zip([None, *places[:-1]], places, strict=True):
        if before is not None:
            await asyncio.to_thread(copied, before, where)
        async with opened(where) as store:
            played.append(await moved_on(store))

    assert played == [set(GAMES)] * 3
    assert await asyncio.to_thread(verify, places[-1], MIGRATIONS, GAMES) == []


async def moved_on(store: Store) -> set[str]:
    """Play some moves at each table, and return the games of those that have moved."""
    games: set[str] = set()
    for (number,) in await rows_in(store, "SELECT id FROM sessions WHERE status = 'playing' ORDER BY id"):
        record = await store.load(number)
        assert record is not None
        before = len(await store.history(number))
        await go_on(store, Session(GAMES[record.game], record), 3)
        if len(await store.history(number)) > before:
            games.add(record.game)
    return games


async def test_session_numbers_continue_after_copying(empty_server: Server, tmp_path: Path) -> None:
    async with opened(empty_server) as store:
        session = await running(store, GAMES["craits"], 99)

    await asyncio.to_thread(copied, empty_server, tmp_path / "back.sqlite3")

    async with opened(tmp_path / "back.sqlite3") as back:
        assert back.inherited == session.record.id


async def test_packed_games_are_copied_without_replay(
    path: Path, empty_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as store:
        await finish(store, await running(store, GAMES["skrap"], 99, moves=0))
        await store.pack_next(BEFORE_ALL, float("inf"))

    with monkeypatch.context() as patch:
        patch.setattr(archive, "steps", None)
        await asyncio.to_thread(copied, path, empty_server)
        await asyncio.to_thread(copied, empty_server, tmp_path / "fresh.sqlite3")
    change(path, "UPDATE packed SET body = substr(body, 2)")

    assert verify(tmp_path / "fresh.sqlite3", MIGRATIONS, GAMES) == []
    with pytest.raises(Unusable, match="don't match their checksum"):
        copied(path, tmp_path / "another.sqlite3")


def test_damaged_database_is_not_copied(path: Path, empty_server: Server) -> None:
    change(path, "UPDATE sessions SET digest = 'd' WHERE id = 3")

    with pytest.raises(
        Unusable, match=r"is damaged \(the stored position of session 3.*: choose another file"
    ):
        copied(path, empty_server)


def test_older_schema_is_not_copied(path: Path, empty_server: Server, tmp_path: Path) -> None:
    later = next_version(tmp_path / "next")

    with pytest.raises(Unusable, match="start this version of Cardcrate with it once"):
        commands.copy_db(path, empty_server, later, GAMES, print)


def test_existing_database_is_not_overwritten(path: Path, empty_server: Server) -> None:
    copied(path, empty_server)

    with pytest.raises(Unusable, match="a copy needs an empty database"):
        copied(path, empty_server)
    with pytest.raises(Unusable, match="already exists: name a new file"):
        copied(empty_server, path)


def test_database_is_not_copied_into_itself(path: Path, empty_server: Server) -> None:
    copied(path, empty_server)
    again = Server(empty_server.address.replace("postgresql://", "postgres://"))

    for source, target in ((path, path.parent / "." / path.name), (empty_server, again)):
        with pytest.raises(Unusable, match=r"can't copy .* into itself: name another"):
            copied(source, target)


def test_newer_server_is_not_copied(path: Path, empty_server: Server, tmp_path: Path) -> None:
    copied(path, empty_server)
    asyncio.run(carry_out(empty_server.address, "INSERT INTO schema_version (number) VALUES (99)"))

    with pytest.raises(TooNew, match=r"is at schema 99, this version .* knows .*: run the newer version"):
        copied(empty_server, tmp_path / "target.sqlite3")
    assert not (tmp_path / "target.sqlite3").exists()


async def test_database_in_use_is_not_copied(path: Path, empty_server: Server, tmp_path: Path) -> None:
    async with opened(empty_server):
        for source, target in ((path, empty_server), (empty_server, tmp_path / "back.sqlite3")):
            with pytest.raises(InUse, match="in use by another Cardcrate"):
                await asyncio.to_thread(copied, source, target)

    assert not (tmp_path / "back.sqlite3").exists()


async def test_backup_of_a_server_is_an_ordinary_file(
    path: Path, empty_server: Server, tmp_path: Path
) -> None:
    await asyncio.to_thread(copied, path, empty_server)
    async with opened(empty_server) as store:
        file = await back_up(store.backup, tmp_path / "backups", NOON)

    assert file.name == name_of(NOON)
    assert rows(file) == rows(path)
    assert verify(file, MIGRATIONS, GAMES) == []


def test_empty_server_is_not_backed_up(empty_server: Server, tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="the database is empty: start the bot once"):
        commands.back_up(empty_server, MIGRATIONS, tmp_path, NOON, print)

    assert list(tmp_path.iterdir()) == []


def test_restore_needs_an_empty_server(path: Path, empty_server: Server, tmp_path: Path) -> None:
    copied(path, empty_server)
    lines: list[str] = []
    commands.back_up(empty_server, MIGRATIONS, tmp_path / "backups", NOON, lines.append)
    file = tmp_path / "backups" / name_of(NOON)

    with pytest.raises(Unusable, match="a copy needs an empty database"):
        commands.restore(file, empty_server, MIGRATIONS, GAMES, at=NOON, write=lines.append)
    name = empty_server.address.rpartition("=")[2]
    asyncio.run(carry_out(empty_server.address, f"DROP SCHEMA {name} CASCADE; CREATE SCHEMA {name}"))
    assert commands.restore(file, empty_server, MIGRATIONS, GAMES, at=NOON, write=lines.append) == 0

    assert lines[0] == f"The backup is {file}."
    assert lines[-2].startswith(f"{file.name}: Open tables: 6. Ended ones: 1. Moves: ")
    assert lines[-1] == f"{empty_server} is now the backup {file.name}."
    assert verify(empty_server, MIGRATIONS, GAMES) == []


async def test_restored_server_has_a_new_nonce_key(path: Path, empty_server: Server) -> None:
    await asyncio.to_thread(commands.restore, path, empty_server, MIGRATIONS, GAMES, at=NOON, write=print)

    async with opened(empty_server) as store:
        assert await store.read(facts.note, "nonce-key") is None
        assert await store.read(facts.note, "heartbeat") == repr(START)


def test_damage_on_a_server_is_found(path: Path, empty_server: Server) -> None:
    copied(path, empty_server)

    asyncio.run(carry_out(empty_server.address, "UPDATE sessions SET digest = 'd' WHERE id = 3"))

    assert any("the stored position of session 3" in one for one in verify(empty_server, MIGRATIONS, GAMES))


def test_copy_command_explains_mistakes(path: Path, empty_server: Server, tmp_path: Path) -> None:
    went = runner.invoke(command, ["copy-db", str(path), empty_server.address])
    refused = runner.invoke(command, ["copy-db", str(tmp_path / "none.sqlite3"), empty_server.address])
    elsewhere = runner.invoke(command, ["copy-db", str(path), "mysql://user:secret@host/name"])
    away = runner.invoke(command, ["copy-db", str(path), "postgresql://user:secret@127.0.0.1:1/name"])
    checked = runner.invoke(command, ["verify-db"], env={"DATABASE": empty_server.address})

    assert (went.exit_code, went.stdout.splitlines()[-1]) == (0, "All is well.")
    assert (refused.exit_code, refused.stderr.count("\n")) == (3, 1)
    assert "doesn't exist" in refused.stderr
    assert (elsewhere.exit_code, elsewhere.stderr.count("\n")) == (2, 1)
    assert "TO must be the path of a file, or an address such as postgresql://" in elsewhere.stderr
    assert (away.exit_code, away.stderr) == (
        5,
        (
            "cardcrate: PostgreSQL can't be reached: Connection refused (name on 127.0.0.1:1): start "
            "PostgreSQL, or correct DATABASE (if it doesn't start, its log says why: a new major version "
            "can't read the files of an old one)\n"
        ),
    )
    assert "secret" not in elsewhere.stderr + away.stderr
    assert (checked.exit_code, checked.stdout) == (0, "All is well.\n")
