"""A backup of a large database during games: it finishes soon, delays nobody, and restores completely."""

import asyncio
import os
import time
from itertools import count, pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage import rows
from bot.storage.backup import PIECE_BYTES, back_up
from bot.storage.driver import SqliteConnection
from bot.storage.file import PAGE_BYTES
from bot.storage.records import Commit, Record
from bot.storage.restore import restore
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import file_of
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS, opened
from tests.storage.games import NOON, finish, running, step

MEGABYTE = 1_000_000
MEGABYTES = 2
"""The size for every change. At night it's fifty times as large."""


class Tape(Store):
    """A store that records the changes of a game, so that they can be repeated."""

    first: Record
    changes: list[Commit]

    async def new(self, record: Record, interaction_id: int | None = None) -> Record:
        self.first, self.changes = record, []
        return await super().new(record)

    async def commit(self, change: Commit) -> None:
        self.changes.append(change)
        await super().commit(change)

    async def again(self) -> int:
        """Write the whole game once more as another table, and return the size of the database."""
        first, changes = self.first, self.changes

        def write(connection: SqliteConnection) -> int:
            number = rows.insert(connection, first, None).id
            for change in changes:
                record = msgspec.structs.replace(change.record, id=number)
                rows.commit(connection, msgspec.structs.replace(change, record=record))
            return int(connection.execute("PRAGMA page_count").fetchone()[0]) * PAGE_BYTES

        return await file_of(self).write(write)


async def filled(path: Path, size: int) -> None:
    """Fill a database of at least this size with finished games."""
    tape = Tape(path, MIGRATIONS)
    await tape.open()
    await finish(tape, await running(tape, GAMES["crap"], 10, moves=0))
    while await tape.again() < size:
        continue
    await tape.close()


@pytest.mark.slow
async def test_moves_continue_during_a_restorable_backup(tmp_path: Path, times: int, figure: Figure) -> None:
    path = tmp_path / "cards.sqlite3"
    await filled(path, MEGABYTES * MEGABYTE * times)
    async with opened(path) as store:
        session = await running(store, GAMES["crapette"], 11)

        began = time.monotonic()
        making = asyncio.create_task(back_up(store.backup, tmp_path / "backups", NOON))
        waits = await played(store, session, making)
        seconds = time.monotonic() - began
        made = await making

    assert waits
    assert verify(made, MIGRATIONS, GAMES) == []
    assert restore(made, path, MIGRATIONS, GAMES, at=NOON) is not None
    figure(
        "P10",
        megabytes=round(made.stat().st_size / MEGABYTE),
        seconds=round(seconds, 2),
        moves_meanwhile=len(waits),
        slowest_move_ms=round(1000 * max(waits)),
    )


@pytest.mark.slow
async def test_backup_is_flushed_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = tmp_path / "cards.sqlite3", tmp_path / "backup.sqlite3"
    await filled(path, 2 * MEGABYTE)
    sizes = [0]
    rests: list[float] = []
    flush = os.fsync

    def noted(number: int) -> None:
        sizes.append(os.fstat(number).st_size)
        flush(number)

    async with opened(path) as store:
        monkeypatch.setattr(os, "fsync", noted)
        monkeypatch.setattr(time, "sleep", rests.append)
        await store.backup(kept)
        monkeypatch.undo()

    assert max(later - before for before, later in pairwise(sizes)) < 2 * PIECE_BYTES
    assert len(rests) > MEGABYTE / PIECE_BYTES, "between the pieces the disk is left to moves"
    assert verify(kept, MIGRATIONS, GAMES) == []


async def played(store: Store, session: Session, until: "asyncio.Task[Path]") -> list[float]:
    """Play until a task is done, at least one move, and return how long each move took."""
    waits: list[float] = []
    channels = count(session.record.channel_id + 1)
    while not until.done():
        if session.record.status != "playing":
            session = await running(store, session.game, next(channels))
        began = time.monotonic()
        await step(store, session, Random(len(waits)))
        waits.append(time.monotonic() - began)
    return waits
