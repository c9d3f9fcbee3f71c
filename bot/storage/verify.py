"""Checks all that a database says: structure, checksums, chains of moves, and every game played again."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec

from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import stored_options
from bot.fair import deal as deals
from bot.storage import archive, backup, ratings, rows
from bot.storage.archive import Past
from bot.storage.checksums import text
from bot.storage.errors import BROKEN, Damaged, Unusable
from bot.storage.file import is_ours
from bot.storage.mending import CHECKED_TABLES, broken_rows, structure_damage
from bot.storage.migrations import check_schema, found, migrate, version
from bot.storage.progress import Progress, silent
from bot.storage.replay import replayed

Asked = ParamSpec("Asked")


def verify(
    path: Path, migrations: Path, games: Mapping[str, AnyGame], progress: Progress = silent
) -> list[str]:
    """What is wrong with a database, one line each; none when all of it can be trusted.

    The file is not changed, and may be in use. Raises Unusable when there is none, or a newer one.
    """
    damage: list[str] = []
    try:
        with newest(path, migrations) as connection:
            connection.execute("BEGIN")  # one moment of a database that is in use
            for line in _damage(connection, migrations, games, progress):
                damage.append(line)  # noqa: PERF402 # what was found before the file breaks off counts
    except BROKEN as error:
        damage.append(f"{path} cannot be read: {error}")
    return damage


@contextmanager
def newest(path: Path, migrations: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the file; to a copy that is brought up to date when its schema is an older one."""
    if not path.is_file():
        raise Unusable(f"there is no file {path}")
    with closing(backup.reading(path)) as connection:
        if not is_ours(connection):
            raise Unusable(f"{path} is not a database of Cardcrate")
        if version(connection) == 0:
            raise Unusable(f"{path} holds nothing: no game was ever stored in it")
        if version(connection) == found(migrations)[-1][0]:
            yield connection
            return
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        backup.copy(path, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.text_factory = text
            migrate(connection, migrations)
            yield connection


def _damage(
    connection: sqlite3.Connection, migrations: Path, games: Mapping[str, AnyGame], progress: Progress
) -> Iterator[str]:
    yield from structure_damage(connection)
    yield from _complaint(check_schema, connection, migrations)
    for table, _, other, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} belongs to a row of {other} that is not there"
    for table in CHECKED_TABLES:
        yield from (line for line, _ in broken_rows(connection, table))
    yield from ratings.differences(connection)
    numbers = [row[0] for row in connection.execute("SELECT id FROM sessions ORDER BY id")]
    for done, session_id in enumerate(numbers):
        progress(done, len(numbers))
        yield from _session_damage(connection, session_id, games)
    progress(len(numbers), len(numbers))


def _session_damage(
    connection: sqlite3.Connection, session_id: int, games: Mapping[str, AnyGame]
) -> Iterator[str]:
    packed = archive.bundle(connection, session_id)
    if packed is not None:
        damage = list(_complaint(archive.check, games, packed))
    else:
        damage = list(_complaint(rows.load, connection, session_id))
        damage += _complaint(rows.history, connection, session_id, None)
    yield from damage
    if not damage:
        past = None if packed is None else archive.unpacked(games, packed)
        yield from _record_damage(connection, past or _stored(connection, session_id), games)


def _stored(connection: sqlite3.Connection, session_id: int) -> Past:
    record = rows.load(connection, session_id)
    assert record is not None
    return Past(record, tuple(rows.history(connection, session_id, None)))


def _record_damage(connection: sqlite3.Connection, past: Past, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """What is wrong with a session whose checksums are right."""
    record = past.record
    for table, users in rows.named(record).items():
        noted = connection.execute(f"SELECT user_id FROM {table} WHERE session_id = ?", (record.id,))  # noqa: S608
        if {row[0] for row in noted} != users:
            yield f"session {record.id} cannot be found by all of its players"
            break
    deal = record.deal
    if deal is not None and deal.is_fixed and deals.key(deal.secret, deal.transcript) != record.chance_key:
        yield f"the key of session {record.id} does not follow from its deal"
    if record.game not in games:
        yield f"session {record.id} is of an unknown game, {record.game}"
    else:
        yield from _game_damage(games[record.game], past)


def _game_damage(game: AnyGame, past: Past) -> Iterator[str]:
    """The position can be loaded, is sound, and is the one to which the moves lead."""
    record = past.record
    try:
        if replayed(game, record, past.history) != record.position:
            yield f"session {record.id} is not where its moves lead"
        if record.position is not None:
            state = game.load(record.position, len(record.players), stored_options(game, record.options))
            yield from (f"session {record.id}: {fault}" for fault in game.faults(state))
    except (Damaged, Malformed) as error:
        yield f"session {record.id}: {error}"


def _complaint(read: Callable[Asked, object], *args: Asked.args, **kwargs: Asked.kwargs) -> Iterator[str]:
    """What reading complains of."""
    try:
        read(*args, **kwargs)
    except (Damaged, Unusable) as error:
        yield str(error)
