"""Damage that can be made good: indexes follow from tables, positions from moves, pages from positions."""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.contract import AnyGame
from bot.storage import outbox, rows
from bot.storage.checksums import checked, checksum, to_json
from bot.storage.errors import Damaged, Unusable
from bot.storage.records import Played, Record
from bot.storage.replay import replayed

CHECKED_TABLES: Final = (
    "outbox",
    "shown",
    "people",
    "dm_channels",
    "notes",
    "preferences",
    "pauses",
    "wishes",
    "looks",
    "hints",
    "hint_rules",
    "attendance",
    "results",
    "rated_tables",
    "participants",
    "rated_games",
    "ratings",
    "seasons",
    "deals",
)
"""Tables whose last column is the checksum of the others."""

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


def sift(connection: sqlite3.Connection) -> list[str]:
    """Find the damaged rows of what live tables show and have to show, and give a line for each.

    A damaged row may name another session than its own. So what was to be shown, or stood somewhere, is
    taken out, and every live table is shown again; pages that look the same are not sent again.
    """
    damaged = {table: list(broken_rows(connection, table)) for table in ("outbox", "shown")}
    if damaged["outbox"] or damaged["shown"]:
        _show_all_again(connection, damaged)
    return [line for found in damaged.values() for line, _ in found]


def broken_rows(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The damaged rows of a table, each with a line about it."""
    for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608
        try:
            checked(row, f"a row of {table}")
        except Damaged as damage:
            yield str(damage), row


def _show_all_again(
    connection: sqlite3.Connection, damaged: Mapping[str, Sequence[tuple[str, tuple[Any, ...]]]]
) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for _, row in damaged["outbox"]:
        connection.execute("DELETE FROM outbox WHERE id = ?", (row[0],))
    for _, (session_id, place, *_) in damaged["shown"]:
        raw = str(place).encode(errors="surrogateescape")
        connection.execute(
            "DELETE FROM shown WHERE session_id = ? AND place = CAST(? AS TEXT)", (session_id, raw)
        )
    for record in rows.live(connection):
        outbox.queue(connection, record, ("table", "hands"))
    connection.execute("COMMIT")


def rebuilt(
    games: Mapping[str, AnyGame], frame: Record, digest: str | None, history: Sequence[Played]
) -> str:
    """The position that was stored, as text, from the moves; raise Damaged when they lead to another."""
    if frame.game not in games:
        raise Damaged(f"session {frame.id} is of an unknown game, {frame.game}")
    position = to_json(replayed(games[frame.game], frame, history))
    if checksum(position) != digest:
        raise Damaged(f"the moves of session {frame.id} do not lead to the position that was stored")
    return position
