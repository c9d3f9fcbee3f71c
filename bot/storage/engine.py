"""The interface between the store and a database: everything that differs between kinds of databases."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """Return how many rows the statement has changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None if none is left."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """An open transaction. In statements, `?` always means a value."""

    @property
    def now(self) -> str:
        """SQL for the current time by the database's clock, in seconds since the epoch."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Execute a statement."""

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> object:
        """Execute a statement once for each row of values."""

    def notify_processes(self) -> None:
        """Tell other processes on commit that there's something to show. This is only a hint."""

    def newest(self, table: str) -> int:
        """Return the highest number that a row of this table ever had, or 0 if it never had one."""

    def numbers(self, table: str, count: int) -> Sequence[int]:
        """Return unused, rising numbers for `count` new rows of this table."""

    def continue_after(self, table: str, number: int) -> None:
        """Make the numbers of new rows start after this one, in a database that no other process has open."""


class Engine(Protocol):
    """One kind of database. Its methods raise StoreError. The defaults are right for a single writer."""

    is_sweep_owed: bool
    """Whether deleted data may still be physically present."""

    async def open(self) -> list[int]:
        """Open and migrate the database, and return the numbers of new migrations. Raises Unusable."""

    async def close(self) -> None:
        """Close the database. Harmless if it isn't open."""

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a function that only reads, and sees the database at one moment."""

    async def write(self, job: Callable[[Connection], T], *, priority: bool = False) -> T:
        """Run a function as one transaction, whole or not at all, even if the waiting task is cancelled.

        The function may run more than once, so it must change nothing but the database. A write with
        `priority` doesn't wait for earlier jobs without it.
        """

    async def read_one(self, job: Callable[[Connection], T], *, priority: bool = False) -> T:
        """Run a function that reads by a single statement, which may be faster than `read`."""
        return await self.read(job)

    async def change(self, job: Callable[[Connection], bool], *, priority: bool = False) -> bool:
        """Run a single statement that returns whether it changed a row. May be faster than `write`."""
        return await self.write(job)

    async def write_unsynced(self, job: Callable[[Connection], T]) -> T:
        """Run a small function in parallel with others. A crash may undo its changes.

        It waits for other transactions on the same row and then sees their changes, so it never runs twice.
        """
        return await self.write(job)

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call a function whenever another process hints that there's something to show, until cancelled.

        Hints may get lost. Returns at once if no other process is possible.
        """
        return

    async def read_long(self, job: Callable[[Connection], T]) -> T:
        """Run a function that reads a lot in parallel with others, and sees the database at one moment."""

    async def sweep(self) -> bool:
        """Remove deleted data physically. Returns False if that has to wait, for example for a reader."""

    async def processes(self) -> int:
        """Return how many processes have the database open, including this one."""
        return 1

    async def size(self) -> int:
        """Return the size of the database in bytes, which is about that of a backup."""

    async def backup(self, path: Path) -> None:
        """Write the present database into a new SQLite file. Raises NotSaved."""
