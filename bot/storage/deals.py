"""The SQL of sealed deals; that of a packed game is in the body of it. Over an open transaction."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from bot.fair import deal as deals
from bot.fair.deal import Deal, Share
from bot.storage import packed_deal, packing
from bot.storage.checksums import checksum, to_json
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.packed_deal import Sitting
from bot.storage.records import Record

_COLUMNS = "session_id, secret, shares, wants_beacon, transcript"


def of(connection: Connection, session_id: int) -> Deal | None:
    """The deal of a session; None where it has none, and where that is damaged: it proves nothing then."""
    try:
        return _stored(connection, session_id) or _packed(connection, session_id)
    except Damaged:
        return None


def check(connection: Connection, session_id: int) -> None:
    """Raise Damaged where the deal of a session is not as it was stored."""
    _stored(connection, session_id)


def shares_of(connection: Connection, user_id: int, which: str, *values: int) -> dict[int, Share]:
    """What a user has added to the deals of the sessions that a condition names."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE {which}"  # noqa: S608
    found: dict[int, Share] = {}
    for row in connection.execute(query, values):
        with suppress(Damaged):
            share = _read(row).share_of(user_id)
            found |= {} if share is None else {row[0]: share}
    return found


def keep(connection: Connection, record: Record) -> None:
    """Store the deal of a session, where it has one."""
    deal = record.deal
    if deal is not None:
        _replace(connection, record.id, deal)


def told(record: Record, deal: Deal | None) -> packed_deal.Told | None:
    """The deal of a finished game as it is packed; None where it does not follow from its session."""
    if deal is None or not deal.is_fixed or deals.key(deal.secret, deal.transcript) != record.chance_key:
        return None
    return packed_deal.told(deal, sitting(record))


def sitting(record: Record) -> Sitting:
    """What a record says that its deal says too."""
    return Sitting(record.id, record.game, record.options, record.players)


def let_go(connection: Connection, session_id: int) -> None:
    """Delete the row of a deal, which stands in the body of its packed game now."""
    _replace(connection, session_id, None)


def forget(connection: Connection, session_id: int, user_id: int, seats: Sequence[int]) -> None:
    """Take out what a user with these seats has added; a hash stays, from which nobody finds them.

    What is damaged goes: nothing can be proved by it, and it may name them.
    """
    try:
        deal = _stored(connection, session_id)
    except Damaged:
        deal = None
    _replace(connection, session_id, None if deal is None else deal.without(user_id))
    row = connection.execute("SELECT body FROM packed WHERE session_id = ?", (session_id,)).fetchone()
    if row is not None:
        body = _without(session_id, row[0], user_id, seats)
        connection.execute("UPDATE packed SET body = ? WHERE session_id = ?", (body, session_id))


def _without(session_id: int, body: bytes, user_id: int, seats: Sequence[int]) -> bytes:
    """The body of a packed game without what a user has added to its deal; empty where it is damaged."""
    try:
        found = packing.opened(session_id, body).deal
    except Damaged:
        return b""
    if found is None:
        return body
    for seat in seats:
        found = packed_deal.without(found, seat, user_id)
    return packing.with_deal(session_id, body, found)


def sealed_for_long(connection: Connection, before: float) -> tuple[int, int]:
    """How many deals of tables opened before then are sealed: of those that are played, and of ended ones.

    An ended table has opened its seal when its last page was shown.
    """
    live = "status IN ('lobby', 'playing')"
    played = (
        f"SELECT count(*) FROM sessions WHERE {live} AND created_at < ? "  # noqa: S608
        "AND EXISTS (SELECT 1 FROM deals WHERE session_id = id)"
    )
    late = (  # from the few tables that still have something to show, never from all games there were
        "SELECT count(*) FROM sessions WHERE look_at >= 0 "  # noqa: S608
        f"AND NOT {live} AND +updated_at < ? AND EXISTS (SELECT 1 FROM deals WHERE session_id = id)"
    )
    first, second = (connection.execute(query, (before,)).fetchone()[0] for query in (played, late))
    return int(first), int(second)


def _stored(connection: Connection, session_id: int) -> Deal | None:
    """The deal as its row says, the text perhaps a short one; raises Damaged."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE session_id = ?"  # noqa: S608 # only our own names
    row = connection.execute(query, (session_id,)).fetchone()
    return None if row is None else _read(row)


def _read(row: Sequence[Any]) -> Deal:
    *values, stored = row
    if checksum(*values) != stored:
        raise Damaged(f"the deal of session {row[0]} does not match its checksum")
    _, secret, shares, wants_beacon, transcript = values
    plain = {"shares": json.loads(shares), "wants_beacon": bool(wants_beacon), "transcript": transcript}
    return msgspec.convert({"secret": secret, **plain}, Deal)


def _packed(connection: Connection, session_id: int) -> Deal | None:
    """The deal in the body of a packed game; raises Damaged."""
    query = "SELECT game, players, body FROM packed JOIN sessions ON id = session_id WHERE session_id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    body = None if row is None else packing.opened(session_id, row[2])
    if body is None or body.deal is None:
        return None
    options = json.loads(body.columns["options"])
    return packed_deal.whole(body.deal, Sitting(session_id, row[0], options, json.loads(row[1])))


def _replace(connection: Connection, session_id: int, deal: Deal | None) -> None:
    connection.execute("DELETE FROM deals WHERE session_id = ?", (session_id,))
    if deal is not None:
        shares = to_json([msgspec.to_builtins(share) for share in deal.shares])
        row = (session_id, deal.secret, shares, int(deal.wants_beacon), deal.transcript)
        connection.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
