"""A running bot maintains its database in small steps, and reports the steps that it can't take."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.config import BadSettings, read_settings
from bot.games import GAMES
from bot.process.upkeep import ANONYMOUS_SECONDS, DAY, PACK_AFTER_SECONDS, Retention, Upkeep, retention_of
from bot.storage import facts, rows
from bot.storage.backup import Limits, name_of, newest_backup
from bot.storage.driver import read_only
from bot.storage.store import Store
from tests.helpers.behind import rows_of
from tests.storage.games import FIRST_USER, START, finish, running

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


class House:
    """An upkeep whose clock is set by hand, and which records each rest."""

    def __init__(self, store: Store, kept: Retention) -> None:
        self.now = START
        self.rests: list[float] = []
        self.upkeep = Upkeep(store, kept, clock=lambda: self.now, sleep=self.rest)

    async def rest(self, seconds: float) -> None:
        self.rests.append(seconds)


async def finished(store: Store, number: int) -> float:
    """Store a number of finished games. Returns the time at which the last one ended."""
    for channel_id in range(10, 10 + number):
        session = await running(store, GAMES["skrap"], channel_id, moves=0)
        await finish(store, session)
    return session.record.updated_at


async def test_games_are_packed_after_two_days_with_rests(store: Store) -> None:
    house = House(store, Retention())
    house.now = await finished(store, 3) + PACK_AFTER_SECONDS - DAY

    await house.upkeep.archive_and_delete()
    assert rows_of(store.path, "SELECT * FROM packed") == []

    house.now += 2 * DAY
    await house.upkeep.archive_and_delete()
    assert rows_of(store.path, "SELECT session_id FROM packed") == [(1,), (2,), (3,)]
    assert len(house.rests) == 3


async def test_finished_games_are_deleted_after_set_days(store: Store) -> None:
    house = House(store, Retention(days=30))
    house.now = await finished(store, 3) + 31 * DAY
    await running(store, GAMES["crap"], 30)

    await house.upkeep.archive_and_delete()

    assert rows_of(store.path, "SELECT id, status FROM sessions") == [(4, "playing")]


async def test_kept_games_name_nobody(store: Store) -> None:
    house = House(store, Retention())
    house.now = await finished(store, 2) + ANONYMOUS_SECONDS + DAY

    await house.upkeep.archive_and_delete()

    assert await store.tables_of(FIRST_USER) == 0
    assert len(await store.history(1)) > 3


async def test_a_backup_is_made_when_something_has_changed(store: Store, tmp_path: Path) -> None:
    house = House(store, Retention(backups=tmp_path / "backups"))

    async def backups_after(hours: int) -> int:
        await house.upkeep.back_up(NOON + timedelta(hours=hours))
        return len(list((tmp_path / "backups").iterdir()))

    assert await backups_after(0) == 1
    await store.write(facts.keep_note, "heartbeat", "5")
    await store.write(rows.forget_seen, 5.0)
    assert await backups_after(1) == 1
    await running(store, GAMES["skrap"], 10, moves=0)
    assert await backups_after(2) == 2
    assert await backups_after(3) == 2


async def test_without_change_backup_is_made_once_day(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    house = House(store, Retention(backups=folder))
    await house.upkeep.back_up(NOON)
    old = folder / name_of(NOON - timedelta(days=30))
    old.touch()

    await house.upkeep.back_up(NOON + timedelta(hours=1))
    assert [path.name for path in folder.iterdir()] == [name_of(NOON)]
    await house.upkeep.back_up(NOON + timedelta(days=1))

    assert newest_backup(folder, NOON + timedelta(days=1)) == NOON + timedelta(days=1)


async def test_backup_from_the_future_blocks_none(store: Store, tmp_path: Path) -> None:
    (tmp_path / name_of(NOON + timedelta(days=400))).touch()
    store.has_news = False

    await House(store, Retention(backups=tmp_path)).upkeep.back_up(NOON)

    assert (tmp_path / name_of(NOON)).exists()


async def test_without_a_folder_no_backup_is_made(store: Store) -> None:
    await House(store, Retention()).upkeep.back_up(NOON)

    assert sorted(path.suffix for path in store.path.parent.iterdir()) == [
        ".lock",
        ".sqlite3",
        ".sqlite3-shm",
        ".sqlite3-wal",
    ]


async def test_purge_delayed_by_backup_is_made_up(store: Store) -> None:
    await finished(store, 1)
    house = House(store, Retention())
    being_made = read_only(store.path)
    being_made.execute("BEGIN")
    being_made.execute("SELECT count(*) FROM sessions").fetchall()

    assert not await store.forget(FIRST_USER)
    await house.upkeep.sweep()
    log = store.path.with_name(store.path.name + "-wal")
    assert (store.engine.is_sweep_owed, log.stat().st_size > 0) == (True, True)
    being_made.close()
    with capture_logs() as lines:
        await house.upkeep.sweep()
        await house.upkeep.sweep()

    assert (store.engine.is_sweep_owed, log.stat().st_size) == (False, 0)
    assert [line["event"] for line in lines] == ["purged"]


def test_the_settings_say_what_is_kept(tmp_path: Path) -> None:
    given = read_settings(backups=tmp_path, backups_max_gb=2, backups_free_gb=0.5, keep_games="90")

    assert retention_of(given) == Retention(tmp_path, Limits(2e9, 0.5e9), 90)
    assert retention_of(read_settings(keep_games="forever")).days is None
    with pytest.raises(BadSettings, match="KEEP_GAMES"):
        read_settings(keep_games="soon")
