"""Restoring a backup by one command, without losing the former database."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.games import GAMES
from bot.storage import archive, backup, commands, facts, file
from bot.storage.archive import BEFORE_ALL
from bot.storage.backup import back_up
from bot.storage.errors import InUse, NotSaved, Unusable
from bot.storage.restore import restore
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import change, rows_of
from tests.helpers.stores import MIGRATIONS, open_once, opened
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import leave_the_old_log_beside_a_restored_file
from tests.storage.games import NOON, finish, running, step
from tests.storage.test_backup import failing, names_in
from tests.storage.test_file import foreign
from tests.storage.versions import next_version

SERVICE = 12_345


async def test_restored_games_continue(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "LARGE_BYTES", 0)
    session = await running(store, GAMES["skrap"], 10)
    saved = session.record
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    await step(store, session, Random(1))
    await store.close()

    former = restore(path, store.path, MIGRATIONS, GAMES, at=NOON)

    await store.open()
    assert await store.load(saved.id) == saved
    assert former is not None
    assert rows_of(former, "SELECT revision FROM sessions") == [(saved.revision + 1,)]
    sizes = [rows_of(one, "PRAGMA page_size") for one in (path, store.path)]
    assert sizes == [[(backup.PAGE_BYTES,)], [(file.PAGE_BYTES,)]], "large to keep, small to play in"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
async def test_files_of_root_belong_to_the_service(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "service"
    folder.mkdir()
    os.chown(folder, SERVICE, SERVICE)

    path = await back_up(store.backup, folder / "deep" / "backups", NOON)
    restore(path, folder / "cards.sqlite3", MIGRATIONS, GAMES, at=NOON)

    assert {(one.stat().st_uid, one.stat().st_gid) for one in folder.rglob("*")} == {(SERVICE, SERVICE)}
    assert len([*folder.rglob("*")]) == 5, "two folders, the backup, the database and its lock"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
async def test_files_of_others_keep_their_owner(path: Path, tmp_path: Path) -> None:
    lock = file.FileLock(path).path
    lock.touch()
    os.chown(tmp_path, SERVICE, SERVICE)

    await open_once(path)

    assert [one.stat().st_uid for one in (path, lock)] == [0, 0]


async def test_drive_without_owners_takes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", refuse)

    async with opened(tmp_path / "cards.sqlite3") as store:
        assert (await back_up(store.backup, tmp_path / "backups", NOON)).exists()


@sabotaged("P10", leave_the_old_log_beside_a_restored_file)
async def test_log_of_a_killed_process_moves_along(store: Store, tmp_path: Path) -> None:
    session = await running(store, GAMES["skrap"], 10)
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    killed = tmp_path / "killed.sqlite3"
    await step(store, session, Random(1))
    for suffix in ("", "-wal", "-shm"):
        shutil.copy(f"{store.path}{suffix}", f"{killed}{suffix}")

    former = restore(path, killed, MIGRATIONS, GAMES, at=NOON)

    assert former is not None
    assert names_in(tmp_path, "killed.*") == [
        "killed.sqlite3",
        "killed.sqlite3.before-20270310-120000",
        "killed.sqlite3.before-20270310-120000-shm",
        "killed.sqlite3.before-20270310-120000-wal",
        "killed.sqlite3.lock",
    ]
    assert rows_of(killed, "SELECT revision FROM sessions") == [(session.record.revision - 1,)]
    assert rows_of(former, "SELECT revision FROM sessions") == [(session.record.revision,)]


async def test_restore_is_refused_while_the_bot_runs(store: Store, tmp_path: Path) -> None:
    path = await back_up(store.backup, tmp_path / "backups", NOON)

    with pytest.raises(InUse):
        restore(path, store.path, MIGRATIONS, GAMES, at=NOON)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE sessions SET position = replace(position, 'K', 'Q')",
        "UPDATE packed SET body = substr(body, 2)",
    ],
)
async def test_damaged_backup_is_not_restored(store: Store, tmp_path: Path, damage: str) -> None:
    await finish(store, await running(store, GAMES["skrap"], 10, moves=0))
    await store.pack_next(BEFORE_ALL, float("inf"))
    await running(store, GAMES["crap"], 11)
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    change(path, damage)
    await store.close()
    before = names_in(tmp_path)

    with pytest.raises(Unusable, match="damaged"):
        restore(path, store.path, MIGRATIONS, GAMES, at=NOON)

    assert names_in(tmp_path) == before


async def test_restore_replays_no_packed_game(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(store, await running(store, GAMES["skrap"], 10, moves=0))
    await store.pack_next(BEFORE_ALL, float("inf"))
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    await store.close()

    with monkeypatch.context() as patch:
        patch.setattr(archive, "steps", failing)
        restore(path, store.path, MIGRATIONS, GAMES, at=NOON)

    assert verify(store.path, MIGRATIONS, GAMES) == []


async def test_interrupted_restore_can_be_repeated(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await running(store, GAMES["skrap"], 10)
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    await store.close()
    monkeypatch.setattr(os, "link", failing)
    monkeypatch.setattr(shutil, "copyfile", failing)

    with pytest.raises(NotSaved, match="disk is full"):
        restore(path, store.path, MIGRATIONS, GAMES, at=NOON)

    monkeypatch.undo()
    assert verify(store.path, MIGRATIONS, GAMES) == []
    assert names_in(tmp_path, "*.restoring*") == []
    assert restore(path, store.path, MIGRATIONS, GAMES, at=NOON) is not None


async def test_former_database_is_copied_without_hard_links(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    session = await running(store, GAMES["skrap"], 10)
    await store.close()
    monkeypatch.setattr(os, "link", failing)

    former = restore(path, store.path, MIGRATIONS, GAMES, at=NOON)

    assert former is not None
    assert rows_of(former, "SELECT revision FROM sessions") == [(session.record.revision,)]
    assert rows_of(store.path, "SELECT revision FROM sessions") == []
    with pytest.raises(NotSaved, match=r" already exists: try again in a second"):
        restore(path, store.path, MIGRATIONS, GAMES, at=NOON)
    assert rows_of(former, "SELECT revision FROM sessions") == [(session.record.revision,)]


async def test_failed_replacement_keeps_the_databases_log(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file mounted into a container can't be replaced."""
    path = await back_up(store.backup, tmp_path / "backups", NOON)
    session = await running(store, GAMES["skrap"], 10)
    killed = tmp_path / "killed.sqlite3"
    for suffix in ("", "-wal"):
        shutil.copy(f"{store.path}{suffix}", f"{killed}{suffix}")
    real = Path.replace

    def replace(file: Path, target: Path) -> Path:
        return failing() if target == killed else real(file, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(NotSaved, match="couldn't put the backup in place"):
        restore(path, killed, MIGRATIONS, GAMES, at=NOON)

    assert rows_of(killed, "SELECT revision FROM sessions") == [(session.record.revision,)]


def test_older_backup_is_migrated_in_its_folder(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = next_version(tmp_path / "next")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))

    restore(path, tmp_path / "cards.sqlite3", later, GAMES, at=NOON)

    assert verify(tmp_path / "cards.sqlite3", later, GAMES) == []


@pytest.mark.parametrize("is_older", [False, True])
def test_view_replacing_a_table_is_not_read(path: Path, tmp_path: Path, is_older: bool) -> None:
    crafted, migrations = path, next_version(tmp_path / "next") if is_older else MIGRATIONS
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"
    with closing(sqlite3.connect(crafted)) as connection:
        connection.executescript(f"DROP TABLE shown; CREATE VIEW shown AS {endless}")

    with pytest.raises(Unusable, match="the database's schema differs"):
        restore(crafted, tmp_path / "cards.sqlite3", migrations, GAMES, at=NOON)
    assert all(line.startswith("the database's schema") for line in complaints(crafted))


def test_missing_database_folder_is_reported(path: Path, tmp_path: Path) -> None:
    with pytest.raises(
        Unusable, match=r"the folder for the database is missing: make .*/none, or correct DATABASE"
    ):
        restore(path, tmp_path / "none" / "cards.sqlite3", MIGRATIONS, GAMES, at=NOON)


def test_first_database_is_told_as_such(path: Path, tmp_path: Path) -> None:
    lines: list[str] = []

    commands.restore(path, tmp_path / "first.sqlite3", MIGRATIONS, GAMES, at=NOON, write=lines.append)

    assert lines[-1] == "There wasn't a database before."


async def test_lost_database_returns_without_its_nonce_key(store: Store, tmp_path: Path) -> None:
    for name in ("heartbeat", "nonce-key"):
        await store.write(facts.keep_note, name, "5.0")
    path = await back_up(store.backup, tmp_path / "backups", NOON)

    assert restore(path, tmp_path / "lost.sqlite3", MIGRATIONS, GAMES, at=NOON) is None

    assert rows_of(tmp_path / "lost.sqlite3", "SELECT name FROM notes") == [("heartbeat",)]
    assert (tmp_path / "lost.sqlite3").stat().st_mode & 0o777 == 0o600


def test_foreign_database_is_not_replaced(path: Path, tmp_path: Path) -> None:
    songs = foreign(tmp_path / "songs.db")

    with pytest.raises(Unusable, match="is a database of another program"):
        commands.restore(path, songs, MIGRATIONS, GAMES, at=NOON, write=print)

    assert rows_of(songs, "SELECT title FROM songs") == [("Ace of Spades",)]


def test_file_without_database_is_replaced(path: Path, tmp_path: Path) -> None:
    ruined = tmp_path / "ruined.sqlite3"
    ruined.write_bytes(b"ruined" * 1000)

    former = restore(path, ruined, MIGRATIONS, GAMES, at=NOON)

    assert former is not None
    assert former.read_bytes() == b"ruined" * 1000
    assert verify(ruined, MIGRATIONS, GAMES) == []


def complaints(file: Path) -> list[str]:
    """Return the problems found by the check of a database, or why it can't be checked."""
    try:
        return verify(file, MIGRATIONS, GAMES)
    except Unusable as error:
        return [str(error)]
