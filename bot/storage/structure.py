"""The structure of a SQLite file: what is wrong with it, and indexes made good from their tables."""

import re
import sqlite3
from typing import Final

from bot.storage.errors import Unusable

_IN_A_ROW: Final = re.compile(r"(non-|NULL |NUMERIC |TEXT )\S* ?value in |CHECK constraint failed in ")
"""Damage to one value only: the checksum of its row tells of them, too."""


def structure_damage(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the file, tables against indexes included."""
    found = connection.execute("PRAGMA integrity_check(1000)")
    return [" ".join(row[0].split()) for row in found if row[0] != "ok"]


def mend(connection: sqlite3.Connection) -> list[str]:
    """Rebuild damaged indexes from their tables and give what was wrong.

    Raises Unusable when more than indexes and rows is damaged: going on would spread it.
    """
    before = structure_damage(connection)
    if not before:
        return []
    if not all(map(_IN_A_ROW.match, before)):
        connection.execute("REINDEX")
    if after := [line for line in structure_damage(connection) if not _IN_A_ROW.match(line)]:
        raise Unusable(f"the database file is damaged: {after[0]}; keep it, and restore a backup")
    return before
