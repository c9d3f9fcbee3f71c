"""The SQL of messages and of the next look at each table. Functions over an open transaction."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.storage.engine import Connection
from bot.storage.groups import EVERY, SessionFilter
from bot.storage.records import Delivered, Rang, ShownMessage
from bot.storage.statements import BUMP_VERSION, ENDED, LIVE, OF_PLAYER, pairs, put, scalar

NOW: Final = 0.0
"""The look time of a table that has something new to show."""
LEFT_CHANNEL: Final = "left"
"""The first word of the place for a channel that a table has left. The channel's id follows."""

_COLUMNS: Final = f"session_id, {', '.join(ShownMessage.__struct_fields__)}"
_RANG: Final = msgspec.json.Decoder(dict[Seat, Rang])


_STILL_SHOWN: Final = (
    "SELECT session_id, place FROM shown WHERE (place = 'table' OR place LIKE 'hand:%') "
    "AND status = 'stands' "
    f"AND EXISTS (SELECT 1 FROM sessions WHERE id = shown.session_id AND {ENDED})"
)
"""Selects the public messages and the hands that ended tables still show."""
_STANDS: Final = "session_id = ? AND status = 'stands'"


def look(connection: Connection, session_id: int) -> None:
    """Schedule a look at a table without any other change. This increases its version."""
    query = f"UPDATE sessions SET {BUMP_VERSION}, look_at = ? WHERE id = ?"
    connection.execute(query, (NOW, session_id))
    connection.notify_processes()


def still_shown(connection: Connection, user_id: int, channel_id: int) -> list[tuple[int, str]]:
    """Return the messages that a user's ended tables still show, each by its session's id and its place.

    Those are the hands, and in this channel also the public messages of tables where the user played alone.
    """
    alone = "(SELECT sum(has_seat) FROM session_users WHERE session_id = shown.session_id) = 1"
    query = (
        f"{_STILL_SHOWN} AND session_id IN (SELECT {OF_PLAYER}) "
        f"AND (place <> 'table' OR (channel_id = ? AND {alone}))"
    )
    return pairs(connection, query, (user_id, channel_id))


def old_hands(connection: Connection, before: float, most: int) -> list[tuple[int, str]]:
    """Return at most `most` hands of games that ended before a time, each by session id and place."""
    query = (
        f"{_STILL_SHOWN} AND place <> 'table' "
        "AND (SELECT updated_at FROM sessions WHERE id = session_id) < ? ORDER BY session_id LIMIT ?"
    )
    return pairs(connection, query, (before, most))


def retire(connection: Connection, session_id: int, places: Sequence[str]) -> None:
    """Mark the messages at these places of an ended table for deletion. This increases its version."""
    query = f"UPDATE shown SET status = 'leaves' WHERE {_STANDS} AND place = ?"
    connection.executemany(query, [(session_id, place) for place in places])
    look(connection, session_id)


def newest_session(connection: Connection) -> int:
    """Return the highest number that a session ever had."""
    return connection.newest("sessions")


def look_at_clocks(connection: Connection, scope: SessionFilter = EVERY) -> None:
    """Schedule a look at running games whose clocks have moved. The move has increased their versions."""
    query = (
        "UPDATE sessions SET look_at = ? "
        f"WHERE {LIVE} AND status = 'playing' AND deadline IS NOT NULL AND {scope.condition}"
    )
    connection.execute(query, (NOW, *scope.values))
    connection.notify_processes()


def scheduled_looks(connection: Connection, scope: SessionFilter = EVERY) -> list[tuple[int, float]]:
    """Return the tables with a scheduled look, and its time in seconds since the epoch."""
    query = f"SELECT id, look_at FROM sessions WHERE look_at IS NOT NULL AND {scope.condition}"
    return pairs(connection, query, scope.values)


def due(
    connection: Connection, scope: SessionFilter = EVERY, now: float = 0.0, guild_id: int | None = None
) -> list[tuple[int, int]]:
    """Return the tables that may have something to show, everywhere or in one server, and their versions."""
    query = (
        "SELECT id, version FROM sessions WHERE look_at <= ? "
        f"AND guild_id = coalesce(?, guild_id) AND {scope.condition} "
        "ORDER BY look_at, id"  # Ordered by id alone, it would read all sessions.
    )
    return pairs(connection, query, (now, guild_id, *scope.values))


def write(connection: Connection, news: Delivered) -> None:
    """Store what delivery has found out about a session."""
    if news.message is not None:
        note(connection, news.session_id, news.message)
    if news.forgotten is not None:
        query = "DELETE FROM shown WHERE session_id = ? AND place = ? AND message_id = ?"
        connection.execute(query, (news.session_id, *news.forgotten))
    if news.calm is not None:
        query = "UPDATE sessions SET look_at = ? WHERE id = ? AND version = ?"
        connection.execute(query, (news.calm.look_at, news.session_id, news.calm.version))


def write_all(connection: Connection, news: Sequence[Delivered]) -> Sequence[Delivered]:
    """Store all of delivery's findings, and return them."""
    for one in news:
        write(connection, one)
    return news


def read(connection: Connection, session_id: int) -> tuple[list[ShownMessage], bool]:
    """Return the messages of a session in the order of their posting, and whether it's calm.

    It's calm if its last look found nothing to show, and it hasn't changed since. Then its messages surely
    show what is stored about them.
    """
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM shown WHERE session_id = ? ORDER BY message_id", (session_id,)
    )
    messages = [msgspec.structs.replace(ShownMessage(*row[1:-1]), rang=_RANG.decode(row[-1])) for row in rows]
    query = "SELECT coalesce(look_at, 1.0) > ? FROM sessions WHERE id = ?"
    return messages, bool(scalar(connection, bool, query, (NOW, session_id)))


def table_message(connection: Connection, session_id: int) -> int | None:
    """Return the id of a table's public message, or None if there isn't one."""
    query = f"SELECT message_id FROM shown WHERE {_STANDS} AND place = 'table'"
    return scalar(connection, int, query, (session_id,))


def note(connection: Connection, session_id: int, message: ShownMessage) -> None:
    """Store the present state of a message."""
    *plain, _ = msgspec.structs.astuple(message)
    row = (session_id, *plain, msgspec.json.encode(message.rang).decode())
    put(connection, "shown", _COLUMNS, row, key="session_id, place, message_id")


def forget_place(connection: Connection, session_id: int, place: str) -> None:
    """Forget all messages of a place."""
    connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))


def note_answer(connection: Connection, session_id: int, page: ShownMessage) -> None:
    """Note that a message has changed in answer to its reader's click, if it's still there."""
    query = f"UPDATE shown SET revision = ?, digest = ? WHERE {_STANDS} AND place = ? AND message_id = ?"
    connection.execute(query, (page.revision, page.digest, session_id, page.place, page.message_id))


def retire_kind(connection: Connection, session_id: int, kind: str) -> None:
    """Mark all messages of a kind (`hand`, `gone`) for deletion."""
    query = f"UPDATE shown SET status = 'leaves' WHERE {_STANDS} AND place LIKE ?"
    connection.execute(query, (session_id, f"{kind}:%"))


def keep_left_channel(connection: Connection, session_id: int, channel_id: int) -> None:
    """Remember a channel that a table has left, because a message may still arrive there."""
    left = ShownMessage(f"{LEFT_CHANNEL}:{channel_id}", channel_id, 0, 0, "", 0.0)
    note(connection, session_id, left)
