"""The structure of a SQLite file: what is wrong with it, and indexes made good from their tables."""

import sqlite3
from typing import Final

from bot.storage.errors import Unusable

DAMAGED: Final = "damaged"
"""The note that says that damage was found: the next start rebuilds the indexes."""


def structure_damage(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file, tables against indexes included."""
    found = connection.execute("PRAGMA integrity_check(1000)")
    return [" ".join(row[0].split()) for row in found if row[0] != "ok"]


def mend(connection: sqlite3.Connection) -> list[str]:
    """Rebuild all indexes from their tables and give what was wrong before.

    Raises Unusable when more than indexes is damaged: going on would spread it.
    """
    before = structure_damage(connection)
    connection.execute("REINDEX")
    if after := structure_damage(connection):
        raise Unusable(f"the database file is damaged: {after[0]}; keep it, and restore a backup")
    return before
