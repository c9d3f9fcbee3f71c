"""The SQL of sessions and their moves: functions over an open transaction."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from bot.storage import analysis, dailies, deals, facts, ratings, shown
from bot.storage.dailies import StoredDaily
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, SeenBefore, Stale
from bot.storage.records import Attendance, Commit, Played, Record
from bot.storage.statements import BUMP_VERSION, DECODE_ERRORS, LIVE, checksum, scalar, to_json

FRAME = (
    "game, options, guild_id, channel_id, host_id, status, revision, turn_seconds, response_seconds, "
    "players, end_votes, digest, chain, chance_key, chance_counts, acted, since, owing, clock_key, "
    "deadline, measured_at, created_at, updated_at, starts_at, hints, attendance"
)
"""The columns that every change of a session writes, without its position."""
FRAME_NAMES = tuple(FRAME.split(", "))
_INDEXED: Final = ("guild_id", "channel_id", "status")
"""Columns in the indexes of running tables."""
FORGOTTEN_AT_ONCE: Final = 500
_NO_LIMIT = 2**62
"""More rows than there can be, for a LIMIT without effect."""
_JSON_FIELDS = ("options", "players", "end_votes", "chance_counts", "acted", "position")
"""Fields stored as JSON, whose numbers may be of any size."""
_STRUCT_FIELDS: Final = ("owing", "attendance")
"""Fields of other structs stored as JSON."""
_HASH_FIELDS: Final = ("digest", "chain")
ROW = f"id, version, {FRAME}, position"


def insert(connection: Connection, record: Record, interaction_id: int | None) -> Record:
    """Store a new session and return it. Raises SeenBefore, or Stale if its channel has a live one."""
    if interaction_id is not None:
        _note_seen(connection, interaction_id, record.created_at)
    [number] = connection.numbers("sessions", 1)
    stored = msgspec.structs.replace(record, id=number, version=1)
    values = {"id": number, **_columns(stored, ""), "look_at": None if record.is_daily else shown.NOW}
    slots = ", ".join("?" * len(values))
    query = f"INSERT INTO sessions ({', '.join(values)}) VALUES ({slots}) ON CONFLICT DO NOTHING"
    if not connection.execute(query, (*values.values(),)).rowcount:
        raise Stale("there is a game in this channel already")
    _keep_users(connection, stored)
    deals.keep(connection, stored)
    connection.notify_processes()
    return stored


def insert_daily(connection: Connection, daily: StoredDaily, record: Record) -> Record | None:
    """Store a try at a daily with its table. Returns None if the user already has one."""
    if not dailies.reserve(connection, daily):
        return None
    stored = insert(connection, record, None)
    dailies.put_daily(connection, msgspec.structs.replace(daily, session_id=stored.id))
    return stored


def commit(connection: Connection, change: Commit) -> None:
    """Write one change completely.

    Raises SeenBefore, Stale or Damaged before anything is written.
    """
    record = change.record
    if change.interaction_id is not None:
        _note_seen(connection, change.interaction_id, record.updated_at)
    before = _read_stored(connection, change)
    chain = before.chain
    if change.played is not None:
        chain = _append(connection, record.id, change.played, chain)
    _update(connection, change, chain, before)
    if change.shows:
        connection.notify_processes()
    if not before.has_users:
        _keep_users(connection, record)
    if change.keeps_deal:
        deals.keep(connection, record)
    if before.channel_id != record.channel_id:
        shown.keep_left_channel(connection, record.id, before.channel_id)
    _store_effects(connection, change)


def _store_effects(connection: Connection, change: Commit) -> None:
    """Store the effects of a change outside its row: the end of a pause, search effort, results, ratings."""
    record = change.record
    if change.resumes:
        connection.execute("DELETE FROM pauses WHERE session_id = ?", (record.id,))
    if change.search_effort is not None:
        analysis.keep_search_effort(connection, record.id, record.revision, change.search_effort)
    if change.daily is not None:
        dailies.end(connection, record.id, change.daily)
    if change.finish is not None:
        ratings.finish(connection, record, change.finish.ranks)


def load(connection: Connection, session_id: int) -> Record | None:
    """Return a session by its id. Raises Damaged if its position doesn't match its checksum."""
    row = connection.execute(f"SELECT {ROW} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    return None if row is None else _record(connection, row)


def frame(connection: Connection, session_id: int) -> tuple[Record, str | None]:
    """Return a session without its position, and the digest of that position."""
    row = connection.execute(f"SELECT {ROW} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        raise Damaged(f"session {session_id} is missing")
    columns = columns_of(row)
    return as_record(columns, None), columns["digest"]


def in_guild(connection: Connection, guild_id: int) -> list[Record]:
    """Return the live sessions of a server, latest first, without damaged ones."""
    query = f"SELECT {ROW} FROM sessions WHERE {LIVE} AND guild_id = ? ORDER BY id DESC"
    found = []
    for row in connection.execute(query, (guild_id,)).fetchall():
        with suppress(Damaged):  # Opening that table reports the damage, so the others don't suffer from it.
            found.append(_record(connection, row))
    return found


def history(connection: Connection, session_id: int, last: int | None) -> list[Played]:
    """Return moves, oldest first, all or the `last` ones. Raises Damaged if their chain is broken."""
    query = "SELECT revision, seat, move, waited, events, at, chain FROM moves WHERE session_id = ?"
    number = _NO_LIMIT if last is None else last + 1  # One more, because the chain continues from there.
    found = connection.execute(f"{query} ORDER BY revision DESC LIMIT ?", (session_id, number))
    moves = found.fetchall()[::-1]
    before = moves.pop(0)[-1] if last is not None and len(moves) > last else ""
    _check_chain(connection, session_id, before, moves)
    return [
        Played(revision=revision, seat=seat, move=move, waited=waited, events=events.encode(), at=at)
        for revision, seat, move, waited, events, at, _ in moves
    ]


def quarantine(connection: Connection, session_id: int) -> None:
    """Freeze a damaged session: it's kept, but no longer blocks its channel or runs a timer."""
    alter(connection, session_id, status="frozen", deadline=None)
    facts.forget_note(connection, facts.ANONYMISED)  # That search may have passed its last change.


def alter(connection: Connection, session_id: int, /, **fields: Any) -> None:
    """Change some columns of a session."""
    assignments = ", ".join(f"{name} = ?" for name in fields)
    connection.execute(
        f"UPDATE sessions SET {BUMP_VERSION}, {assignments} WHERE id = ?", (*fields.values(), session_id)
    )


def forget_seen(connection: Connection, before: float) -> None:
    """Delete the interactions seen before a time.

    Their ids rise with time, so the oldest are found without an index that every move would write.
    """
    oldest = "SELECT interaction_id FROM seen WHERE interaction_id > 0 ORDER BY interaction_id LIMIT ?"
    query = f"DELETE FROM seen WHERE at < ? AND interaction_id IN ({oldest})"
    while connection.execute(query, (before, FORGOTTEN_AT_ONCE)).rowcount:
        pass


def _note_seen(connection: Connection, interaction_id: int, at: float) -> None:
    query = "INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING"
    if not connection.execute(query, (interaction_id, at)).rowcount:
        raise SeenBefore(f"interaction {interaction_id} was carried out before")


class _Stored(NamedTuple):
    """The stored facts that a change of a session is based on."""

    chain: str
    has_users: bool
    """Whether the people in the session are already stored in the tables of users."""
    is_in_place: bool
    """Whether the columns in `_INDEXED` don't change."""
    channel_id: int
    """The stored channel."""


def _read_stored(connection: Connection, change: Commit) -> _Stored:
    """Return the stored facts that a change is based on. Raises Stale if another change was first.

    Uses a single statement, because a move waits for each one.
    """
    record = change.record
    newest = "SELECT chain FROM moves WHERE session_id = sessions.id ORDER BY revision DESC LIMIT 1"
    users = "SELECT count(*) FROM session_users WHERE session_id = sessions.id"
    query = (
        f"SELECT chain, coalesce(({newest}), ''), host_id, players, end_votes, {', '.join(_INDEXED)}, "
        f"({users}) FROM sessions "
        "WHERE id = ? AND revision = ? AND version = ? AND options <> ''"  # Excludes packed ones.
    )
    row = connection.execute(query, _replaced_key(change)).fetchone()
    if row is None:
        raise _stale(change)
    chain, last, *standing, guild, channel, status, noted = row
    if last != chain:
        raise Damaged(f"the last move of session {record.id} is damaged")
    same = [record.host_id, to_json(record.players), to_json(record.end_votes)]
    has_users = standing == same and noted == len(users_in(record))
    is_in_place = (guild, channel, status) == (record.guild_id, record.channel_id, record.status)
    return _Stored(str(chain), has_users, is_in_place, channel)


def _replaced_key(change: Commit) -> tuple[int, int, int]:
    """Return id, revision and version of the row that a change replaces."""
    record = change.record
    return record.id, record.revision - (not change.is_secret), record.version - 1


def _stale(change: Commit) -> Stale:
    number, revision, _ = _replaced_key(change)
    return Stale(f"session {number} is no longer at revision {revision}")


def _append(connection: Connection, session_id: int, played: Played, before: str) -> str:
    """Store a move and return the chain including it."""
    chain = extend_chain(before, session_id, played)
    row = (session_id, *_chain_columns(played), chain)
    connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    return chain


def extend_chain(before: str, session_id: int, played: Played) -> str:
    """Return the chain of a session after one more move."""
    return checksum(before, session_id, *_chain_columns(played))


def _chain_columns(played: Played) -> tuple[Any, ...]:
    """Return the columns of a move that the chain covers."""
    events = played.events.decode()
    return (played.revision, played.seat, played.move, played.waited, events, float(played.at))


def _update(connection: Connection, change: Commit, chain: str, before: _Stored) -> None:
    """Write a row, but leave out unchanged indexed columns, because naming one rewrites its index."""
    skipped = _INDEXED if before.is_in_place else ()
    written = {name: value for name, value in _columns(change.record, chain).items() if name not in skipped}
    if change.shows:
        written["look_at"] = shown.NOW
    if change.begins_rated:
        written["is_rated"] = 1
    if change.finish is not None:
        written["winners"] = to_json(change.finish.winners)
    assignments = ", ".join(f"{name} = ?" for name in written)
    updated = connection.execute(
        f"UPDATE sessions SET {BUMP_VERSION}, {assignments} WHERE id = ? AND revision = ? AND version = ?",
        (*written.values(), *_replaced_key(change)),
    )
    if updated.rowcount != 1:
        raise _stale(change)


def _keep_users(connection: Connection, record: Record) -> None:
    """Store the users who take part in a session, so that an index finds a user's sessions."""
    wanted = users_in(record)
    if users_of(connection, record.id) != wanted:
        connection.execute("DELETE FROM session_users WHERE session_id = ?", (record.id,))
        found = [(record.id, user, has_seat) for user, has_seat in sorted(wanted.items())]
        connection.executemany("INSERT INTO session_users VALUES (?, ?, ?)", found)


def users_of(connection: Connection, session_id: int) -> dict[int, int]:
    """Return the users for whom an index finds a session, and whether they have a seat (1) or not (0)."""
    query = "SELECT user_id, has_seat FROM session_users WHERE session_id = ?"
    return dict(connection.execute(query, (session_id,)).fetchall())


def users_in(record: Record) -> dict[int, int]:
    """Return the users who take part in a session, and whether they have a seat (1) or only host or vote (0).

    Leaves out computers and forgotten users, who never look for a table.
    """
    users = dict.fromkeys((record.host_id, *record.end_votes), 0) | dict.fromkeys(record.players, 1)
    return {user: has_seat for user, has_seat in users.items() if user > 0}


def _check_chain(connection: Connection, session_id: int, chain: str, moves: list[tuple[Any, ...]]) -> None:
    for *link, stored in moves:
        chain = checksum(chain, session_id, *link)
        if chain != stored:
            raise Damaged(f"the moves of session {session_id} are damaged at revision {link[0]}")
    head = scalar(connection, str, "SELECT chain FROM sessions WHERE id = ?", (session_id,))
    if chain != (head or ""):
        raise Damaged(f"the last moves of session {session_id} are missing")


def _columns(record: Record, chain: str) -> dict[str, Any]:
    """Return the values of all columns of FRAME, and the position."""
    columns = {name: getattr(record, name) for name in (*FRAME_NAMES, "position") if name not in _HASH_FIELDS}
    columns |= {name: _encode(columns[name]) for name in _JSON_FIELDS}
    columns |= {name: msgspec.json.encode(columns[name]).decode() for name in _STRUCT_FIELDS}
    if record.attendance == Attendance():
        columns["attendance"] = None
    position = columns["position"]
    return columns | {"digest": None if position is None else checksum(position), "chain": chain}


def _encode(value: Any) -> str | None:
    return None if value is None else to_json(value)


def columns_of(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the values of a row by name, without the position."""
    return dict(zip(("id", "version", *FRAME_NAMES), row[:-1], strict=True))


def checked_columns(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the values of a row by name. Raises Damaged if the position doesn't match its checksum."""
    position, columns = row[-1], columns_of(row)
    if (None if position is None else checksum(position)) != columns["digest"]:
        raise Damaged(f"the stored position of session {columns['id']} doesn't match its checksum")
    return columns


def _record(connection: Connection, row: tuple[Any, ...]) -> Record:
    record = as_record(checked_columns(row), row[-1])
    record = msgspec.structs.replace(record, deal=deals.of(connection, record.id))
    if record.deal is None and not record.chance_key:
        raise Damaged(f"the deal of session {record.id} is damaged, and nothing else holds its secret")
    return record


def as_record(columns: Mapping[str, Any], position: str | None) -> Record:
    """Convert the columns of a session into a record without its deal. Raises Damaged."""
    values = {name: value for name, value in columns.items() if name not in _HASH_FIELDS}
    values["position"] = position
    try:
        for name in (*_JSON_FIELDS, *_STRUCT_FIELDS):
            values[name] = None if values[name] is None else json.loads(values[name])
        if values["attendance"] is None:
            del values["attendance"]
        return msgspec.convert(values, Record)
    except DECODE_ERRORS as error:
        raise Damaged(f"the row of session {columns['id']} makes no sense: {error}") from error
