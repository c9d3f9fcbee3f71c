"""Migrations to the present schema: numbered SQL files, each applied in one transaction."""

import re
import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.shipped import REINSTALL
from bot.storage.errors import NAME_NEW, UNDO_IT, Incomplete, TooNew, TooOld, Unusable

_COMMENT = re.compile(r"--[^\n]*")


class Table(msgspec.Struct, frozen=True):
    """The names of a table's columns in order, and of its key columns."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


_NAME = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_ROLLING = re.compile(r"^-- rolling: (yes|no)$", re.MULTILINE)


def migrations_in(folder: Path) -> list[tuple[int, Path]]:
    """Return the migrations in order, baseline first. Raises Unusable if the folder or a file is missing."""
    if not folder.is_dir():
        raise Incomplete(f"the folder of migrations, {folder}, is missing", REINSTALL)
    files = sorted(
        (int(match[1]), path) for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))
    )
    numbers = [number for number, _ in files]
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise Incomplete(f"a migration is missing in {folder}", REINSTALL)
    return files


def newest_number(folder: Path) -> int:
    """Return the number of the newest schema."""
    return migrations_in(folder)[-1][0]


def is_rolling(path: Path) -> bool:
    """Whether an older program can work with the result of a migration, according to its file's header."""
    said = _ROLLING.search(path.read_text(encoding="utf-8"))
    return said is not None and said[1] == "yes"


def version(connection: sqlite3.Connection) -> int:
    """Return the number of the last migration applied, 0 for a new database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrations_after(present: int, folder: Path, cure: str = NAME_NEW) -> list[tuple[int, Path]]:
    """Return the migrations that a database of this schema lacks. Raises TooOld or TooNew if none applies.

    `cure` is the advice if it's too old.
    """
    files = migrations_in(folder)
    baseline, newest = files[0][0], files[-1][0]
    if 0 < present < baseline:
        raise TooOld(
            f"no release can read this database from before the first release (schema {present})", cure
        )
    if present > newest:
        raise TooNew(
            f"the database is at schema {present}, this version of Cardcrate knows {newest}",
            "run the newer version, or restore a backup from before the upgrade",
        )
    return [(number, path) for number, path in files if number > present]


def pending(connection: sqlite3.Connection, folder: Path) -> list[tuple[int, Path]]:
    """Return the migrations still to apply. Raises TooOld or TooNew if none applies."""
    return migrations_after(version(connection), folder)


def migrate(connection: sqlite3.Connection, folder: Path) -> list[int]:
    """Apply all missing migrations and return their numbers. Raises TooOld or TooNew if none applies."""
    todo = pending(connection, folder)
    for number, path in todo:
        _apply(connection, number, path.read_text(encoding="utf-8"))
    return [number for number, _ in todo]


def check_schema(connection: sqlite3.Connection, folder: Path, cure: str = UNDO_IT) -> None:
    """Raise Unusable if the schema differs from the one its migrations make, apart from comments."""
    number = version(connection)
    applied = tuple((one, path.read_text("utf-8")) for one, path in migrations_in(folder) if one <= number)
    present = dict(_schema(connection))
    made = dict(_expected_schema(applied))
    if differing := [name for name in present | made if present.get(name) != made.get(name)]:
        raise Unusable(
            f"the database's schema differs from that of the migrations ({', '.join(sorted(differing)[:3])})",
            cure,
        )


@lru_cache(maxsize=4)
def _expected_schema(scripts: tuple[tuple[int, str], ...]) -> list[tuple[str, str]]:
    """Return the schema that migrations with these numbers and texts make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for number, script in scripts:
            _apply(fresh, number, script)
        return _schema(fresh)


def expected_tables(folder: Path) -> dict[str, Table]:
    """Return the tables that the migrations make, each after the tables it references."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, folder)
        made = {name: _table(fresh, name) for (name,) in fresh.execute(query)}
        keys = {name: fresh.execute(f"PRAGMA foreign_key_list({name})").fetchall() for name in made}
    waiting = {name: {other for _, _, other, *_ in keys[name]} - {name} for name in made}
    ordered: dict[str, Table] = {}
    while waiting:
        name = next(name for name, others in waiting.items() if others <= ordered.keys())
        ordered[name] = made[name]
        del waiting[name]
    return ordered


def _table(connection: sqlite3.Connection, name: str) -> Table:
    rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
    key = sorted((row[5], row[1]) for row in rows if row[5])
    return Table(tuple(row[1] for row in rows), tuple(column for _, column in key))


def _schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    query = (
        "SELECT name, sql FROM sqlite_master WHERE sql <> '' AND name NOT LIKE 'sqlite_stat%' ORDER BY name"
    )
    return [(name, " ".join(_COMMENT.sub(" ", sql).split())) for name, sql in connection.execute(query)]


def _apply(connection: sqlite3.Connection, number: int, script: str) -> None:
    connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
