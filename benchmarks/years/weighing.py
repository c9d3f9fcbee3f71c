"""The size of a database, table by table and index by index."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

LIGHTEST: Final = 0.01
"""The share of the file below which a table isn't listed."""


def report(path: Path, games: int) -> Iterator[str]:
    """Yield a line for each table and index, largest first, or nothing if SQLite lacks `dbstat`."""
    query = "SELECT name, pgsize, unused FROM dbstat WHERE aggregate = TRUE ORDER BY pgsize DESC"
    with closing(sqlite3.connect(path)) as connection:
        try:
            found = connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return
    everything = sum(size for _, size, _ in found)
    for name, size, unused in found:
        if size > LIGHTEST * everything:
            yield f"  {name:32}{size / games:8.0f} bytes a game, {100 * unused / size:3.0f} % of them empty"
