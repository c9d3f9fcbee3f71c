"""Direct access to a database: its rows, changes without a checksum, and another program's lock."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.sessions.sessions import Sessions
from bot.storage.sqlite import SqliteEngine
from bot.storage.store import Store

PATIENCE_SECONDS = 0.05


def change(path: Path, statement: str) -> None:
    """Execute a statement that must change something, whatever the schema forbids."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        assert connection.execute(statement).rowcount


def rows_of(path: Path, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


async def rows_in(store: Store, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query in a database of any kind."""
    return await store.read(lambda connection: connection.execute(query).fetchall())


async def change_in(store: Store, statement: str) -> None:
    """Execute a statement that must change something, in a database of any kind."""
    assert await store.write(lambda connection: connection.execute(statement).rowcount)


async def extend(sessions: Sessions, seconds: float) -> None:
    """Move every deadline, as after an outage. Only while all is `quiesced`."""
    moved = await sessions.cluster.start_clocks(seconds, sessions.clock())
    assert moved is not None
    sessions.clocks.shift(moved)
    sessions.shift_records(moved)


def replace_call(
    monkeypatch: pytest.MonkeyPatch,
    store: Store | type[Store],
    function: Callable[..., object],
    other: Callable[..., Awaitable[Any]],
) -> None:
    """Replace a function that the store runs in a transaction by another with the same arguments."""
    is_class = isinstance(store, type)
    for method in ("read", "write"):
        real = getattr(store, method)

        async def asked(*args: Any, real: Any = real, **kwargs: Any) -> Any:
            found, *rest = args[1:] if is_class else args
            return await (other(*rest, **kwargs) if found is function else real(*args, **kwargs))

        monkeypatch.setattr(store, method, asked)


def file_of(store: Store) -> SqliteEngine:
    """Return the engine of a store whose database is a file."""
    assert isinstance(store.engine, SqliteEngine)
    return store.engine


def make_impatient(store: Store) -> None:
    """Make the store give up soon when another program is writing."""
    file_of(store).patience = PATIENCE_SECONDS


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the file like another program that writes for a very long time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO notes VALUES ('other', 'program')")
        yield
        other.execute("ROLLBACK")
