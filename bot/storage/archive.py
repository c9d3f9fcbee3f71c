"""The SQL of packed games, and functions without SQL that pack and unpack them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.events import write_events
from bot.fair.deal import Deal, key
from bot.storage import deals, facts, packing, rows
from bot.storage.engine import Connection
from bot.storage.errors import Damaged, NotInstalled
from bot.storage.records import Played, Record
from bot.storage.replay import steps
from bot.storage.statements import BUMP_VERSION, ENDED, checksum, scalar, to_json

_RUNNING_ONLY = ("moves", "shown", "pauses")
_PACKABLE = "status IN ('over', 'cancelled')"


EndedAt: TypeAlias = tuple[float, int]
"""The end of a session in seconds since the epoch, and its id. Sessions are packed in this order."""
BEFORE_ALL: Final[EndedAt] = (-1.0, 0)


class PackedRow(NamedTuple):
    """Everything stored about a packed game."""

    row: tuple[Any, ...]
    """The columns of `rows.ROW`. The position is "", or None if nothing was dealt."""
    body: bytes
    deal: Deal | None
    """The deal in a row of its own. None if the body holds it, or the game has none."""


class FinishedGame(NamedTuple):
    """A finished game before packing or after unpacking."""

    record: Record
    history: tuple[Played, ...]
    row: tuple[Any, ...]
    """The columns of `rows.ROW`, with the position as text."""


def packed_row(connection: Connection, session_id: int) -> PackedRow | None:
    """Return everything stored about a packed game, or None if the game isn't packed."""
    query = f"SELECT {rows.ROW}, body FROM packed JOIN sessions ON id = session_id WHERE session_id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    return None if row is None else PackedRow(row[:-1], row[-1], deals.of(connection, session_id))


def load(connection: Connection, session_id: int) -> PackedRow | Record | None:
    """Return a session, packed or not. Raises Damaged."""
    return packed_row(connection, session_id) or rows.load(connection, session_id)


def history(connection: Connection, session_id: int, last: int | None) -> PackedRow | list[Played]:
    """Return the moves of a session, oldest first, or the packed game. Raises Damaged.

    `last` is the number of moves to read from a game that isn't packed. None reads all of them.
    """
    return packed_row(connection, session_id) or rows.history(connection, session_id, last)


def unpack(games: Mapping[str, AnyGame], found: PackedRow) -> FinishedGame:
    """Unpack a game by replaying its moves. Raises NotInstalled, or Damaged if the position differs."""
    bare, position = rows.columns_of(found.row), found.row[-1]
    body = packing.unpack(bare["id"], found.body)
    columns = bare | body.columns
    record, deal = rows.as_record(columns, None), found.deal
    if body.deal is not None:
        deal = packing.unpack_deal(body.deal, deals.deal_facts(record))
        columns["chance_key"] = key(deal.secret, deal.transcript)
    record = msgspec.structs.replace(record, chance_key=columns["chance_key"], deal=deal)
    if record.game not in games:
        raise NotInstalled(record)
    game, chain, history, last = games[record.game], "", [], None
    for bare_move, last in zip(body.moves, steps(game, record, body.moves), strict=True):
        played = msgspec.structs.replace(bare_move, events=write_events(last.events))
        chain = rows.extend_chain(chain, record.id, played)
        history.append(played)
    if last is not None:
        record = msgspec.structs.replace(record, position=game.dump(last.state))
        position = to_json(record.position)
    digest = None if position is None else checksum(position)
    if packing.half_digest(digest) != body.columns["digest"]:
        raise Damaged(f"the packed moves of session {record.id} don't lead to the position that was stored")
    columns |= {"digest": digest, "chain": chain}
    return FinishedGame(record, tuple(history), (*columns.values(), position))


def unpack_checked(games: Mapping[str, AnyGame], found: PackedRow) -> FinishedGame:
    """Unpack a game. Raises Damaged if the replay differs in any move or event from what was packed."""
    game = unpack(games, found)
    chain = packing.half_digest(rows.columns_of(game.row)["chain"])
    if chain != packing.unpack(found.row[0], found.body).columns["chain"]:
        raise Damaged(f"playing the packed moves of session {found.row[0]} again tells them differently")
    return game


def next_to_pack(connection: Connection, after: EndedAt, before: float) -> EndedAt | None:
    """Return the first game that ended after `after` and before `before` and isn't packed yet."""
    query = (
        f"SELECT updated_at, id FROM sessions WHERE {_PACKABLE} AND options <> '' "
        "AND (updated_at, id) > (?, ?) AND updated_at < ? ORDER BY updated_at, id LIMIT 1"
    )
    found: EndedAt | None = connection.execute(query, (*after, before)).fetchone()
    return found


def count_unpacked(connection: Connection, before: float) -> int:
    """Return how many games that ended before a time aren't packed yet."""
    query = f"SELECT count(*) FROM sessions WHERE {_PACKABLE} AND options <> '' AND updated_at < ?"
    return scalar(connection, int, query, (before,)) or 0


def game_to_pack(connection: Connection, session_id: int) -> FinishedGame | None:
    """Return a finished game that isn't packed yet, or None if it's packed or running. Raises Damaged."""
    query = f"SELECT {rows.ROW} FROM sessions WHERE id = ? AND {_PACKABLE} AND options <> ''"
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return None
    record = rows.as_record(rows.checked_columns(row), None)
    record = msgspec.structs.replace(record, deal=deals.of(connection, session_id))
    return FinishedGame(record, tuple(rows.history(connection, session_id, None)), tuple(row))


def pack(games: Mapping[str, AnyGame], game: FinishedGame) -> PackedRow:
    """Pack a game. Raises Damaged if unpacking it wouldn't give exactly the same rows."""
    columns, position = rows.columns_of(game.row), game.row[-1]
    try:
        deal = deals.pack(game.record)
        body = packing.pack(game.record.id, columns, game.history, deal)
    except ValueError as error:
        raise Damaged(f"session {game.record.id} can't be packed: {error}") from error
    bare = {**columns, **packing.EMPTY}
    found = PackedRow((*bare.values(), None if position is None else ""), body, None)
    # Comparing the row is enough: its chain covers the moves, and its key follows from the deal.
    if unpack(games, found).row != game.row:
        raise Damaged(f"playing the moves of session {game.record.id} again tells them differently")
    return found


def put(connection: Connection, game: FinishedGame, found: PackedRow) -> bool:
    """Replace a game's rows with its packed form. Returns False if the game has changed meanwhile."""
    session_id = game.record.id
    assignments = ", ".join(f"{name} = ?" for name in (*rows.FRAME_NAMES, "position"))
    query = f"UPDATE sessions SET {BUMP_VERSION}, look_at = NULL, {assignments} WHERE id = ? AND version = ?"
    if connection.execute(query, (*found.row[2:], session_id, game.record.version)).rowcount != 1:
        return False
    connection.execute("INSERT INTO packed VALUES (?, ?, ?)", (session_id, len(game.history), found.body))
    for table in _RUNNING_ONLY:
        connection.execute(f"DELETE FROM {table} WHERE session_id = ?", (session_id,))
    facts.forget_troubles(connection, (session_id,))
    if packing.unpack(session_id, found.body).deal is not None:
        deals.delete_row(connection, session_id)
    return True


def delete_ended(connection: Connection, before: float, most: int) -> int:
    """Delete the oldest sessions that ended before a time, at most `most`. Returns how many it deleted.

    The newest session of all stays, because its number must never be given to another one.
    """
    query = (
        f"SELECT id FROM sessions WHERE {ENDED} "
        "AND updated_at < ? AND id < (SELECT max(id) FROM sessions) ORDER BY updated_at, id LIMIT ?"
    )
    ended = connection.execute(query, (before, most)).fetchall()
    facts.forget_troubles(connection, (session_id for (session_id,) in ended))
    connection.executemany("DELETE FROM sessions WHERE id = ?", ended)
    return len(ended)
