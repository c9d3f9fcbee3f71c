"""The copying of all rows from one database into another, of the same kind or not."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from bot.config import Location, Server, folder_problem
from bot.storage import backup
from bot.storage.driver import DB_ERRORS, SqliteConnection, connect, read_only, structure_damage, transaction
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
from bot.storage.migrations import Table, check_schema, expected_tables, migrate, migrations_after, version

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
    with snapshot(source, migrations) as there:
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
    elif wrong := folder_problem(target.parent):
        raise Unusable(*wrong)
    elif target.exists():
        raise Unusable(f"{target} already exists", "name a new file")
    elif not target.parent.is_dir():
        raise Unusable(f"{target.parent} doesn't exist", "make it first")


def copy_server(server: Server, file: Path, migrations: Path) -> None:
    """Write the present contents of a server into a SQLite file while moves continue. Raises NotSaved."""
    from bot.storage.postgres_tools import reading_newest

    try:
        with reading_newest(server, migrations) as remote:
            write_file(remote, file, migrations)
    except Unusable as error:
        raise NotSaved(str(error)) from error


def size_of(where: Location, migrations: Path) -> int:
    """Return the size of a database in bytes. Raises Unusable if it can't be backed up."""
    if isinstance(where, Server):
        from bot.storage.postgres_tools import bytes_in, read_only

        with read_only(where) as remote:
            return bytes_in(remote)
    check_exists(where, START_ONCE)
    check_restorable(where, migrations, NAME_ANOTHER)
    return where.stat().st_size


def check_restorable(file: Path, migrations: Path, cure: str) -> None:
    """Raise Unusable, with this cure, unless this database can be backed up and restored."""
    with _file(file, migrations, cure) as connection:
        damage = structure_damage(connection)
    if damage:
        raise Unusable(f"{file} is damaged ({damage[0]})", cure)


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
            with snapshot(where, migrations):
                pass
            yield


@contextmanager
def snapshot(where: Location, migrations: Path, cure: str = CHOOSE_ANOTHER) -> Iterator[Connection]:
    """Yield a connection that sees a database of the present schema at one moment."""
    if isinstance(where, Server):
        from bot.storage.postgres_tools import reading_newest

        with reading_newest(where, migrations) as remote:
            yield remote
    else:
        with _file(where, migrations, cure) as connection:
            _check_version(where, version(connection), migrations)
            yield connection


@contextmanager
def _file(path: Path, migrations: Path, cure: str) -> Iterator[SqliteConnection]:
    """Yield a connection that sees a file of the present schema, or of an older one, at one moment."""
    try:
        with closing(read_only(path)) as connection:
            connection.execute("BEGIN")
            check_ours(connection, path)
            migrations_after(version(connection), migrations, cure)
            check_schema(connection, migrations, cure)
            yield connection
    except DB_ERRORS as error:
        raise unusable_file(path, error, cure) from error


def _check_version(where: Location, number: int, migrations: Path) -> None:
    if number == 0:  # Only a server gets here, because `check_ours` has checked a file.
        raise Unusable(f"{where} is empty", NEEDS_GAMES)
    if migrations_after(number, migrations):
        raise Unusable(f"{where} is at schema {number}", UPDATE_IT)
