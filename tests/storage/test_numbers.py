"""The numbers of outbox rows in a file: none is given twice, and few moves write that they were given."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bot.storage.driver import RESERVED, SqliteConnection, connect, transaction

INSERT = "INSERT INTO outbox VALUES (?)"


@contextmanager
def opened(path: Path) -> Iterator[SqliteConnection]:
    """The file as a process has it; nobody pulls a plug."""
    connection = connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    yield connection
    connection.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.sqlite3"
    with opened(path) as connection:
        connection.execute("CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT)")
    return path


def add(connection: SqliteConnection) -> int:
    """A new row, in a transaction that is stored; its number."""

    def added(connection: SqliteConnection) -> int:
        [number] = connection.numbers("outbox", 1)
        connection.execute(INSERT, (number,))
        return number

    return transaction(connection, added)


def fail(connection: SqliteConnection) -> None:
    """Two new rows, in a transaction that fails."""

    def failed(connection: SqliteConnection) -> None:
        connection.executemany(INSERT, [(number,) for number in connection.numbers("outbox", 2)])
        raise OSError

    with suppress(OSError):
        transaction(connection, failed)


def test_numbers_rise_whatever_fails_is_deleted_or_begins_again(path: Path) -> None:
    given: list[int] = []
    for _ in range(3):
        with opened(path) as connection:
            fail(connection)
            given += [add(connection) for _ in range(RESERVED + 5)]
            fail(connection)
            given.append(add(connection))
            connection.execute("DELETE FROM outbox")

    assert given == sorted(set(given))


def test_the_highest_number_is_stored_with_one_row_of_many(path: Path) -> None:
    with opened(path) as connection:
        stored = set()
        for _ in range(RESERVED):
            number = add(connection)
            assert connection.newest("outbox") == number
            stored.add(connection.execute("SELECT seq FROM sqlite_sequence").fetchone())

    assert len(stored) == 1
