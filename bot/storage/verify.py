"""Verification of a database: structure, checksums, chains of moves, and a replay of every game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from bot.config import Location, Server
from bot.engine.contract import AnyGame, Malformed
from bot.engine.notation import stored_options
from bot.fair import deal as deals
from bot.storage import archive, backup, packing, ratings, rows
from bot.storage import deals as dealt
from bot.storage.archive import PackedRow
from bot.storage.driver import DB_ERRORS, SqliteConnection, connect, read_only, structure_damage
from bot.storage.engine import Connection
from bot.storage.errors import START_ONCE, Damaged, NotInstalled, Unusable
from bot.storage.file import check_exists, check_ours, unusable_file
from bot.storage.migrations import check_schema, migrate, pending
from bot.storage.progress import Progress, silent
from bot.storage.records import Played, Record
from bot.storage.replay import replay
from bot.storage.statements import DECODE_ERRORS, scalars

Asked = ParamSpec("Asked")
T = TypeVar("T")


def verify(
    where: Location,
    migrations: Path,
    games: Mapping[str, AnyGame],
    progress: Progress = silent,
    *,
    plays_packed: bool = True,
) -> list[str]:
    """Return the problems of a database, one line each.

    The database isn't changed and may be in use. Raises Unusable if it's missing or newer than the program.
    The structure of a server's files isn't checked. Replaying a million packed games takes hours, so
    `plays_packed` can leave that out and check only their checksums.
    """
    if isinstance(where, Server):
        from bot.storage.postgres_tools import reading_newest

        with reading_newest(where, migrations) as connection:
            return list(_row_damage(connection, games, progress, plays_packed=plays_packed))
    return _verify_file(where, migrations, games, progress, plays_packed=plays_packed)


def _verify_file(
    path: Path, migrations: Path, games: Mapping[str, AnyGame], progress: Progress, *, plays_packed: bool
) -> list[str]:
    damage: list[str] = []
    try:
        with open_migrated(path, migrations) as connection:
            connection.execute("BEGIN")  # Reads one moment of a database that may be in use.
            damage += structure_damage(connection)
            wrong: list[str] = []
            _read(wrong, check_schema, connection, migrations)
            if wrong:
                return damage + wrong  # A view in place of a table may have endless rows.
            in_rows = _row_damage(connection, games, progress, plays_packed=plays_packed)
            for line in chain(_orphans(connection), in_rows):
                damage.append(line)  # Appended one by one, because problems found before a read error count.
    except DB_ERRORS as error:
        damage.append(str(unusable_file(path, error)))
    return damage


@contextmanager
def open_migrated(path: Path, migrations: Path) -> Iterator[SqliteConnection]:
    """Yield a connection to the file, or to a migrated copy if its schema is older."""
    check_exists(path, START_ONCE)
    with closing(read_only(path)) as connection:
        check_ours(connection, path)
        if not pending(connection, migrations):
            yield connection
            return
        check_schema(connection, migrations)
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "copy.sqlite3"
        backup.copy(path, fresh)
        with closing(connect(fresh)) as connection:
            migrate(connection, migrations)
            yield connection


def _orphans(connection: SqliteConnection) -> Iterator[str]:
    for table, _, other, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} belongs to a row of {other} that isn't there"


def _row_damage(
    connection: Connection, games: Mapping[str, AnyGame], progress: Progress, *, plays_packed: bool
) -> Iterator[str]:
    yield from ratings.differences(connection)
    numbers = scalars(connection, int, "SELECT id FROM sessions ORDER BY id")
    for done, session_id in enumerate(numbers):
        progress(done, len(numbers))
        packed = archive.packed_row(connection, session_id)
        if packed is not None and not plays_packed:
            damage: list[str] = []
            _read(damage, packing.unpack, session_id, packed.body)
            yield from damage
        else:
            with suppress(NotInstalled):
                yield from _session_damage(connection, session_id, games, packed)
    progress(len(numbers), len(numbers))


def _session_damage(
    connection: Connection, session_id: int, games: Mapping[str, AnyGame], packed: PackedRow | None
) -> list[str]:
    damage: list[str] = []
    record: Record | None = None
    history: Sequence[Played] | None = None
    if packed is None:
        record = _read(damage, rows.load, connection, session_id)
        history = _read(damage, rows.history, connection, session_id, None)
        _read(damage, dealt.read_checked, connection, session_id)
    elif game := _read(damage, archive.unpack_checked, games, packed):
        record, history = game.record, game.history
    if not damage and record is not None and history is not None:
        damage += _record_damage(connection, record, history, games)
    return damage


def _record_damage(
    connection: Connection, record: Record, history: Sequence[Played], games: Mapping[str, AnyGame]
) -> Iterator[str]:
    """Yield the problems of a session whose checksums are right."""
    if rows.users_of(connection, record.id) != rows.users_in(record):
        yield f"session {record.id} can't be found by all of its players"
    deal = record.deal
    if deal is not None and deal.is_fixed and deals.key(deal.secret, deal.transcript) != record.chance_key:
        yield f"the key of session {record.id} doesn't follow from its deal"
    if record.game in games:  # Moves can't be replayed while their game isn't installed.
        yield from _game_damage(games[record.game], record, history)


def _game_damage(game: AnyGame, record: Record, history: Sequence[Played]) -> Iterator[str]:
    """Yield an error if the position can't be loaded, breaks an invariant, or isn't where the moves lead."""
    try:
        if replay(game, record, history) != record.position:
            yield f"session {record.id} isn't where its moves lead"
        if record.position is not None:
            game.load(record.position, len(record.players), stored_options(game, record.options))
    except (Damaged, Malformed) as error:
        yield f"session {record.id}: {error}"


def _read(damage: list[str], read: Callable[Asked, T], *args: Asked.args, **kwargs: Asked.kwargs) -> T | None:
    """Return the result of a read, or add its error to the damage."""
    try:
        return read(*args, **kwargs)
    except (Damaged, Unusable, *DECODE_ERRORS) as error:
        damage.append(str(error))
        return None
