"""The copying of all rows from one database into another, of the same kind or not."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from bot.config import Location, Server
from bot.storage import backup
from bot.storage.driver import DB_ERRORS, SqliteConnection, connect, read_only, transaction
from bot.storage.engine import Connection
from bot.storage.errors import (
    CHOOSE_ANOTHER,
    EMPTY_IT,
    NAME_ANOTHER,
    NEEDS_GAMES,
    START_ONCE,
    UPDATE_IT,
    NotSaved,
    Unusable,
)
from bot.storage.file import FileLock, check_exists, check_ours, set_up, unusable_file
from bot.storage.migrations import Table, expected_tables, migrate, migrations_after, version

ROWS_AT_ONCE: Final = 2000
NUMBERED: Final = ("sessions", "rated_games")
"""Tables with numbered rows. New numbers continue after the highest one ever used."""


def copy_rows(source: Connection, target: Connection, tables: Mapping[str, Table]) -> dict[str, int]:
    """Copy all rows into empty tables, and return how many each has. Raises Unusable if one isn't empty."""
    copied: dict[str, int] = {}
    for name, table in tables.items():
        if target.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone():
            raise Unusable("the database already has rows", EMPTY_IT)
        slots = ", ".join("?" * len(table.columns))
        insert = f"INSERT INTO {name} ({', '.join(table.columns)}) VALUES ({slots})"
        copied[name] = 0
        for batch in _batches(source, name, table):
            target.executemany(insert, batch)
            copied[name] += len(batch)
    for name in NUMBERED:
        target.continue_after(name, source.newest(name))
    return copied


def _batches(source: Connection, name: str, table: Table) -> Iterator[Sequence[Sequence[Any]]]:
    """Yield the rows of a table in the order of its key, in batches."""
    key, columns = ", ".join(table.key), ", ".join(table.columns)
    places = [table.columns.index(column) for column in table.key]
    start = f"SELECT {columns} FROM {name}"
    after, slots = "", ", ".join("?" * len(table.key))
    last: tuple[Any, ...] = ()
    while batch := source.execute(f"{start} {after} ORDER BY {key} LIMIT {ROWS_AT_ONCE}", last).fetchall():
        yield batch
        last = tuple(batch[-1][place] for place in places)
        after = f"WHERE ({key}) > ({slots})"


def copy_database(source: Location, target: Location, migrations: Path) -> dict[str, int]:
    """Copy a database that no process has open into a checked target. Returns the rows per table."""
    with snapshot(source) as there:
        if isinstance(target, Server):
            return fill_server(there, target, migrations)
        return write_file(there, target, migrations)


def check_target(source: Location, target: Location) -> None:
    """Raise Unusable if the target isn't a new file or an empty database, or is the source itself."""
    if isinstance(target, Server):
        from bot.storage.postgres_tools import check_empty, is_same

        if isinstance(source, Server) and is_same(source, target):
            raise Unusable(f"can't copy {source} into itself", "name another database")
        check_empty(target)
    elif isinstance(source, Path) and source.resolve() == target.resolve():
        raise Unusable(f"can't copy {source} into itself", "name another file")
    elif target.exists():
        raise Unusable(f"{target} already exists", "name a new file")
    elif not target.parent.is_dir():
        raise Unusable(f"{target.parent} isn't a folder", "make it first")


def copy_server(server: Server, file: Path, migrations: Path) -> None:
    """Write the present contents of a server into a SQLite file while moves continue. Raises NotSaved."""
    from bot.storage.postgres_tools import reading_newest

    try:
        with reading_newest(server, migrations) as remote:
            write_file(remote, file, migrations)
    except Unusable as error:
        raise NotSaved(str(error)) from error


def size_of(where: Location) -> int:
    """Return the size of a database in bytes. Raises Unusable if it can't be read, or a file isn't ours."""
    if isinstance(where, Server):
        from bot.storage.postgres_tools import bytes_in, read_only

        with read_only(where) as remote:
            return bytes_in(remote)
    check_exists(where, START_ONCE)
    with _file(where, NAME_ANOTHER) as connection:
        check_ours(connection, where)
    return where.stat().st_size


def fill_server(source: Connection, server: Server, migrations: Path) -> dict[str, int]:
    """Copy all rows into an empty database on a server, and return the number of rows per table."""
    from bot.storage.postgres_tools import exclusive_connection
    from bot.storage.postgres_tools import migrate as make_tables

    with exclusive_connection(server) as remote:
        make_tables(remote, migrations)
        remote.begin()
        copied = copy_rows(source, remote, expected_tables(migrations))
        remote.commit()
        return copied


def write_file(source: Connection, file: Path, migrations: Path) -> dict[str, int]:
    """Write all rows into a new SQLite file, and return their number per table. Raises NotSaved."""
    with backup.replacing(file) as part, closing(connect(part)) as fresh:
        set_up(fresh)
        migrate(fresh, migrations)
        return transaction(fresh, lambda one: copy_rows(source, one, expected_tables(migrations)))


@contextmanager
def exclusive(where: Location, migrations: Path) -> Iterator[None]:
    """Keep all bots away from a database of the present schema. Raises InUse if one has it open."""
    if isinstance(where, Server):
        from bot.storage.postgres_tools import exclusive_connection
        from bot.storage.postgres_tools import version as server_version

        with exclusive_connection(where) as connection:
            _check_version(where, server_version(connection), migrations)
            yield
    else:
        check_exists(where, CHOOSE_ANOTHER)
        with FileLock(where):
            with _file(where) as connection:
                check_ours(connection, where)
                _check_version(where, version(connection), migrations)
            yield


@contextmanager
def snapshot(where: Location) -> Iterator[Connection]:
    """Yield a connection that sees the database at one moment."""
    if isinstance(where, Server):
        from bot.storage.postgres_tools import read_only

        with read_only(where) as remote:
            yield remote
    else:
        with _file(where) as connection:
            check_ours(connection, where)
            yield connection


@contextmanager
def _file(path: Path, cure: str = CHOOSE_ANOTHER) -> Iterator[SqliteConnection]:
    try:
        with closing(read_only(path)) as connection:
            connection.execute("BEGIN")
            yield connection
    except DB_ERRORS as error:
        raise unusable_file(path, error, cure) from error


def _check_version(where: Location, number: int, migrations: Path) -> None:
    if number == 0:  # Only a server gets here, because `check_ours` has checked a file.
        raise Unusable(f"{where} is empty", NEEDS_GAMES)
    if migrations_after(number, migrations):
        raise Unusable(f"{where} is at schema {number}", UPDATE_IT)
