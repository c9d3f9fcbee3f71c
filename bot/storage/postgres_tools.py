"""Work of commands on a PostgreSQL database, while the bot runs or is stopped."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg

from bot.config import Server
from bot.storage.errors import STOP_IT, InUse, Unusable
from bot.storage.groups import groups
from bot.storage.health import ServerSetup
from bot.storage.postgres_connection import APPLICATION, Clash, PgConnection, hold, unusable
from bot.storage.postgres_hosts import Lost
from bot.storage.postgres_schema import OWN_TABLES, check_schema, columns, version

PATIENCE_SECONDS: Final = 120.0
"""How long a statement of a command may take, because it may read a whole table."""


@contextmanager
def connection_to(server: Server) -> Iterator[PgConnection]:
    """Yield a separate connection for a command. Failures raise Unusable."""
    connection = PgConnection(server, patience=PATIENCE_SECONDS)
    try:
        connection.connect()
        yield connection
    except (Lost, Clash, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise unusable(server, error) from error
    finally:
        connection.close()


@contextmanager
def reading(server: Server) -> Iterator[PgConnection]:
    """Yield a connection that sees the database at one moment, even while the bot has it open."""
    with connection_to(server) as connection:
        connection.begin_reading()
        yield connection
        connection.rollback()


@contextmanager
def exclusive_connection(server: Server) -> Iterator[PgConnection]:
    """Yield a connection while no bot has the database open. Raises InUse if one has."""
    with connection_to(server) as connection:
        if not hold(connection):
            raise InUse(f"{server} is in use by another Cardcrate: {STOP_IT}")
        yield connection


@contextmanager
def reading_newest(server: Server, migrations: Path) -> Iterator[PgConnection]:
    """Yield a connection to a database of the present schema. Raises Unusable if it has another one."""
    with reading(server) as connection:
        check_schema(connection, migrations)
        yield connection


def check_empty(server: Server) -> None:
    """Raise Unusable if a database holds any rows of a bot, or tables of another program."""
    with exclusive_connection(server) as connection:
        version(connection)
        for table in sorted(columns(connection).keys() - OWN_TABLES):
            if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                raise Unusable(f"{server} holds rows already: a copy needs an empty database")


def is_same(one: Server, other: Server) -> bool:
    """Whether two addresses lead to the same database, however they're written."""
    return _identity(one) == _identity(other)


def _identity(server: Server) -> tuple[Any, ...]:
    """Return a value that no two databases share."""
    with connection_to(server) as connection:
        query = "SELECT pg_postmaster_start_time(), current_database(), current_schema()"
        return tuple(connection.execute(query).fetchall())


def bytes_in(connection: PgConnection) -> int:
    """Return the size of the database on the server in bytes."""
    [(size,)] = connection.execute("SELECT pg_database_size(current_database())")
    return int(size)


def setup_of(server: Server) -> ServerSetup:
    """Return how a server is set up."""
    with connection_to(server) as connection:
        before = time.time()
        [(at,)] = connection.execute("SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)")
        middle = (before + time.time()) / 2
        has_tables = "shard_groups" in columns(connection)
        return ServerSetup(
            version=str(_setting(connection, "server_version")).split()[0],
            ahead=at - middle,
            has_checksums=_setting(connection, "data_checksums") == "on",
            is_durable=_setting(connection, "fsync") == "on"
            and _setting(connection, "synchronous_commit") != "off",
            synchronous_commit=str(_setting(connection, "synchronous_commit")),
            standbys=str(_setting(connection, "synchronous_standby_names")),
            replicas=_one(connection, "SELECT count(*) FROM pg_stat_replication"),
            processes=count_bots(connection),
            may_make_tables=bool(_one(connection, "SELECT has_schema_privilege(current_schema(), 'CREATE')")),
            groups=tuple(groups(connection)) if has_tables else (),
            changed_at=_one(connection, "SELECT max(updated_at) FROM sessions") if has_tables else None,
            size=bytes_in(connection),
        )


def count_bots(connection: PgConnection) -> int:
    """Return how many bots have the database open. Each holds a lock, alone or shared."""
    query = (
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
        "WHERE locktype = 'advisory' AND granted AND datname = current_database() "
        "AND classid = CAST(CAST(? AS INTEGER) AS OID) AND objid = CAST(hashtext(current_schema()) AS OID)"
    )
    [(number,)] = connection.execute(query, (APPLICATION,))
    return int(number)


def _one(connection: PgConnection, query: str) -> Any:
    [(value,)] = connection.execute(query)
    return value


def _setting(connection: PgConnection, name: str) -> Any:
    return connection.execute("SELECT current_setting(?)", (name,)).fetchall()[0][0]
