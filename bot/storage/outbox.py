"""The SQL of what must still be shown, and of where pages stand: functions over an open transaction."""

import sqlite3
from typing import Final

import msgspec

from bot.storage.checksums import checked, with_checksum
from bot.storage.records import Delivered, Pending, Record, Shown

AT_THE_END: Final = "last:*"
"""The places, as a pattern, of what waits for the end of a clock: `last:SEAT:SECONDS` that are left then."""


def queue(connection: sqlite3.Connection, record: Record, places: tuple[str, ...]) -> None:
    """These pages of a session must be shown, in this order."""
    _add(connection, (record.id, record.revision), places, record.updated_at)


def last(connection: sqlite3.Connection) -> int:
    """The number of the newest row there ever was."""
    used = "SELECT seq FROM sqlite_sequence WHERE name = 'outbox' UNION SELECT max(id) FROM outbox"
    return max((row[0] or 0 for row in connection.execute(used)), default=0)


def write(connection: sqlite3.Connection, news: Delivered) -> None:
    """Store what delivery has found out about a session."""
    if news.page is not None:
        note_shown(connection, news.session_id, news.page)
    if news.forgotten is not None:
        forget_shown(connection, news.session_id, news.forgotten)
    connection.executemany(
        "DELETE FROM outbox WHERE session_id = ? AND id <= ? AND place = ?",
        [(news.session_id, news.row, place) for place in sorted(news.ends)],
    )
    _add(connection, (news.session_id, news.revision), news.then, news.at)


def queue_moved(connection: sqlite3.Connection) -> None:
    """All pages of every running game with a clock must be shown: they tell until when there is time."""
    query = (
        "SELECT id, revision, updated_at, question IS NOT NULL FROM sessions "
        "LEFT JOIN attendance ON session_id = id WHERE status = 'playing' AND deadline IS NOT NULL"
    )
    for *whose, at, has_line in connection.execute(query).fetchall():
        _add(connection, (whose[0], whose[1]), timed(has_line=has_line), at)


def timed(*, has_line: bool) -> tuple[str, ...]:
    """The pages of a table that tell until when there is time; `has_line`: somebody was not in time."""
    return ("table", "absent", "hands") if has_line else ("table", "hands")


def _add(connection: sqlite3.Connection, whose: tuple[int, int], places: tuple[str, ...], at: float) -> None:
    rows = [
        with_checksum(number, *whose, place, float(at))
        for number, place in enumerate(places, start=last(connection) + 1)
    ]
    connection.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?)", rows)


def pending(connection: sqlite3.Connection, session_id: int) -> list[Pending]:
    """Outbox rows of a session in order."""
    query = (
        "SELECT id, session_id, revision, place, at, checksum FROM outbox WHERE session_id = ? ORDER BY id"
    )
    found = [checked(row, f"outbox row {row[0]}") for row in connection.execute(query, (session_id,))]
    return [
        Pending(id=number, session_id=owner, revision=revision, place=place)
        for number, owner, revision, place, _ in found
    ]


def unpublished(connection: sqlite3.Connection, guild_id: int | None) -> list[int]:
    """The sessions, everywhere or in one server, that still have something to show.

    What waits for the end of a clock is not looked for here: most tables at rest have something of the kind.
    """
    query = (
        "SELECT DISTINCT session_id FROM outbox JOIN sessions ON sessions.id = session_id "
        "WHERE (?1 IS NULL OR guild_id = ?1) AND place NOT GLOB ?2 ORDER BY session_id"
    )
    return [int(row[0]) for row in connection.execute(query, (guild_id, AT_THE_END))]


def before_the_end(connection: sqlite3.Connection) -> list[tuple[int, float]]:
    """The sessions with something that waits for the end of their clock, and when the first is due."""
    query = (
        "SELECT session_id, min(deadline - CAST(substr(place, instr(substr(place, 6), ':') + 6) AS REAL)) "
        "FROM outbox JOIN sessions ON sessions.id = session_id "
        "WHERE place GLOB ? AND deadline IS NOT NULL GROUP BY session_id ORDER BY session_id"
    )
    return [(int(number), float(at)) for number, at in connection.execute(query, (AT_THE_END,))]


def shown(connection: sqlite3.Connection, session_id: int) -> dict[str, Shown]:
    """Where the pages of a session stand."""
    query = (
        "SELECT session_id, place, channel_id, message_id, revision, digest, posted_at, checksum "
        "FROM shown WHERE session_id = ?"
    )
    found = [
        checked(row, f"page {row[1]} of session {session_id}")
        for row in connection.execute(query, (session_id,))
    ]
    return {place: Shown(place, *rest) for _, place, *rest in found}


def note_shown(connection: sqlite3.Connection, session_id: int, page: Shown) -> None:
    """Remember where a page stands."""
    page = msgspec.structs.replace(page, posted_at=float(page.posted_at))
    connection.execute(
        "INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        with_checksum(session_id, *msgspec.structs.astuple(page)),
    )


def forget_shown(connection: sqlite3.Connection, session_id: int, place: str) -> None:
    """A page stands nowhere any more."""
    connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))
