"""What the command line does with the database: each writes what it has to say, and gives the exit code."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from bot.config import Server, Where
from bot.engine.contract import AnyGame
from bot.storage import backup
from bot.storage.copying import copy_database, copy_server
from bot.storage.errors import Unusable
from bot.storage.restore import restore as put_back
from bot.storage.restore import restore_to
from bot.storage.store import Store, check_driver
from bot.storage.verify import verify

Write = Callable[[str], object]


def back_up(database: Where, migrations: Path, folder: Path, at: datetime, write: Write) -> int:
    """Make a backup now, also while the bot runs; raises StoreError."""
    if isinstance(database, Path) and not database.is_file():
        raise Unusable(f"there is no database {database}")
    path = backup.place(folder, at)
    if isinstance(database, Server):
        check_driver(database)
        copy_server(database, path, migrations)
    else:
        backup.copy(database, path)
    backup.rotate(folder)
    write(f"The backup is {path}.")
    return 0


def restore(
    file: Path, database: Where, migrations: Path, games: Mapping[str, AnyGame], *, at: datetime, write: Write
) -> int:
    """Put a backup in the place of the database; raises StoreError when that is not possible."""
    if isinstance(database, Server):
        check_driver(database)
        restore_to(database, file, migrations, games)
        write(f"{database} is the backup {file.name} now.")
        return 0
    aside = put_back(file, database, migrations, games, at=at)
    write(f"{database} is the backup {file.name} now.")
    if aside is not None:
        write(f"What was there is kept as {aside}; delete it when you are sure.")
    return 0


def rebuild_ratings(database: Where, migrations: Path, write: Write) -> int:
    """Work all ratings out again, and write what differed; raises StoreError, also while the bot runs."""
    if isinstance(database, Path) and not database.is_file():
        raise Unusable(f"there is no database {database}")
    games, ratings, differences = asyncio.run(_rebuilt(database, migrations))
    for line in differences:
        write(line)
    found = f"Put right: {len(differences)}." if differences else "Nothing differed."
    write(f"Rated games: {games}. Ratings: {ratings}. {found}")
    return 0


async def _rebuilt(database: Where, migrations: Path) -> tuple[int, int, list[str]]:
    store = Store(database, migrations)
    await store.open()
    try:
        return await store.rebuild_ratings()
    finally:
        await store.close()


def copy_db(
    source: Where, target: Where, migrations: Path, games: Mapping[str, AnyGame], write: Write
) -> int:
    """Copy a database into a new one of any kind and check the copy; raises StoreError."""
    check_driver(source, target)
    if damage := verify(source, migrations, games):
        raise Unusable(f"{source} is damaged: {damage[0]}")
    copied = copy_database(source, target, migrations)
    games_and_moves = f"{copied['sessions']} tables with {copied['moves']} moves"
    write(f"{target} has {games_and_moves} now, {sum(copied.values())} rows in all.")
    return verify_db(target, migrations, games, write)


def verify_db(database: Where, migrations: Path, games: Mapping[str, AnyGame], write: Write) -> int:
    """Write one line for each problem of the database, and how many there are; raises StoreError."""
    check_driver(database)
    damage = verify(database, migrations, games)
    for line in damage:
        write(line)
    write(f"Wrong: {len(damage)}." if damage else "All is well.")
    return 1 if damage else 0
