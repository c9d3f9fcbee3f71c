"""The SQL of sessions and their moves: functions over an open transaction."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bot.storage import attendance, deals, facts, hints, outbox, ratings, results
from bot.storage.checksums import checked, checksum, real, to_json, with_checksum
from bot.storage.errors import Damaged, SeenBefore, Stale
from bot.storage.records import Commit, Played, Record, Won

FRAME = (
    "game, options, guild_id, channel_id, host_id, status, revision, turn_seconds, response_seconds, "
    "players, end_votes, digest, chain, chance_key, chance_counts, acted, since, clock_key, deadline, "
    "measured_at, created_at, updated_at"
)
"""All columns of a session that its checksum covers, but the id: a position is covered by its digest."""
NAMES = tuple(FRAME.split(", "))
_LISTS = ("options", "players", "end_votes", "chance_counts", "acted")
ROW = f"id, {FRAME}, checksum, position"
LIVE_ROWS = "status IN ('lobby', 'playing')"
_ENDED = "status NOT IN ('lobby', 'playing') AND position IS NOT NULL"
"""Games that were dealt and are not played any more."""


def insert(
    connection: sqlite3.Connection, record: Record, places: tuple[str, ...], interaction_id: int | None
) -> Record:
    """A new session; raise SeenBefore, or Stale when the channel has a live one already."""
    if interaction_id is not None:
        _see(connection, interaction_id, record.created_at)
    number = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM sessions").fetchone()[0]
    stored = msgspec.structs.replace(record, id=number)
    values = (*with_checksum(number, *_frame(stored, "")), _position(stored))
    try:
        connection.execute(f"INSERT INTO sessions ({ROW}) VALUES ({_slots(values)})", values)
    except sqlite3.IntegrityError as error:
        raise Stale("there is a game in this channel already") from error
    _keep_players(connection, stored)
    hints.keep_rule(connection, stored)
    attendance.keep(connection, stored)
    deals.keep(connection, stored)
    outbox.queue(connection, stored, places)
    return stored


def commit(connection: sqlite3.Connection, change: Commit) -> None:
    """The whole of one change; raise SeenBefore, Stale or Damaged before anything is written."""
    record = change.record
    if change.interaction_id is not None:
        _see(connection, change.interaction_id, record.updated_at)
    chain = _chain_before(connection, record)
    if change.played is not None:
        chain = _append(connection, record.id, change.played, chain)
    _update(connection, record, chain)
    _keep_players(connection, record)
    if record.status == "lobby":  # nothing changes it later
        hints.keep_rule(connection, record)
    attendance.keep(connection, record)
    if change.keeps_deal:
        deals.keep(connection, record)
    if change.resumes:
        connection.execute("DELETE FROM pauses WHERE session_id = ?", (record.id,))
    outbox.queue(connection, record, change.places)
    _remember(connection, change)


def _remember(connection: sqlite3.Connection, change: Commit) -> None:
    """What is kept of a game beyond itself: that it is rated, and how it ended."""
    record, finish = change.record, change.finish
    if change.begins_rated:
        ratings.begin(connection, record.id)
    if finish is not None:
        won = Won(record.id, record.guild_id, record.game, record.updated_at, finish.winners)
        results.keep(connection, won)
        ratings.finish(connection, record, finish.ranks)


def load(connection: sqlite3.Connection, session_id: int) -> Record | None:
    """A session by id; raise Damaged when it is not as it was stored."""
    row = connection.execute(f"SELECT {ROW} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        _check_absent(connection, session_id)
        return None
    return _record(connection, row)


def frame(connection: sqlite3.Connection, session_id: int) -> tuple[Record, str | None]:
    """A session without its position, and the digest of that; raise Damaged when the rest is damaged."""
    row = connection.execute(f"SELECT {ROW} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        raise Damaged(f"session {session_id} is missing")
    columns = columns_of(row[:-1])
    return as_record(columns, None), columns["digest"]


def live_in(connection: sqlite3.Connection, channel_id: int) -> int | None:
    """The id of the live session in a channel."""
    found = connection.execute(f"SELECT id FROM sessions WHERE channel_id = ? AND {LIVE_ROWS}", (channel_id,))
    row = found.fetchone()
    return None if row is None else int(row[0])


def live_of(connection: sqlite3.Connection, user_id: int) -> list[int]:
    """The live sessions of a user, latest first."""
    seated = "SELECT session_id FROM players WHERE user_id = ?"
    query = f"SELECT id FROM sessions WHERE id IN ({seated}) AND {LIVE_ROWS} ORDER BY id DESC"
    return [int(row[0]) for row in connection.execute(query, (user_id,))]


def ended_in(connection: sqlite3.Connection, channel_id: int) -> int | None:
    """The id of the game that ended last in a channel."""
    query = f"SELECT id FROM sessions WHERE channel_id = ? AND {_ENDED} ORDER BY updated_at DESC LIMIT 1"
    row = connection.execute(query, (channel_id,)).fetchone()
    return None if row is None else int(row[0])


def ended_of(connection: sqlite3.Connection, user_id: int) -> int | None:
    """The id of the latest of a user's games that have ended."""
    query = (
        "SELECT session_id FROM players CROSS JOIN sessions ON id = session_id "
        f"WHERE user_id = ? AND {_ENDED} ORDER BY session_id DESC LIMIT 1"
    )
    row = connection.execute(query, (user_id,)).fetchone()
    return None if row is None else int(row[0])


def ended_since(connection: sqlite3.Connection, user_id: int, at: float, most: int) -> list[int]:
    """The ids of a user's games that have ended since a time, latest first, so many at most."""
    query = (
        "SELECT session_id FROM players CROSS JOIN sessions ON id = session_id "
        f"WHERE user_id = ? AND {_ENDED} AND updated_at > ? ORDER BY session_id DESC LIMIT ?"
    )
    return [int(row[0]) for row in connection.execute(query, (user_id, at, most))]


def lobbies_of(connection: sqlite3.Connection, user_id: int) -> list[tuple[int, int]]:
    """The lobbies whose host a user is: number and channel (0 for a DM) of each, latest first."""
    query = (
        "SELECT id, iif(guild_id = 0, 0, channel_id) FROM players CROSS JOIN sessions ON id = session_id "
        "WHERE user_id = ? AND status = 'lobby' AND host_id = user_id ORDER BY session_id DESC"
    )
    return [(int(number), int(channel)) for number, channel in connection.execute(query, (user_id,))]


def lobbies_in(connection: sqlite3.Connection, guild_id: int) -> list[tuple[int, int]]:
    """The lobbies of a server: number and channel of each, latest first."""
    query = f"SELECT id, channel_id FROM sessions WHERE {LIVE_ROWS} AND status = 'lobby' AND guild_id = ?"
    found = [(int(number), int(channel)) for number, channel in connection.execute(query, (guild_id,))]
    return sorted(found, reverse=True)


def had_finished(connection: sqlite3.Connection, user_id: int, game: str, at: float) -> bool:
    """Whether a user had played a game of this kind to its end by then, in seconds since the epoch."""
    query = (
        "SELECT 1 FROM players CROSS JOIN sessions ON id = session_id "
        "WHERE user_id = ? AND game = ? AND status = 'over' AND updated_at <= ? LIMIT 1"
    )
    return connection.execute(query, (user_id, game, at)).fetchone() is not None


def live_with_computers(connection: sqlite3.Connection) -> list[int]:
    """The running games at which computers sit, or may stand in for somebody."""
    found = connection.execute(f"SELECT id, players FROM sessions WHERE {LIVE_ROWS} AND status = 'playing'")
    seated = {int(number) for number, players in found if "-" in players}
    return sorted(seated.union(attendance.with_stand_ins(connection)))


def live_guilds(connection: sqlite3.Connection) -> list[int]:
    """The servers that have live sessions."""
    found = connection.execute(f"SELECT DISTINCT guild_id FROM sessions WHERE {LIVE_ROWS} AND guild_id <> 0")
    return [int(row[0]) for row in found]


def in_guild(connection: sqlite3.Connection, guild_id: int) -> list[Record]:
    """The live sessions of a server, latest first; damaged ones are left out."""
    return list(live(connection, "guild_id = ?", guild_id))


def live(connection: sqlite3.Connection, condition: str = "true", *values: Any) -> Iterator[Record]:
    """The live sessions of which this is true, latest first; damaged ones are left out."""
    query = f"SELECT {ROW} FROM sessions WHERE {LIVE_ROWS} AND {condition} ORDER BY id DESC"
    for row in connection.execute(query, values).fetchall():
        try:
            yield _record(connection, row)
        except Damaged:
            continue  # opening that table says so; the others must not suffer


def history(connection: sqlite3.Connection, session_id: int, last: int | None) -> list[Played]:
    """Moves, oldest first, all or the `last` ones; raise Damaged where their chain breaks."""
    query = "SELECT revision, seat, move, waited, events, at, chain FROM moves WHERE session_id = ?"
    number = -1 if last is None else last + 1  # one more: the chain goes on from there
    found = connection.execute(f"{query} ORDER BY revision DESC LIMIT ?", (session_id, number))
    moves = found.fetchall()[::-1]
    before = moves.pop(0)[-1] if last is not None and len(moves) > last else ""
    _check_chain(connection, session_id, before, moves)
    return [
        Played(revision=revision, seat=seat, move=move, waited=waited, events=events.encode(), at=at)
        for revision, seat, move, waited, events, at, _ in moves
    ]


def damaged(connection: sqlite3.Connection) -> list[int]:
    """The live sessions that are not as they were stored."""
    found: list[int] = []
    for row in connection.execute(f"SELECT {ROW} FROM sessions WHERE {LIVE_ROWS}"):
        try:
            _check(row)
        except Damaged:
            found.append(row[0])
    return found


def deadlines(connection: sqlite3.Connection) -> list[tuple[int, float]]:
    """Every running deadline; damaged sessions have none.

    A lobby of an older release, which did not know whether its host is there, is due at once: then it gets
    the times of today.
    """
    return [
        (columns["id"], columns["deadline"] if _has_todays_times(columns) else 0.0)
        for columns in _sound(connection, f"{LIVE_ROWS} AND deadline IS NOT NULL")
    ]


def _has_todays_times(columns: Mapping[str, Any]) -> bool:
    return columns["status"] != "lobby" or columns["measured_at"] is not None


def shift_deadlines(connection: sqlite3.Connection, seconds: float, session_id: int | None = None) -> None:
    """Move every running deadline, or that of one session, and the moment until which time was charged."""
    for columns in list(_sound(connection, f"{LIVE_ROWS} AND ?1 IN (id, -1)", session_id or -1)):
        moved = {name: columns[name] for name in ("deadline", "measured_at") if columns[name] is not None}
        alter(connection, columns["id"], **{name: at + seconds for name, at in moved.items()})


def set_aside(connection: sqlite3.Connection, session_id: int) -> None:
    """Freeze a session that is damaged: it blocks no channel and sets no timer, and all of it is kept."""
    alter(connection, session_id, status="frozen", deadline=None)
    facts.forget_note(connection, facts.ANONYMISED)  # it may have been changed last long ago


def alter(connection: sqlite3.Connection, session_id: int, **fields: Any) -> None:
    """Change some columns. The checksum is renewed only where it was right: damage stays visible."""
    query = f"SELECT id, {FRAME}, checksum FROM sessions WHERE id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return
    *values, kept = row
    columns = dict(zip(("id", *NAMES), values, strict=True))
    changed = {**columns, **{name: value for name, value in fields.items() if name in columns}}
    if kept == checksum(*values):
        fields["checksum"] = checksum(*changed.values())
    assignments = ", ".join(f"{name} = ?" for name in fields)
    connection.execute(f"UPDATE sessions SET {assignments} WHERE id = ?", (*fields.values(), session_id))


def forget_seen(connection: sqlite3.Connection, before: float) -> None:
    """Forget old interactions."""
    connection.execute("DELETE FROM seen WHERE at < ?", (before,))


def _slots(values: tuple[Any, ...]) -> str:
    return ", ".join("?" * len(values))


def _see(connection: sqlite3.Connection, interaction_id: int, at: float) -> None:
    try:
        connection.execute("INSERT INTO seen VALUES (?, ?)", (interaction_id, at))
    except sqlite3.IntegrityError as error:
        raise SeenBefore(f"interaction {interaction_id} was carried out before") from error


def _chain_before(connection: sqlite3.Connection, record: Record) -> str:
    """The chain that a change of this record goes on from; raise Stale when another was first."""
    query = "SELECT chain FROM sessions WHERE id = ? AND revision = ? AND options <> ''"  # not a packed one
    row = connection.execute(query, (record.id, record.revision - 1)).fetchone()
    if row is None:
        _check_not_damaged(connection, record.id)  # a damaged revision is not somebody else's change
        raise Stale(f"session {record.id} is no longer at revision {record.revision - 1}")
    last = "SELECT chain FROM moves WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
    if (connection.execute(last, (record.id,)).fetchone() or ("",)) != row:
        raise Damaged(f"the last move of session {record.id} is damaged")
    return str(row[0])


def _append(connection: sqlite3.Connection, session_id: int, played: Played, before: str) -> str:
    """Store a move and give the chain with it."""
    link = link_of(played)
    chain = checksum(before, session_id, *link)
    connection.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (session_id, *link, chain))
    return chain


def link_of(played: Played) -> tuple[Any, ...]:
    """What a link of the chain covers of a move, as the columns of its row."""
    events = played.events.decode()
    return (played.revision, played.seat, played.move, played.waited, events, float(played.at))


def _check_not_damaged(connection: sqlite3.Connection, session_id: int) -> None:
    row = connection.execute(
        f"SELECT id, {FRAME}, checksum FROM sessions WHERE id = ?", (session_id,)
    ).fetchone()
    if row is None:
        _check_absent(connection, session_id)
    else:
        columns_of(row)


def _update(connection: sqlite3.Connection, record: Record, chain: str) -> None:
    names = ("id", *NAMES, "checksum", "position")
    values = (*with_checksum(record.id, *_frame(record, chain)), _position(record))
    assignments = ", ".join(f"{name} = ?" for name in names)
    updated = connection.execute(
        f"UPDATE sessions SET {assignments} WHERE id = ? AND revision = ?",
        (*values, record.id, record.revision - 1),
    )
    if updated.rowcount != 1:
        raise Stale(f"session {record.id} is no longer at revision {record.revision - 1}")


def _keep_players(connection: sqlite3.Connection, record: Record) -> None:
    """Who stands in a session, to find a user's sessions by index."""
    for table, users in named(record).items():
        known = connection.execute(f"SELECT user_id FROM {table} WHERE session_id = ?", (record.id,))
        if {row[0] for row in known} != users:
            connection.execute(f"DELETE FROM {table} WHERE session_id = ?", (record.id,))
            found = [(record.id, user) for user in sorted(users)]
            connection.executemany(f"INSERT INTO {table} VALUES (?, ?)", found)


def named(record: Record) -> dict[str, set[int]]:
    """Who stands in a session, by the table in which that is noted: those with a seat, and the others.

    Computers look for no table, nor do those who are forgotten.
    """
    players = {user for user in record.players if user > 0}
    standing = {user for user in (record.host_id, *record.end_votes) if user > 0}
    return {"players": players, "others": standing - players}


def _check_absent(connection: sqlite3.Connection, session_id: int) -> None:
    """Raise Damaged when something is left of a session whose row is not there: rows are never deleted."""
    for table in ("moves", "players", "others", "packed"):
        query = f"SELECT 1 FROM {table} WHERE session_id = ? LIMIT 1"
        if connection.execute(query, (session_id,)).fetchone():
            raise Damaged(f"session {session_id} is missing")


def _check_chain(
    connection: sqlite3.Connection, session_id: int, chain: str, moves: list[tuple[Any, ...]]
) -> None:
    for *link, stored in moves:
        chain = checksum(chain, session_id, *link)
        if chain != stored:
            raise Damaged(f"the moves of session {session_id} are damaged at revision {link[0]}")
    head = connection.execute("SELECT chain FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if (chain,) != (head or ("",)):
        raise Damaged(f"the last moves of session {session_id} are missing")


def _sound(connection: sqlite3.Connection, condition: str, *given: Any) -> Iterator[dict[str, Any]]:
    """The columns of all sessions of which this is true and that are not damaged."""
    for row in connection.execute(f"SELECT id, {FRAME}, checksum FROM sessions WHERE {condition}", given):
        try:
            yield columns_of(row)
        except Damaged:
            continue  # it stays as it is until somebody opens it, and is reported then


def _position(record: Record) -> str | None:
    return None if record.position is None else to_json(record.position)


def _frame(record: Record, chain: str) -> tuple[Any, ...]:
    """The values of FRAME."""
    position = _position(record)
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
        None if position is None else checksum(position),
        chain,
        record.chance_key,
        to_json(record.chance_counts),
        to_json(record.acted),
        record.since,
        record.clock_key,
        real(record.deadline),
        real(record.measured_at),
        float(record.created_at),
        float(record.updated_at),
    )


def columns_of(row: tuple[Any, ...]) -> dict[str, Any]:
    """The values of an id, FRAME and the checksum by name; raise Damaged when the checksum is another."""
    return dict(zip(("id", *NAMES), checked(row, f"the row of session {row[0]}"), strict=True))


def _check(row: tuple[Any, ...]) -> dict[str, Any]:
    """The columns of a whole row, the position checked, too."""
    *framed, position = row
    columns = columns_of(tuple(framed))
    if (None if position is None else checksum(position)) != columns["digest"]:
        raise Damaged(f"the stored position of session {columns['id']} does not match its checksum")
    return columns


def _record(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Record:
    record = as_record(_check(row), row[-1])
    record = msgspec.structs.replace(record, **beside(connection, record.id))
    if record.deal is None and not record.chance_key:
        raise Damaged(f"the deal of session {record.id} is damaged, and nothing else holds its secret")
    return record


def beside(connection: sqlite3.Connection, session_id: int) -> dict[str, Any]:
    """What other tables say of a session, as fields of its record."""
    return {
        "attendance": attendance.of(connection, session_id),
        "hints": hints.rule(connection, session_id),
        "deal": deals.of(connection, session_id),
    }


def as_record(columns: Mapping[str, Any], position: str | None) -> Record:
    """The columns of a session as a record, without what other tables say of it."""
    values = {name: value for name, value in columns.items() if name not in ("digest", "chain")}
    for name in _LISTS:
        values[name] = json.loads(values[name])
    values["position"] = None if position is None else json.loads(position)
    return msgspec.convert(values, Record)
