"""The SQL of what must still be shown, and of where pages stand: functions over an open transaction."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Delivered, Pending, Record, Shown
from bot.storage.statements import put

AT_THE_END: Final = "last:%"
"""The places, as a pattern, of what waits for the end of a clock: `last:SEAT:SECONDS` that are left then."""


_SHOWN: Final = "session_id, place, channel_id, message_id, revision, digest, posted_at"


def queue(connection: Connection, record: Record, places: tuple[str, ...]) -> list[Pending]:
    """These pages of a session must be shown, in this order; the rows that say so."""
    return _add(connection, [(record.id, record.revision, place, record.updated_at) for place in places])


def write(connection: Connection, news: Delivered) -> None:
    """Store what delivery has found out about a session."""
    if news.page is not None:
        note_shown(connection, news.session_id, news.page)
    if news.forgotten is not None:
        forget_shown(connection, news.session_id, news.forgotten)
    connection.executemany(
        "DELETE FROM outbox WHERE session_id = ? AND id <= ? AND place = ?",
        [(news.session_id, news.row, place) for place in sorted(news.ends)],
    )
    _add(connection, [(news.session_id, news.revision, place, news.at) for place in news.then])


def queue_moved(connection: Connection, some: SessionFilter = EVERY) -> None:
    """All pages of some running games with a clock must be shown: they tell until when there is time."""
    query = (
        "SELECT id, sessions.revision, updated_at, question IS NOT NULL FROM sessions "  # noqa: S608
        "LEFT JOIN attendance ON session_id = id "
        "WHERE status IN ('lobby', 'playing') AND status = 'playing' AND deadline IS NOT NULL "  # by index
        f"AND {some.condition}"
    )
    running = connection.execute(query, some.values).fetchall()
    _add(
        connection,
        [
            (number, revision, place, at)
            for number, revision, at, has_line in running
            for place in timed(has_line=has_line)
        ],
    )


def timed(*, has_line: bool) -> tuple[str, ...]:
    """The pages of a table that tell until when there is time; `has_line`: somebody was not in time."""
    return ("table", "absent", "hands") if has_line else ("table", "hands")


def _add(connection: Connection, wanted: Sequence[tuple[int, int, str, float]]) -> list[Pending]:
    """Rows of these sessions, revisions, places and times, in this order."""
    if not wanted:
        return []
    numbers = connection.numbers("outbox", len(wanted))
    rows = [
        Pending(id=number, session_id=session_id, revision=revision, place=place, at=float(at))
        for number, (session_id, revision, place, at) in zip(numbers, wanted, strict=True)
    ]
    connection.executemany(
        "INSERT INTO outbox VALUES (?, ?, ?, ?, ?)", list(map(msgspec.structs.astuple, rows))
    )
    connection.tell_others()
    return rows


def pending(connection: Connection, session_id: int) -> list[Pending]:
    """Outbox rows of a session in order."""
    query = "SELECT id, session_id, revision, place, at FROM outbox WHERE session_id = ? ORDER BY id"
    return [Pending(*row) for row in connection.execute(query, (session_id,))]


def rows_after(connection: Connection, some: SessionFilter, number: int) -> list[tuple[int, int]]:
    """The rows of some sessions with higher numbers than this, in order: number and session."""
    query = (
        "SELECT outbox.id, session_id FROM outbox JOIN sessions ON sessions.id = session_id "  # noqa: S608
        f"WHERE outbox.id > ? AND {some.condition} ORDER BY outbox.id"
    )
    return [(int(row), int(owner)) for row, owner in connection.execute(query, (number, *some.values))]


def of(connection: Connection, session_id: int) -> tuple[list[Pending], dict[str, Shown]]:
    """What of a session must still be shown, in order, and where its pages stand, by place."""
    return pending(connection, session_id), shown(connection, session_id)


def newest(connection: Connection) -> int:
    """The highest number that a row ever had."""
    return connection.newest("outbox")


def unpublished(
    connection: Connection, some: SessionFilter = EVERY, guild_id: int | None = None, now: float = 0.0
) -> list[int]:
    """The sessions, everywhere or in one server, that still have something to show.

    What still waits for the end of a clock is not looked for: most tables at rest have something of the kind.
    """
    query = (
        "SELECT DISTINCT session_id FROM outbox JOIN sessions ON sessions.id = session_id "  # noqa: S608
        f"WHERE place NOT LIKE ? AND guild_id = coalesce(?, guild_id) AND {some.condition}"
    )
    found = {int(row[0]) for row in connection.execute(query, (AT_THE_END, guild_id, *some.values))}
    late = (number for number, due in before_the_end(connection, some, guild_id) if due <= now)
    return sorted(found.union(late))


def before_the_end(
    connection: Connection, some: SessionFilter = EVERY, guild_id: int | None = None
) -> list[tuple[int, float]]:
    """The sessions with something that waits for the end of their clock, and when the first is due."""
    query = (
        "SELECT session_id, deadline, place FROM outbox JOIN sessions ON sessions.id = session_id "  # noqa: S608
        "WHERE place LIKE ? AND deadline IS NOT NULL AND guild_id = coalesce(?, guild_id) "
        f"AND {some.condition} ORDER BY session_id"
    )
    first: dict[int, float] = {}
    for number, deadline, place in connection.execute(query, (AT_THE_END, guild_id, *some.values)):
        with suppress(ValueError):  # only a newer version knows until when that waits
            due = deadline - float(place.rpartition(":")[2])
            first[number] = min(due, first.get(number, due))
    return list(first.items())


def shown(connection: Connection, session_id: int) -> dict[str, Shown]:
    """Where the pages of a session stand."""
    query = f"SELECT {_SHOWN} FROM shown WHERE session_id = ?"  # noqa: S608 # only our own names
    return {row[1]: Shown(*row[1:]) for row in connection.execute(query, (session_id,))}


def note_answered(connection: Connection, session_id: int, page: Shown) -> None:
    """A message says another page since its reader has pressed something; nothing where it stands no more."""
    stands = shown(connection, session_id).get(page.place)
    if stands is not None and stands.message_id == page.message_id:
        says = msgspec.structs.replace(stands, revision=page.revision, digest=page.digest)
        note_shown(connection, session_id, says)


def note_shown(connection: Connection, session_id: int, page: Shown) -> None:
    """Remember where a page stands."""
    page = msgspec.structs.replace(page, posted_at=float(page.posted_at))
    put(connection, "shown", _SHOWN, (session_id, *msgspec.structs.astuple(page)), key=2)


def forget_shown(connection: Connection, session_id: int, place: str) -> None:
    """A page no longer stands anywhere."""
    connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))
