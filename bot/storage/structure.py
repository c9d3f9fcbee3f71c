"""The structure of a SQLite file: finding damage, and rebuilding indexes from their tables."""

import sqlite3
from typing import Final

from bot.storage.errors import Unusable

DAMAGED: Final = "damaged"
"""The note that damage was found. The next start rebuilds the indexes."""


def structure_damage(connection: sqlite3.Connection) -> list[str]:
    """Return the problems SQLite finds in the file, including indexes that don't match their tables."""
    found = connection.execute("PRAGMA integrity_check(1000)")
    return [" ".join(row[0].split()) for row in found if row[0] != "ok"]


def rebuild_indexes(connection: sqlite3.Connection) -> list[str]:
    """Rebuild all indexes from their tables and return the problems found before that.

    Raises Unusable if more than indexes is damaged, because continuing would spread it.
    """
    before = structure_damage(connection)
    connection.execute("REINDEX")
    if after := structure_damage(connection):
        raise Unusable(f"the database file is damaged ({after[0]}): keep it, and restore a backup")
    return before
