"""What is looked through when a database is opened: after a clean stop nothing, else what live tables need.

The rest is looked through in the background (`rest_damage`), while people play.
"""

from collections.abc import Iterator
from typing import Final

from bot.storage import facts, rows
from bot.storage.driver import BROKEN, SqliteConnection
from bot.storage.engine import Condition
from bot.storage.errors import Damaged
from bot.storage.mending import CHECKED_TABLES, broken_rows
from bot.storage.migrations import version
from bot.storage.structure import mend, structure_damage

CONDITION: Final = "condition"
"""The note that says how the database was left; there is none while it is open."""
LIVE_INDEXES: Final = ("one_live_session_per_channel", "live_sessions_by_server")
_NOT_FOUND: Final = (
    f"SELECT 1 FROM sessions AS live INDEXED BY {LIVE_INDEXES[1]} "  # noqa: S608 # only our own names
    "CROSS JOIN players ON players.session_id = live.id "
    f"WHERE {rows.LIVE_ROWS} AND NOT EXISTS (SELECT 1 FROM players AS found INDEXED BY players_by_user "
    "WHERE found.user_id = players.user_id AND found.session_id = players.session_id) LIMIT 1"
)
"""A player of a live session who does not find it by index, if there is one."""


def taken_over(connection: SqliteConnection) -> Condition:
    """How the database was left; from now on nobody knows, until it is closed again."""
    if version(connection) == 0:
        return "sound"  # there is nothing yet
    try:
        noted = facts.note(connection, CONDITION)
        facts.forget_note(connection, CONDITION)
    except (Damaged, *BROKEN):
        return "damaged"
    return "sound" if noted == "sound" else "damaged" if noted == "damaged" else "unknown"


def left(connection: SqliteConnection, condition: Condition) -> None:
    """Note how the database is left."""
    if condition != "unknown":
        facts.keep_note(connection, CONDITION, condition)


def mended(connection: SqliteConnection, condition: Condition) -> list[str]:
    """Mend what live tables need, and all where there is damage; gives what was wrong, raises Unusable."""
    if condition == "sound" or (condition == "unknown" and _finds_live_tables(connection)):
        return []
    return mend(connection)


def rest_damage(connection: SqliteConnection) -> list[str]:
    """What is wrong with a database that is in use; reads all of it."""
    found: list[str] = []
    try:
        found += structure_damage(connection)
        for table in CHECKED_TABLES:
            found += (line for line, _ in broken_rows(connection, table))
    except BROKEN as error:
        found.append(f"it cannot be read to its end: {error}")
    return found


def _finds_live_tables(connection: SqliteConnection) -> bool:
    """Whether the indexes agree on the live tables, and on who sits there."""
    try:
        by_channel, by_server = (set(_live_by(connection, index)) for index in LIVE_INDEXES)
        return by_channel == by_server and not connection.execute(_NOT_FOUND).fetchone()
    except BROKEN:
        return False


def _live_by(connection: SqliteConnection, index: str) -> Iterator[int]:
    columns = "id" if index == LIVE_INDEXES[0] else "id, guild_id"
    query = f"SELECT {columns} FROM sessions INDEXED BY {index} WHERE {rows.LIVE_ROWS}"  # noqa: S608
    for row in connection.execute(query):
        yield row[0]
