"""The SQL of the store: functions over an open transaction."""

import hashlib
import json
import sqlite3
from typing import Any

import msgspec

from bot.storage.errors import Damaged, SeenBefore, Stale
from bot.storage.records import Commit, Pending, Played, Record, Shown

COLUMNS = (
    "game, options, guild_id, channel_id, host_id, status, revision, turn_seconds, "
    "response_seconds, players, end_votes, position, digest, chance_key, chance_counts, acted, since, "
    "clock_key, deadline, measured_at, created_at, updated_at"
)
_NAMES = ("id", *COLUMNS.split(", "))
_SLOTS = ", ".join("?" * len(COLUMNS.split(",")))
_LIVE = "status IN ('lobby', 'playing')"


def to_json(value: Any) -> str:
    """Compact JSON by the standard module, because totals may be integers of any size."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def checksum(*parts: str) -> str:
    """SHA-256 over the parts, kept beside what it protects."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def insert(connection: sqlite3.Connection, record: Record, places: tuple[str, ...]) -> Record:
    """A new session; raise Stale when the channel has a live one already."""
    try:
        cursor = connection.execute(f"INSERT INTO sessions ({COLUMNS}) VALUES ({_SLOTS})", _values(record))
    except sqlite3.IntegrityError as error:
        raise Stale("there is a game in this channel already") from error
    stored = msgspec.structs.replace(record, id=cursor.lastrowid or 0)
    _keep_players(connection, stored)
    _queue(connection, stored, places)
    return stored


def commit(connection: sqlite3.Connection, change: Commit) -> None:
    """The whole of one change; raise SeenBefore or Stale before anything is written."""
    record = change.record
    if change.interaction_id is not None:
        _see(connection, change.interaction_id, record.updated_at)
    assignments = ", ".join(f"{column} = ?" for column in COLUMNS.split(", "))
    updated = connection.execute(
        f"UPDATE sessions SET {assignments} WHERE id = ? AND revision = ?",
        (*_values(record), record.id, record.revision - 1),
    )
    if updated.rowcount != 1:
        raise Stale(f"session {record.id} is no longer at revision {record.revision - 1}")
    _keep_players(connection, record)
    if change.played is not None:
        _append(connection, record.id, change.played)
    _queue(connection, record, change.places)


def load(connection: sqlite3.Connection, session_id: int) -> Record | None:
    """A session by id."""
    row = connection.execute(f"SELECT id, {COLUMNS} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    return None if row is None else _record(row)


def live_in(connection: sqlite3.Connection, channel_id: int) -> int | None:
    """The id of the live session in a channel."""
    found = connection.execute(f"SELECT id FROM sessions WHERE channel_id = ? AND {_LIVE}", (channel_id,))
    row = found.fetchone()
    return None if row is None else int(row[0])


def live_of(connection: sqlite3.Connection, user_id: int) -> list[int]:
    """The live sessions of a user, latest first."""
    seated = "SELECT session_id FROM players WHERE user_id = ?"
    query = f"SELECT id FROM sessions WHERE id IN ({seated}) AND {_LIVE} ORDER BY id DESC"
    return [int(row[0]) for row in connection.execute(query, (user_id,))]


def in_guild(connection: sqlite3.Connection, guild_id: int) -> list[Record]:
    """The live sessions of a server, latest first."""
    query = f"SELECT id, {COLUMNS} FROM sessions WHERE guild_id = ? AND {_LIVE} ORDER BY id DESC"
    return [_record(row) for row in connection.execute(query, (guild_id,))]


def history(connection: sqlite3.Connection, session_id: int, last: int | None) -> list[Played]:
    """Moves, oldest first; read whole, the chain is checked and Damaged raised where it breaks."""
    query = "SELECT revision, seat, move, events, at, chain FROM moves WHERE session_id = ?"
    found = connection.execute(
        f"{query} ORDER BY revision DESC LIMIT ?", (session_id, -1 if last is None else last)
    )
    moves = found.fetchall()[::-1]
    if last is None:
        _check_chain(session_id, moves)
    return [
        Played(revision=row[0], seat=row[1], move=row[2], events=row[3].encode(), at=row[4]) for row in moves
    ]


def _check_chain(session_id: int, moves: list[tuple[Any, ...]]) -> None:
    chain = ""
    for revision, seat, move, events, _at, stored in moves:
        chain = checksum(chain, str(seat), move, events)
        if chain != stored:
            raise Damaged(f"the moves of session {session_id} are damaged at revision {revision}")


def deadlines(connection: sqlite3.Connection) -> list[tuple[int, float]]:
    """Every running deadline."""
    found = connection.execute(
        "SELECT id, deadline FROM sessions WHERE deadline IS NOT NULL AND status = 'playing'"
    )
    return [(int(row[0]), float(row[1])) for row in found]


def shift_deadlines(connection: sqlite3.Connection, seconds: float) -> None:
    """Move every running deadline, and the moment until which time was charged."""
    connection.execute(
        "UPDATE sessions SET deadline = deadline + ?, measured_at = measured_at + ? WHERE status = 'playing'",
        (seconds, seconds),
    )


def pending(connection: sqlite3.Connection, session_id: int) -> list[Pending]:
    """Outbox rows of a session in order."""
    query = "SELECT id, session_id, revision, place FROM outbox WHERE session_id = ? ORDER BY id"
    return [Pending(*row) for row in connection.execute(query, (session_id,))]


def unpublished(connection: sqlite3.Connection) -> list[int]:
    """Sessions with outbox rows."""
    return [
        int(row[0])
        for row in connection.execute("SELECT DISTINCT session_id FROM outbox ORDER BY session_id")
    ]


def shown(connection: sqlite3.Connection, session_id: int) -> dict[str, Shown]:
    """Where the pages of a session stand."""
    query = (
        "SELECT place, channel_id, message_id, revision, digest, posted_at FROM shown WHERE session_id = ?"
    )
    return {row[0]: Shown(*row) for row in connection.execute(query, (session_id,))}


def done(connection: sqlite3.Connection, row: Pending, places: frozenset[str]) -> None:
    """Take an outbox row and the older ones of the same places out."""
    slots = ", ".join("?" * len(places))
    connection.execute(
        f"DELETE FROM outbox WHERE session_id = ? AND id <= ? AND place IN ({slots})",
        (row.session_id, row.id, *sorted(places)),
    )


def note_shown(connection: sqlite3.Connection, session_id: int, page: Shown) -> None:
    """Remember where a page stands."""
    connection.execute(
        "INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session_id, *msgspec.structs.astuple(page)),
    )


def forget_shown(connection: sqlite3.Connection, session_id: int, place: str) -> None:
    """A page stands nowhere any more."""
    connection.execute("DELETE FROM shown WHERE session_id = ? AND place = ?", (session_id, place))


def dm_closed_at(connection: sqlite3.Connection, user_id: int) -> float | None:
    """When a user's DMs were last found closed."""
    row = connection.execute("SELECT dm_closed_at FROM people WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else row[0]


def keep_dm_closed(connection: sqlite3.Connection, user_id: int, at: float | None) -> None:
    """Remember that a user's DMs are closed, or open again."""
    connection.execute(
        "INSERT INTO people (user_id, dm_closed_at) VALUES (?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET dm_closed_at = excluded.dm_closed_at",
        (user_id, at),
    )


def preferences(connection: sqlite3.Connection, owner: str, owner_id: int) -> dict[str, Any]:
    """What a user or a server has chosen."""
    query = "SELECT chosen FROM preferences WHERE owner = ? AND id = ?"
    row = connection.execute(query, (owner, owner_id)).fetchone()
    return {} if row is None else dict(json.loads(row[0]))


def keep_preferences(
    connection: sqlite3.Connection, owner: str, owner_id: int, chosen: dict[str, Any]
) -> None:
    """Store what a user or a server has chosen."""
    connection.execute(
        "INSERT OR REPLACE INTO preferences VALUES (?, ?, ?)", (owner, owner_id, to_json(chosen))
    )


def note(connection: sqlite3.Connection, name: str) -> str | None:
    """A small fact."""
    row = connection.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def keep_note(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Store a small fact."""
    connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))


def forget_seen(connection: sqlite3.Connection, before: float) -> None:
    """Forget old interactions."""
    connection.execute("DELETE FROM seen WHERE at < ?", (before,))


def _see(connection: sqlite3.Connection, interaction_id: int, at: float) -> None:
    try:
        connection.execute("INSERT INTO seen VALUES (?, ?)", (interaction_id, at))
    except sqlite3.IntegrityError as error:
        raise SeenBefore(f"interaction {interaction_id} was carried out before") from error


def _keep_players(connection: sqlite3.Connection, record: Record) -> None:
    known = {
        row[0] for row in connection.execute("SELECT user_id FROM players WHERE session_id = ?", (record.id,))
    }
    if known != set(record.players):
        connection.execute("DELETE FROM players WHERE session_id = ?", (record.id,))
        rows = [(record.id, user) for user in record.players]
        connection.executemany("INSERT INTO players VALUES (?, ?)", rows)


def _append(connection: sqlite3.Connection, session_id: int, played: Played) -> None:
    query = "SELECT chain FROM moves WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
    row = connection.execute(query, (session_id,)).fetchone()
    events = played.events.decode()
    chain = checksum(row[0] if row else "", str(played.seat), played.move, events)
    connection.execute(
        "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)",
        (session_id, played.revision, played.seat, played.move, events, played.at, chain),
    )


def _queue(connection: sqlite3.Connection, record: Record, places: tuple[str, ...]) -> None:
    connection.executemany(
        "INSERT INTO outbox (session_id, revision, place, at) VALUES (?, ?, ?, ?)",
        [(record.id, record.revision, place, record.updated_at) for place in places],
    )


def _values(record: Record) -> tuple[Any, ...]:
    position = None if record.position is None else to_json(record.position)
    return (
        record.game,
        to_json(record.options),
        record.guild_id,
        record.channel_id,
        record.host_id,
        record.status,
        record.revision,
        record.turn_seconds,
        record.response_seconds,
        to_json(record.players),
        to_json(record.end_votes),
        position,
        None if position is None else checksum(position),
        record.chance_key,
        to_json(record.chance_counts),
        to_json(record.acted),
        record.since,
        record.clock_key,
        record.deadline,
        record.measured_at,
        record.created_at,
        record.updated_at,
    )


def _record(row: tuple[Any, ...]) -> Record:
    columns = dict(zip(_NAMES, row, strict=True))
    position, digest = columns.pop("position"), columns.pop("digest")
    if position is not None and checksum(position) != digest:
        raise Damaged(f"the stored position of session {row[0]} does not match its checksum")
    for name in ("options", "players", "end_votes", "chance_counts", "acted"):
        columns[name] = json.loads(columns[name])
    columns["position"] = None if position is None else json.loads(position)
    return msgspec.convert(columns, Record)
