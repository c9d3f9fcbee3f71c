"""Damaged rows that can be made good: positions follow from moves, pages from positions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.contract import AnyGame
from bot.storage import outbox, rows
from bot.storage.checksums import checked, checksum, is_sound, to_json
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.records import LIVE, Played, Record
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
    "thoughts",
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
TO_SHOW: Final = ("outbox",)
"""Those of them that say what must still be shown: a start looks through these."""


def damages(
    connection: Connection, tables: Sequence[str] = CHECKED_TABLES
) -> list[tuple[str, str, tuple[Any, ...]]]:
    """The damaged rows that no session would miss: of each the table, a line about it, and the row."""
    return [(table, *found) for table in tables for found in broken_rows(connection, table)]


def take_out(connection: Connection, found: Sequence[tuple[str, str, tuple[Any, ...]]]) -> None:
    """Take out what was to be shown and is damaged; all live tables are shown again.

    A damaged row may name another session than its own. Pages that look the same are not sent again.
    """
    for _, _, row in found:
        connection.execute("DELETE FROM outbox WHERE id = ?", (row[0],))
    if found:
        for record in rows.live(connection):
            outbox.queue(connection, record, ("table", "hands"))


def show_again(connection: Connection, session_id: int) -> None:
    """Take out what is damaged of what a session shows and has to show, and show all of it again."""
    for row in connection.execute("SELECT * FROM outbox WHERE session_id = ?", (session_id,)).fetchall():
        if not is_sound(row):
            connection.execute("DELETE FROM outbox WHERE id = ?", (row[0],))
    outbox.keep_sound_pages(connection, session_id)
    record = rows.load(connection, session_id)
    if record is not None and record.status in LIVE:
        outbox.queue(connection, record, ("table", "hands"))


def broken_rows(connection: Connection, table: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The damaged rows of a table, each with a line about it."""
    for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608
        try:
            checked(row, f"a row of {table}")
        except Damaged as damage:
            yield str(damage), row


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
