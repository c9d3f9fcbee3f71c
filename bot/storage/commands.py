"""Database commands of the command line. Each one writes its results and returns an exit code."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from bot.config import Location, Server
from bot.engine.contract import AnyGame
from bot.storage import archive, backup, dailies, ratings
from bot.storage.archive import BEFORE_ALL
from bot.storage.backup import NO_LIMITS, Limits
from bot.storage.copying import check_target, copy_database, copy_server, exclusive, size_of, snapshot
from bot.storage.dailies import Chain, chain_of
from bot.storage.errors import CHOOSE_ANOTHER, NAME_ANOTHER, START_ONCE, Unusable
from bot.storage.file import check_exists, shrink
from bot.storage.progress import Progress, silent
from bot.storage.restore import restore as restore_backup
from bot.storage.store import Store, check_driver
from bot.storage.verify import verify

T = TypeVar("T")
Write = Callable[[str], object]


def back_up(
    where: Location, migrations: Path, folder: Path, at: datetime, write: Write, *, limits: Limits = NO_LIMITS
) -> int:
    """Make a backup now, even while the bot runs. Raises StoreError."""
    check_driver(where)
    needed = size_of(where, migrations)
    with backup.place_for_backup(folder, backup.name_of(at), at, needed, limits) as path:
        if isinstance(where, Server):
            copy_server(where, path, migrations)
        else:
            backup.copy(where, path, is_gentle=True)
    write(f"The backup is {path}.")
    return 0


def restore(
    file: Path,
    database: Location,
    migrations: Path,
    games: Mapping[str, AnyGame],
    *,
    at: datetime,
    write: Write,
    progress: Progress = silent,
) -> int:
    """Replace the database with a backup. Raises StoreError if that isn't possible."""
    check_driver(database)
    former = restore_backup(file, database, migrations, games, at=at, write=write, progress=progress)
    write(f"{database} is now the backup {file.name}.")
    if former is not None:
        write(f"The database before is kept as {former}. Delete it when you're sure.")
    elif isinstance(database, Path):
        write("There wasn't a database before.")
    return 0


def rebuild_ratings(database: Location, migrations: Path, write: Write) -> int:
    """Recalculate all ratings and write what differed. Raises StoreError, such as InUse."""
    games, count, differences = asyncio.run(
        _with_store(database, migrations, lambda store: store.write(ratings.rebuild))
    )
    for line in differences:
        write(line)
    found = f"Put right: {len(differences)}." if differences else "Nothing differed."
    write(f"Rated games: {games}. Ratings: {count}. {found}")
    return 0


def show_chain(database: Location, migrations: Path, write: Write) -> int:
    """Write the present chain of dailies and any later one, even from a running bot. Raises StoreError."""
    if isinstance(database, Path):
        check_exists(database, START_ONCE)
    with snapshot(database, migrations, NAME_ANOTHER) as connection:
        found = dailies.chains(connection)
    today = str(datetime.now(UTC).date())
    present = chain_of(found, today)
    shown = [one for one in found if one == present or one.first_day > today]
    if not shown:
        raise Unusable("there's no chain yet", "start the bot once")
    for one in shown:
        _write_chain(one, write)
    return 0


def use_chain(database: Location, migrations: Path, chain: Chain, *, write: Write) -> int:
    """Switch to another chain of dailies from its first day on. Raises StoreError."""
    asyncio.run(_with_store(database, migrations, lambda store: store.write(dailies.replace_chain, chain)))
    _write_chain(chain, write)
    return 0


def _write_chain(chain: Chain, write: Write) -> None:
    write(f"first day: {chain.first_day}")
    write(f"anchor:    {chain.anchor}")
    write(f"secret:    {chain.tip.hex()}")


async def _with_store(database: Location, migrations: Path, job: Callable[[Store], Awaitable[T]]) -> T:
    if isinstance(database, Path):
        check_exists(database, START_ONCE)
    store = Store(database, migrations)
    await store.open()
    try:
        return await job(store)
    finally:
        await store.close()


def copy_db(
    source: Location,
    target: Location,
    migrations: Path,
    games: Mapping[str, AnyGame],
    write: Write,
    *,
    progress: Progress = silent,
) -> int:
    """Copy a database into a new one of any kind and check the copy. Raises StoreError."""
    check_driver(source, target)
    with exclusive(source, migrations):
        check_target(source, target)
        if damage := verify(source, migrations, games, progress, plays_packed=False):
            raise Unusable(f"{source} is damaged ({damage[0]})", CHOOSE_ANOTHER)
        copied = copy_database(source, target, migrations)
    games_and_moves = f"{copied['sessions']} tables with {copied['moves']} moves"
    packed = f" Packed games: {copied['packed']}." if copied["packed"] else ""
    write(f"{target} now has {games_and_moves}, {sum(copied.values())} rows in all.{packed}")
    return _report(verify(target, migrations, games, progress, plays_packed=False), write)


def verify_db(
    database: Location,
    migrations: Path,
    games: Mapping[str, AnyGame],
    write: Write,
    progress: Progress = silent,
) -> int:
    """Write a line for each problem of the database, and how many there are. Raises StoreError."""
    check_driver(database)
    return _report(verify(database, migrations, games, progress), write)


def _report(damage: list[str], write: Write) -> int:
    """Write what's wrong with a database, and return the exit code."""
    for line in damage:
        write(line)
    write(f"Errors: {len(damage)}." if damage else "All is well.")
    return 1 if damage else 0


async def pack(store: Store, before: float, write: Write, progress: Progress = silent) -> int:
    """Pack all games that ended before a time, and shrink a database file. Raises StoreError.

    The bot has to be stopped. A server reuses the freed space, or gives it back later.
    """
    file = None if isinstance(store.where, Server) else store.where
    if file is not None:
        check_exists(file, START_ONCE)
    size = 0 if file is None else file.stat().st_size
    await store.open()
    try:
        waiting = await store.read(archive.count_unpacked, before)
        await _pack(store, before, waiting, progress)
        left = await store.read(archive.count_unpacked, before)
        more = f" Not packed: {left}. The log shows why." if left else ""
        write(f"Packed: {waiting - left}.{more}")
    finally:
        await store.close()
    if file is not None:
        shrink(file)
        write(f"{file} had {size / 1e6:.1f} MB and now has {file.stat().st_size / 1e6:.1f} MB.")
    return 0


async def _pack(store: Store, before: float, number: int, progress: Progress) -> None:
    last, done = BEFORE_ALL, 0
    while (found := await store.pack_next(last, before)) is not None:
        last, done = found, min(number, done + 1)
        progress(done, number)
