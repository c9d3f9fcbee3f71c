"""Checks of a database that don't change it, even while the bot has it open."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final

from bot.config import Location, Server
from bot.storage import facts, rows
from bot.storage.driver import DB_ERRORS, read_only
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, InUse, Unusable
from bot.storage.file import FileLock, unusable_file
from bot.storage.health import Health, HostState, ServerSetup
from bot.storage.migrations import check_schema, migrations_after, newest_number, version
from bot.storage.statements import LIVE, scalars
from bot.storage.store import check_driver

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first version with STRICT tables, which the migrations use."""


def sqlite_version() -> tuple[int, int, int]:
    """Return the version of SQLite that Python uses."""
    return sqlite3.sqlite_version_info


def in_use(where: Location) -> str | None:
    """Return a sentence that says which process has the database open, or None if no process has.

    Raises Unusable if a server can't be asked.
    """
    check_driver(where)
    alone: AbstractContextManager[object]
    if isinstance(where, Server):
        from bot.storage.postgres_tools import exclusive_connection

        alone = exclusive_connection(where)
    else:
        alone = lock = FileLock(where)
        if not lock.path.exists():  # A file made here would belong to the user who runs the check.
            return None
    try:
        with alone:
            return None
    except InUse as error:
        return error.words


def server_setup(server: Server) -> ServerSetup:
    """Return how a PostgreSQL server is set up. Raises Unusable if it can't be asked."""
    from bot.storage.postgres_tools import setup_of

    return setup_of(server)


def server_hosts(server: Server) -> tuple[HostState, ...]:
    """Return the role of each server that an address names."""
    from bot.storage.postgres_hosts import host_states

    return asyncio.run(host_states(server))


def applications(where: Location) -> frozenset[int]:
    """Return the ids of the applications whose games may be in a database. Empty if it can't be read."""
    try:
        check_driver(where)
        if isinstance(where, Server):
            from bot.storage import postgres_tools as server

            with server.read_only(where) as remote:
                return facts.applications(remote)
        with closing(read_only(where)) as connection:
            return facts.applications(connection)
    except (Unusable, *DB_ERRORS):
        return frozenset()


def inspect(where: Location, migrations: Path) -> Health:
    """Read and check a database. Raises Unusable if it can't be read, or if a start would refuse it."""
    if isinstance(where, Server):
        from bot.storage import postgres_tools as server

        with server.read_only(where) as remote:
            schema = server.version(remote)
            if not migrations_after(schema, migrations):
                server.check_schema(remote, migrations)
            return _health(remote, schema, migrations)
    try:
        with closing(read_only(where)) as connection:
            schema = version(connection)
            if not migrations_after(schema, migrations):
                check_schema(connection, migrations)
            damage = [row[0] for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
            return _health(connection, schema, migrations, damage)
    except DB_ERRORS as error:
        raise unusable_file(where, error) from error


def _health(connection: Connection, schema: int, migrations: Path, damage: Sequence[str] = ()) -> Health:
    """Return the health of a database. Adds the damage of its live sessions to this damage."""
    newest = newest_number(migrations)
    query = f"SELECT id FROM sessions WHERE {LIVE}"
    live = scalars(connection, int, query) if schema == newest else []
    return Health(schema, newest, len(live), (*damage, *_session_damage(connection, live)))


def _session_damage(connection: Connection, live: list[int]) -> Iterator[str]:
    """Yield an error for each live session whose position or moves don't match their checksums."""
    for session_id in live:
        try:
            rows.load(connection, session_id)
            rows.history(connection, session_id, None)
        except Damaged as error:
            yield str(error)
