"""Checks all that a database says: structure, checksums, chains of moves, and every game played again."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec

from bot.config import Server, Where
from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import stored_options
from bot.fair import deal as deals
from bot.storage import backup, privacy, ratings, rows
from bot.storage.driver import BROKEN, SqliteConnection, connect
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, Unusable
from bot.storage.file import is_ours
from bot.storage.mending import damages
from bot.storage.migrations import check_schema, found, migrate, version
from bot.storage.records import Record
from bot.storage.replay import replayed
from bot.storage.structure import structure_damage

Asked = ParamSpec("Asked")


def verify(where: Where, migrations: Path, games: Mapping[str, AnyGame]) -> list[str]:
    """What is wrong with a database, one line each; none when all of it can be trusted.

    It is not changed, and may be in use. Raises Unusable when there is none, or a newer one. The structure of
    what a server keeps is that server's own matter.
    """
    if isinstance(where, Server):
        from bot.storage.postgres_tools import reading_newest

        with reading_newest(where, migrations) as line:
            return list(_row_damage(line, games))
    return _verify_file(where, migrations, games)


def _verify_file(path: Path, migrations: Path, games: Mapping[str, AnyGame]) -> list[str]:
    damage: list[str] = []
    try:
        with _newest(path, migrations) as connection:
            connection.execute("BEGIN")  # one moment of a database that is in use
            for found_damage in (_file_damage(connection, migrations), _row_damage(connection, games)):
                for line in found_damage:
                    damage.append(line)  # noqa: PERF402 # what was found before the file breaks off counts
    except BROKEN as error:
        damage.append(f"{path} cannot be read: {error}")
    return damage


@contextmanager
def _newest(path: Path, migrations: Path) -> Iterator[SqliteConnection]:
    """A connection to the file; to a copy that is brought up to date when its schema is an older one."""
    if not path.is_file():
        raise Unusable(f"there is no file {path}")
    with closing(backup.reading(path)) as connection:
        if not is_ours(connection):
            raise Unusable(f"{path} is not a database of Cardcrate")
        if version(connection) == found(migrations)[-1][0]:
            yield connection
            return
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        backup.copy(path, fresh)
        with closing(connect(fresh)) as connection:
            migrate(connection, migrations)
            yield connection


def _file_damage(connection: SqliteConnection, migrations: Path) -> Iterator[str]:
    yield from structure_damage(connection)
    yield from _complaint(check_schema, connection, migrations)
    for table, _, other, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} belongs to a row of {other} that is not there"


def _row_damage(connection: Connection, games: Mapping[str, AnyGame]) -> Iterator[str]:
    yield from (line for _, line, _ in damages(connection))
    yield from ratings.differences(connection)
    for (session_id,) in connection.execute("SELECT id FROM sessions ORDER BY id").fetchall():
        yield from _session_damage(connection, session_id, games)


def _session_damage(connection: Connection, session_id: int, games: Mapping[str, AnyGame]) -> Iterator[str]:
    damage = list(_complaint(rows.load, connection, session_id))
    damage += _complaint(rows.history, connection, session_id, None)
    yield from damage
    if not damage:
        yield from _record_damage(connection, session_id, games)


def _record_damage(connection: Connection, session_id: int, games: Mapping[str, AnyGame]) -> Iterator[str]:
    """What is wrong with a session whose checksums are right."""
    record = rows.load(connection, session_id)
    assert record is not None
    seated = connection.execute("SELECT user_id FROM players WHERE session_id = ?", (session_id,))
    if {row[0] for row in seated} != {user for user in record.players if user > privacy.NOBODY}:
        yield f"session {session_id} cannot be found by all of its players"
    deal = record.deal
    if deal is not None and deal.is_fixed and deals.key(deal.secret, deal.transcript) != record.chance_key:
        yield f"the key of session {session_id} does not follow from its deal"
    if record.game not in games:
        yield f"session {session_id} is of an unknown game, {record.game}"
    else:
        yield from _game_damage(connection, games[record.game], record)


def _game_damage(connection: Connection, game: AnyGame, record: Record) -> Iterator[str]:
    """The position can be loaded, is sound, and is the one to which the moves lead."""
    try:
        if replayed(game, record, rows.history(connection, record.id, None)) != record.position:
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
