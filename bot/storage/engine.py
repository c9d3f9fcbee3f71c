"""What the store asks of a database: the seam between what all databases understand, and each one's own."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Cursor(Protocol):
    """What came of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed."""

    def fetchone(self) -> Any:
        """The next row; None when there is none left."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that are left, one by one."""


class Connection(Protocol):
    """An open transaction. Values stand in statements as `?`, and a statement of ours holds no other one."""

    @property
    def now(self) -> str:
        """What gives, inside a statement, the time by the database's clock, in seconds since the epoch."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Carry out a statement."""

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> object:
        """Carry out a statement once for each of these."""

    def tell_others(self) -> None:
        """When this is stored, let other processes know that there is something to show: a hint, no more."""

    def newest(self, table: str) -> int:
        """The highest number that a row of this table ever had; 0 when it never had one."""

    def numbers(self, table: str, count: int) -> Sequence[int]:
        """Numbers for so many new rows of this table, rising; no row ever had one of them."""

    def go_on_after(self, table: str, number: int) -> None:
        """Let the numbers of new rows begin after this one, in a database that nobody else has open."""


class Engine(Protocol):
    """One kind of database. What fails raises StoreError."""

    is_sweep_owed: bool
    """Whether something still holds what was to be deleted."""
    is_shared: bool
    """Whether other processes may be at work on the same database."""

    async def open(self) -> list[int]:
        """Make the database ready, and give the numbers of the migrations applied; raises Unusable."""

    async def close(self) -> None:
        """Let go of the database; harmless when it is not open."""

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a function that only reads; all it reads is of one moment."""

    async def write(self, job: Callable[[Connection], T], *, priority: bool = False) -> T:
        """Run a function as one transaction: whole or not at all, whatever happens to the task that waits.

        The function may run more than once, so it changes nothing but the database. What `priority` waits
        for nothing that was asked for before and is not, however much that is.
        """

    async def read_one(self, job: Callable[[Connection], T], *, priority: bool = False) -> T:
        """Run a function that reads by one statement, which takes less time than `read`."""

    async def change(self, job: Callable[[Connection], bool], *, priority: bool = False) -> bool:
        """Run a function of one statement, which gives whether it has changed a row: less than a `write`."""

    async def write_unsynced(self, job: Callable[[Connection], T]) -> T:
        """Run a small function that changes what a crash may undo, beside all others.

        It waits for others at the same row and then sees what they have done, instead of running again.
        """

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call a function whenever another process has let know that there is something to show, for ever.

        Such hints may get lost. Ends at once where no other process can be.
        """

    async def read_long(self, job: Callable[[Connection], T]) -> T:
        """Run a function that reads much, beside all others; all it reads is of one moment."""

    async def sweep(self) -> bool:
        """Leave nothing of what was deleted, where nobody has to wait for it; False: that is owed."""

    async def processes(self) -> int:
        """How many processes have the database open, this one included."""

    async def size(self) -> int:
        """How many bytes the database has, about as many as a backup of it."""

    async def backup(self, path: Path) -> None:
        """Write the database as it is now into a new SQLite file; raises NotSaved."""
