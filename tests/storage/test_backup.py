"""Backups every hour, complete whatever happens meanwhile, and restored by one command."""

import asyncio
import errno
import os
import sqlite3
import time
from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import NoReturn

import pytest

from bot.games import GAMES
from bot.storage import commands
from bot.storage.backup import Limits, back_up, name_of, outdated, rotate
from bot.storage.errors import InUse, NotSaved, Unusable
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import rows_of
from tests.helpers.stores import MIGRATIONS
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import copy_the_file_without_its_log
from tests.storage.games import NOON, START, finish, running, step
from tests.storage.versions import NEXT, PRESENT, next_version


def every(hours: int, number: int) -> list[str]:
    return [name_of(NOON - n * timedelta(hours=hours)) for n in range(number)]


def test_rotation_keeps_one_day_hourly_and_fourteen_daily() -> None:
    names = every(1, 24 * 40)

    kept = sorted(set(names) - set(outdated(names)))

    days = [NOON.replace(hour=23) - timedelta(days=n) for n in range(13, 1, -1)]
    assert kept == [*map(name_of, days), *sorted(every(1, 24))]


def test_daily_rotation_equals_one_late_rotation() -> None:
    names = sorted(every(1, 24 * 40))
    left: list[str] = []
    for name in names:
        left.append(name)
        left = sorted(set(left) - set(outdated(left)))

    assert left == sorted(set(names) - set(outdated(names)))


def test_last_backup_of_an_hour_stays() -> None:
    names = [name_of(NOON + timedelta(minutes=n)) for n in (0, 1, 59, 60)]

    assert outdated(names) == names[:2]


@pytest.mark.parametrize(("days", "left"), [((0, 29, 31), (0, 29)), ((29, 31), (29,)), ((31, 32), (31,))])
def test_backups_stay_a_month_and_the_newest_longer(
    tmp_path: Path, days: tuple[int, ...], left: tuple[int, ...]
) -> None:
    for day in days:
        (tmp_path / name_of(NOON - timedelta(days=day))).touch()

    rotate(tmp_path, NOON)

    assert names_in(tmp_path) == sorted(name_of(NOON - timedelta(days=day)) for day in left)


def test_backups_from_the_future_push_none_out(tmp_path: Path) -> None:
    now = every(1, 24)
    for name in [*now, *(name_of(NOON + timedelta(days=days)) for days in range(1, 40))]:
        (tmp_path / name).write_bytes(b"x")

    rotate(tmp_path, NOON, Limits(most_bytes=24))

    assert names_in(tmp_path)[:24] == sorted(now)
    assert len(names_in(tmp_path)) == 24 + 39


async def test_old_backups_go_even_without_room(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make(tmp_path / "backups")
    names = [name_of(NOON - timedelta(days=days)) for days in (31, 32, 1)]
    for name in names:
        (folder / name).touch()
    monkeypatch.setattr("bot.storage.backup.shutil.disk_usage", lambda _: SimpleNamespace(free=0))

    with pytest.raises(NotSaved, match="no room"):
        await back_up(store.backup, folder, NOON, 1)

    assert names_in(folder) == names[2:]


def test_other_files_are_never_deleted() -> None:
    others = [
        "notes.txt",
        "cardcrate.sqlite3",
        "cardcrate-20270101.sqlite3",
        "cardcrate-20279999-9999.sqlite3",
    ]

    assert outdated([*others, *every(1, 100)]) == outdated(every(1, 100))


@sabotaged("P10", copy_the_file_without_its_log, raises=(sqlite3.OperationalError, Unusable))
async def test_backup_is_complete_and_private(store: Store, tmp_path: Path) -> None:
    session = await running(store, GAMES["crap"], 10)

    path = await back_up(store.backup, tmp_path / "deep" / "backups", NOON)

    assert path.name == "cardcrate-20270310-1200.sqlite3"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert verify(path, MIGRATIONS, GAMES) == []
    assert rows_of(path, "SELECT revision FROM sessions") == [(session.record.revision,)]


async def test_backup_during_games_shows_one_moment(store: Store, tmp_path: Path) -> None:
    session = await running(store, GAMES["crapette"], 10)
    making = asyncio.create_task(back_up(store.backup, tmp_path / "backups", NOON))

    moves = 0
    while not making.done():
        await step(store, session, Random(moves))
        moves += 1

    assert moves > 0
    assert verify(await making, MIGRATIONS, GAMES) == []


async def test_failed_backup_leaves_and_deletes_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    for minutes in (0, 1):
        await store.backup(
            (folder if folder.exists() else make(folder)) / name_of(NOON + timedelta(minutes=minutes))
        )
    before = names_in(folder)
    monkeypatch.setattr("bot.storage.backup.flush", failing)

    with pytest.raises(NotSaved, match="disk is full"):
        await back_up(store.backup, folder, NOON + timedelta(hours=1))

    assert names_in(folder) == before


async def test_second_backup_is_refused_during_the_first(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"

    async def copy_to(path: Path) -> None:
        with pytest.raises(InUse, match=r"another backup is being written .*: try again when it's done"):
            commands.back_up(store.path, MIGRATIONS, folder, NOON, print)
        await store.backup(path)

    await back_up(copy_to, folder, NOON)
    assert commands.back_up(store.path, MIGRATIONS, folder, NOON, print) == 0


async def test_folder_without_locks_takes_backups(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bot.storage.backup.fcntl.flock", refuse)

    path = await back_up(store.backup, tmp_path / "backups", NOON)

    assert verify(path, MIGRATIONS, GAMES) == []


async def test_impossible_folder_is_reported(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(NotSaved, match=r"BACKUPS: .* isn't a folder: name another place"):
        await back_up(store.backup, tmp_path / "file" / "backups", NOON)


async def test_commands_report_their_results(store: Store, tmp_path: Path) -> None:
    lines: list[str] = []
    await running(store, GAMES["crap"], 10)
    folder = tmp_path / "backups"

    assert commands.back_up(store.path, MIGRATIONS, folder, NOON, lines.append) == 0
    await store.close()
    file = folder / name_of(NOON)
    assert commands.verify_db(file, MIGRATIONS, GAMES, lines.append) == 0
    assert commands.restore(file, store.path, MIGRATIONS, GAMES, at=NOON, write=lines.append) == 0

    assert lines == [
        f"The backup is {file}.",
        "All is well.",
        HOLDS.format(file.name),
        f"{store.path} is now the backup {file.name}.",
        f"The database before is kept as {store.path}.before-20270310-120000. Delete it when you're sure.",
    ]


async def test_check_reports_its_progress(store: Store) -> None:
    told: list[tuple[int, int]] = []
    for channel in (10, 11):
        await running(store, GAMES["skrap"], channel, moves=0)

    assert verify(store.path, MIGRATIONS, GAMES, lambda done, of: told.append((done, of))) == []

    assert told == [(0, 2), (1, 2), (2, 2)]


async def test_size_limit_deletes_all_but_the_newest(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = await back_up(store.backup, folder, NOON)
    two = Limits(most_bytes=2.5 * first.stat().st_size)

    for hours in range(1, 5):
        await back_up(store.backup, folder, NOON + timedelta(hours=hours), limits=two)
    assert names_in(folder) == [name_of(NOON + timedelta(hours=hours)) for hours in (3, 4)]

    await back_up(store.backup, folder, NOON + timedelta(hours=5), limits=Limits(most_bytes=1))
    assert names_in(folder) == [name_of(NOON + timedelta(hours=5))]


async def test_full_disk_deletes_all_but_the_newest(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    for hours in range(4):
        await back_up(store.backup, folder, NOON + timedelta(hours=hours))
    size = max(path.stat().st_size for path in folder.iterdir())
    disk = 5 * size

    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=disk - sum(path.stat().st_size for path in folder.iterdir()))

    monkeypatch.setattr("bot.storage.backup.shutil.disk_usage", usage)
    await back_up(store.backup, folder, NOON + timedelta(hours=4), size, Limits(free_bytes=2 * size))
    assert names_in(folder) == [name_of(NOON + timedelta(hours=hours)) for hours in (2, 3, 4)]

    with pytest.raises(NotSaved, match=r"with .* MB left free \(BACKUPS_FREE_GB\)"):
        await back_up(store.backup, folder, NOON + timedelta(hours=5), size, Limits(free_bytes=4 * size))
    assert len(names_in(folder)) == 3, "none goes where all together would not be enough"


async def test_next_backup_deletes_a_killed_ones_rest(store: Store, tmp_path: Path) -> None:
    folder = make(tmp_path / "backups")
    for name, age in (("cardcrate-20270310-1100.sqlite3.part", 700), ("another.sqlite3.part", 5)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - age,) * 2)

    await back_up(store.backup, folder, NOON)

    assert names_in(folder) == ["another.sqlite3.part", name_of(NOON)]


async def test_database_is_copied_before_a_migration(path: Path, tmp_path: Path) -> None:
    store = Store(path, next_version(tmp_path / "next"), backups=tmp_path / "backups")

    for _ in range(2):
        await store.open()
        await store.close()

    [copied] = names_in(tmp_path / "backups")
    assert copied == f"cardcrate-before-{NEXT:04}.sqlite3"
    assert rows_of(tmp_path / "backups" / copied, "PRAGMA user_version") == [(PRESENT,)]
    assert verify(tmp_path / "backups" / copied, MIGRATIONS, GAMES) == []


async def test_migration_needs_room_for_the_copy(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = next_version(tmp_path / "next")
    monkeypatch.setattr("bot.storage.backup.shutil.disk_usage", lambda _: SimpleNamespace(free=0))

    with pytest.raises(Unusable, match="must be copied before it's brought up to date: no room"):
        await Store(path, later).open()

    assert rows_of(path, "PRAGMA user_version") == [(PRESENT,)]


@pytest.mark.parametrize(("days", "left"), [((3, 2, 1), (1, 2)), ((40, 29), (29,)), ((40, 31), ())])
def test_two_migration_copies_stay_a_month(
    tmp_path: Path, days: tuple[int, ...], left: tuple[int, ...]
) -> None:
    for day in days:
        path = tmp_path / f"cardcrate-before-{day:04}.sqlite3"
        path.touch()
        os.utime(path, (time.time() - 86400 * day,) * 2)

    rotate(tmp_path, NOON)

    assert names_in(tmp_path) == [f"cardcrate-before-{day:04}.sqlite3" for day in left]


async def test_pack_command_shrinks_the_file(store: Store, tmp_path: Path) -> None:
    lines: list[str] = []
    told: list[tuple[int, int]] = []
    await finish(store, await running(store, GAMES["crapette"], 10, moves=0))
    await finish(store, await running(store, GAMES["skrap"], 11, moves=0))
    await store.close()
    size = store.path.stat().st_size

    def note(done: int, of: int) -> None:
        told.append((done, of))

    assert await commands.pack(store, START + 9_999_999, lines.append, note) == 0

    assert lines[0] == "Packed: 2."
    assert told == [(1, 2), (2, 2)]
    assert store.path.stat().st_size < size / 2
    assert verify(store.path, MIGRATIONS, GAMES) == []


HOLDS = (
    "{}: Open tables: 1. Ended ones: 0. Moves: 9. "
    "The last change was on 2023-11-14 at 22:14 UTC, 1211 days ago."
)


def names_in(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


def make(folder: Path) -> Path:
    folder.mkdir()
    return folder


def failing(*_args: object) -> NoReturn:
    raise OSError(28, "the disk is full")
