"""One connection to PostgreSQL, used by one thread, with the interface that SQL functions expect."""

import asyncio
import re
import secrets
import ssl
import warnings
from collections.abc import Coroutine, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, Self, TypeVar

import asyncpg

from bot.config import Problem, Server
from bot.storage.errors import GRANT_OWNER, START_IT, Unreachable, Unusable
from bot.storage.postgres_hosts import LOSS_ERRORS, Lost, address_problem, open_primary, reason, trust_problem

# The bot has its own message for a password file that others can read.
warnings.filterwarnings("ignore", "password file", module="asyncpg")

T = TypeVar("T")

OLDEST: Final = 13
"""The oldest version of PostgreSQL that's tested."""
MALFORMED: Final = Problem(
    "DATABASE isn't the address of a PostgreSQL server",
    "it looks like postgresql://user@host:5432/name, and in a password / is written %2F, @ is written %40, "
    "and : is written %3A",
)
APPLICATION: Final = int.from_bytes(b"Crat")
"""The first key of our advisory locks on the server."""
CHANNEL: Final = "cardcrate_tables"
"""The channel on which processes tell each other that there's something to show."""
ISOLATION: Final = "repeatable read"
_CLASHES: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_REFUSED: Final = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    # The server doesn't know or doesn't allow something else that the address asks for.
    asyncpg.SyntaxOrAccessError,
    asyncpg.DataError,
    asyncpg.CantChangeRuntimeParamError,
)
_NOT_ALLOWED: Final = (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidSchemaNameError)
_KEEPALIVES: Final = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""The settings that make the server release the locks of a lost machine after 25 seconds."""
_DELETE_OLD: Final = "DELETE FROM writers WHERE at < now() - interval '30 days'"
_RETURNS_ROWS: Final = re.compile(r"\s*(SELECT|WITH)\b|.*\bRETURNING\b", re.DOTALL)
_WITH_NUMBER: Final = (
    "WITH changed AS ({} RETURNING 1) "
    "INSERT INTO writers SELECT CAST(? AS TEXT), CAST(? AS BIGINT), now() FROM changed LIMIT 1 "
    "ON CONFLICT (name) DO UPDATE SET done = excluded.done, at = excluded.at"
)
"""Wraps a statement so that the transaction's number is stored if it changes a row."""


class Clash(Exception):
    """A conflict with another transaction on the same rows. The transaction may be repeated."""


class Result:
    """The result of a statement, with all of its rows."""

    def __init__(self, rows: Sequence[tuple[Any, ...]], rowcount: int) -> None:
        self.rowcount = rowcount
        self._rows = iter(rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the next row."""
        return next(self._rows, None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the remaining rows."""
        return list(self._rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the remaining rows."""
        return self._rows


class PgConnection:
    """The connection of one thread, which connects on use if it isn't connected.

    Every writing transaction stores its number with its changes, so that it can be checked later if the
    answer to its COMMIT is lost.
    """

    now: Final = "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
    """SQL for the current time."""

    def __init__(self, server: Server, *, patience: float, is_shared: bool = False) -> None:
        self._server = server
        self._is_shared = is_shared
        self._patience = patience
        self._loop = asyncio.new_event_loop()
        self._connection: asyncpg.Connection[Any] | None = None
        self._name = secrets.token_hex(16)
        self._notifies = False
        self._autocommits = False
        self._number = 0

    @property
    def is_open(self) -> bool:
        """Whether the connection was open when it was last used."""
        return self._connection is not None and not self._connection.is_closed()

    def connect(self) -> None:
        """Connect if necessary. Raises Lost, or Unusable if trying again wouldn't help."""
        if self.is_open:
            return
        self.drop()
        try:
            self._connection = self._wait(self._connect())
        except _REFUSED as error:
            refused = Problem(f"PostgreSQL refuses {self._server} ({error})", "correct DATABASE")
            raise Unusable(*(address_problem(self._server) or refused)) from error
        except ssl.SSLCertVerificationError as error:  # Also a ValueError and an OSError.
            raise Unusable(*(address_problem(self._server) or trust_problem(self._server, error))) from error
        except (ValueError, asyncpg.ClientConfigurationError) as error:
            raise Unusable(*(address_problem(self._server) or MALFORMED)) from error
        except (*LOSS_ERRORS, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            if wrong := address_problem(self._server):
                raise Unusable(*wrong) from error
            if "startup parameter" in str(error):
                raise Unusable(*pooler_problem(self._server, str(error).strip())) from error
            raise Lost(f"PostgreSQL can't be reached: {reason(error)}") from error
        try:
            _check(self._connection, self._server)
            self._wait(self._check_isolation(self._connection))
        except BaseException:
            self.drop()
            raise

    async def _check_isolation(self, connection: "asyncpg.Connection[Any]") -> None:
        """Raise Unusable if a pooler between us and the server hasn't passed our settings on."""
        try:
            isolation = await connection.fetchval("SHOW default_transaction_isolation")
        except LOSS_ERRORS as error:
            raise Lost(f"PostgreSQL can't be reached: {reason(error)}") from error
        if isolation != ISOLATION:
            raise Unusable(*pooler_problem(self._server, f"its transactions are {isolation}"))

    async def _connect(self) -> "asyncpg.Connection[Any]":
        return await open_primary(
            self._server,
            command_timeout=5 * self._patience,
            server_settings={
                "application_name": "cardcrate",
                "default_transaction_isolation": ISOLATION,
                "lock_timeout": f"{round(1000 * self._patience)}ms",
                # A process stuck inside a transaction holds its locks for this long.
                "idle_in_transaction_session_timeout": f"{round(5000 * self._patience)}ms",
                "jit": "off",  # Our statements are too short for it.
                **_KEEPALIVES,
            },
        )

    def answers(self) -> bool:
        """Whether the server still answers."""
        try:
            self.script("SELECT 1")
        except Lost:
            return False
        return True

    def begin(self, *, exclusive: bool = False) -> None:
        """Begin a writing transaction. While an `exclusive` one runs, no other one does."""
        self.connect()
        self._notifies = False
        self._number += 1
        # Every writer stores a number and so waits for this lock. Reads come after it.
        lock = "LOCK TABLE writers IN EXCLUSIVE MODE; " if exclusive else ""
        number = self._store_number(self._number)
        self.script(f"BEGIN; {lock}{number} DO UPDATE SET done = excluded.done, at = excluded.at")

    def autocommit_next(self) -> int:
        """Make the next statement, which changes something, its own transaction, and return its number."""
        self.connect()
        self._autocommits = True
        self._number += 1
        return self._number

    def ready(self) -> Self:
        """Return this connection, ready for one statement that only reads."""
        self.connect()
        return self

    def begin_reading(self) -> None:
        """Begin a transaction that sees one moment and changes nothing."""
        self.connect()
        self.script("BEGIN READ ONLY")

    def begin_unsynced(self) -> None:
        """Begin a transaction that waits for others on the same row, and that a crash may undo."""
        self.connect()
        self.script("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit TO off")

    def commit(self) -> None:
        """Commit the transaction."""
        notifies, self._notifies = self._notifies, False
        self.script(f"NOTIFY {CHANNEL}; COMMIT" if notifies else "COMMIT")

    def rollback(self) -> None:
        """Roll back the transaction."""
        self._autocommits = False
        if not self.is_open:
            return
        try:
            self.script("ROLLBACK")
        except (Lost, asyncpg.PostgresError):
            self.drop()

    def register(self) -> None:
        """Store a row for the transaction numbers of this connection, and delete those of old ones."""
        self.connect()
        self.script(f"{self._store_number(0)} DO NOTHING; {_DELETE_OLD}")

    def _store_number(self, number: int) -> str:
        """Return the start of a statement that stores a transaction number. Numbers start at 1."""
        row = f"'{self._name}', {number}, now()"  # None of these values comes from outside.
        return f"INSERT INTO writers VALUES ({row}) ON CONFLICT (name)"

    def has_committed(self) -> bool:
        """Whether the last transaction was committed. Waits while the server is still working on it."""
        self.connect()
        self.script("BEGIN ISOLATION LEVEL READ COMMITTED")
        query = "SELECT done FROM writers WHERE name = ? FOR UPDATE"
        done = self.execute(query, (self._name,)).fetchone()
        self.commit()
        return done == (self._number,)

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Result:
        """Execute a statement."""
        autocommits, self._autocommits = self._autocommits, False
        if autocommits:
            sql, values = _WITH_NUMBER.format(sql), (*values, self._name, self._number)
        connection, (sql, returns_rows) = self._live_connection(), prepared(sql)
        if returns_rows and not autocommits:
            rows = [tuple(row) for row in self._do(connection.fetch(sql, *values))]
            return Result(rows, len(rows))
        status = self._do(connection.execute(sql, *values))
        return Result((), _rowcount(status))

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> None:
        """Execute a statement for each row of values, in one round trip."""
        if len(rows) == 1:
            self.execute(sql, rows[0])
        elif rows:
            self._do(self._live_connection().executemany(prepared(sql).text, rows))

    def script(self, sql: str) -> None:
        """Execute statements without values."""
        self._do(self._live_connection().execute(sql))

    def notify_processes(self) -> None:
        """Notify other processes on commit, in the same round trip."""
        self._notifies = self._is_shared

    def newest(self, table: str) -> int:
        """Return the highest number that a row of this table ever had."""
        [(last, is_used)] = self.execute(f"SELECT last_value, is_called FROM {table}_id_seq")
        return int(last) if is_used else int(last) - 1

    def numbers(self, table: str, count: int) -> Sequence[int]:
        """Return numbers for new rows. Several connections may ask at once."""
        query = f"SELECT nextval('{table}_id_seq') FROM generate_series(1, CAST(? AS BIGINT))"
        return [number for (number,) in self.execute(query, (count,))]

    def continue_after(self, table: str, number: int) -> None:
        """Make the numbers of new rows start after this one."""
        if number:
            self.execute(f"SELECT setval('{table}_id_seq', CAST(? AS BIGINT))", (number,))

    def drop(self) -> None:
        """Drop the connection without waiting for the server."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
            self._wait(asyncio.sleep(0))  # The loop closes the socket in its next round.

    def close(self) -> None:
        """Close the connection and the event loop."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                self._wait(connection.close(timeout=1))
            except (*LOSS_ERRORS, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection.terminate()
                self._wait(asyncio.sleep(0))
        self._loop.close()

    def _live_connection(self) -> "asyncpg.Connection[Any]":
        if self._connection is None:
            raise Lost("the connection to PostgreSQL was closed")
        return self._connection

    def _do(self, statement: Coroutine[Any, Any, T]) -> T:
        """Return the result of a statement. Raises Lost or Clash."""
        try:
            return self._wait(statement)
        except _CLASHES as error:
            raise Clash(str(error)) from error
        except LOSS_ERRORS as error:
            self.drop()
            raise Lost(f"the connection to PostgreSQL was lost: {reason(error)}") from error
        except asyncpg.InterfaceError as error:
            if self.is_open:
                raise
            self.drop()
            raise Lost(f"the connection to PostgreSQL was lost: {reason(error)}") from error

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)


def take_lock(connection: PgConnection, *, shared: bool = False) -> bool:
    """Take the lock of a working bot while this connection lives. Returns False if another bot has it.

    A `shared` lock lets in other bots that share it. Raises Unusable if our user may use no schema.
    """
    take = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    query = f"SELECT {take}(CAST(? AS INTEGER), hashtext(current_schema()))"
    [(is_held,)] = connection.execute(query, (APPLICATION,))
    if is_held is None:
        raise Unusable("the bot's user may use no schema of the database", GRANT_OWNER)
    return bool(is_held)


def release_lock(connection: PgConnection) -> None:
    """Release the lock that keeps all other bots away."""
    connection.execute(
        "SELECT pg_advisory_unlock(CAST(? AS INTEGER), hashtext(current_schema()))", (APPLICATION,)
    )


class Prepared(NamedTuple):
    """A statement in PostgreSQL's form."""

    text: str
    """With `$1`, `$2` in place of `?`."""
    returns_rows: bool
    """Whether it returns rows."""


@cache
def prepared(sql: str) -> Prepared:
    """Return one of our statements in PostgreSQL's form."""
    first, *rest = sql.split("?")
    text = first + "".join(f"${place}{part}" for place, part in enumerate(rest, start=1))
    return Prepared(text, bool(_RETURNS_ROWS.match(text)))


def pooler_problem(server: Server, sign: str) -> Problem:
    """Return what's wrong with a pooler between the bot and its server."""
    return Problem(
        f"{server} is behind a pooler ({sign}), which breaks the lock against a second bot",
        "name the PostgreSQL server itself in DATABASE",
    )


def _check(connection: "asyncpg.Connection[Any]", server: Server) -> None:
    """Raise Unusable if a server can't hold games. Its greeting contains all the facts."""
    said, version = connection.get_settings(), connection.get_server_version()
    if version.major < OLDEST:
        raise Unusable(
            f"{server} is on PostgreSQL {said.server_version}, which is too old",
            f"it must be {OLDEST} or newer",
        )
    if said.server_encoding != "UTF8":
        raise Unusable(
            f"{server} has the encoding {said.server_encoding}, which doesn't hold all letters",
            "make a database with createdb --template=template0 --encoding=UTF8",
        )


def unusable(server: Server, error: Exception) -> Unusable:
    """Return the error to raise for a server that can't be used."""
    if isinstance(error, Lost | Clash):
        return Unreachable(f"{error} ({server})", error.cure if isinstance(error, Lost) else START_IT)
    cure = GRANT_OWNER if isinstance(error, _NOT_ALLOWED) else "see docs/operating/postgresql.md"
    return Unusable(f"{server} can't be used as a database ({error})", cure)


def _rowcount(status: str) -> int:
    """Return how many rows were changed, which is the last word of a status such as `UPDATE 3`."""
    last = status.rpartition(" ")[2]
    return int(last) if last.isdigit() else 0
