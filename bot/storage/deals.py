"""The SQL of sealed deals, whether in a row of their own or in the body of a packed game."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from bot.fair import deal as deals
from bot.fair.deal import Deal, Share
from bot.storage import packing
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.packing import DealFacts
from bot.storage.records import Record
from bot.storage.statements import LIVE, checksum, scalar, to_json

_COLUMNS = "session_id, secret, shares, wants_beacon, transcript"


def of(connection: Connection, session_id: int) -> Deal | None:
    """Return a session's deal from its own row. None without a row, or if it's damaged and proves nothing."""
    try:
        return read_checked(connection, session_id)
    except Damaged:
        return None


def read_checked(connection: Connection, session_id: int) -> Deal | None:
    """Return a session's deal from its own row, or None. Raises Damaged if its checksum doesn't match."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE session_id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    return None if row is None else _read(row)


def shares_of(connection: Connection, user_id: int, which: str, *values: int) -> dict[int, Share]:
    """Return a user's shares of the deals of all sessions that match a condition, by session id."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE {which}"
    found: dict[int, Share] = {}
    for row in connection.execute(query, values):
        with suppress(Damaged):
            share = _read(row).share_of(user_id)
            found |= {} if share is None else {row[0]: share}
    return found


def keep(connection: Connection, record: Record) -> None:
    """Store the deal of a session, if it has one."""
    deal = record.deal
    if deal is not None:
        _replace(connection, record.id, deal)


def pack(record: Record) -> packing.PackedDeal | None:
    """Return a finished game's deal in packed form, or None if it has to stay in a row of its own."""
    deal = record.deal
    if deal is None or not deal.is_fixed or deals.key(deal.secret, deal.transcript) != record.chance_key:
        return None
    return packing.pack_deal(deal, deal_facts(record))


def deal_facts(record: Record) -> DealFacts:
    """Return the facts of a record that the text of its deal repeats."""
    return DealFacts(record.id, record.game, record.options, record.players)


def delete_row(connection: Connection, session_id: int) -> None:
    """Delete the row of a deal that's now in the body of its packed game."""
    _replace(connection, session_id, None)


def forget(connection: Connection, session_id: int, user_id: int, seats: Sequence[int]) -> None:
    """Remove a user's share of a session's deal, packed or not. An anonymous hash of it stays.

    A damaged deal is deleted: it proves nothing, and it may name the user.
    """
    deal = of(connection, session_id)
    _replace(connection, session_id, None if deal is None else deal.without(user_id))
    body = scalar(connection, bytes, "SELECT body FROM packed WHERE session_id = ?", (session_id,))
    if body is not None:
        body = _without(session_id, body, user_id, seats)
        connection.execute("UPDATE packed SET body = ? WHERE session_id = ?", (body, session_id))


def _without(session_id: int, body: bytes, user_id: int, seats: Sequence[int]) -> bytes:
    """Return the body of a packed game without a user's share of its deal, or b"" if it's damaged."""
    try:
        found = packing.unpack(session_id, body).deal
    except Damaged:
        return b""
    if found is None:
        return body
    for seat in seats:
        found = packing.without_share(found, seat, user_id)
    return packing.with_deal(session_id, body, found)


def sealed_for_long(connection: Connection, before: float) -> tuple[int, int]:
    """Return how many deals older than a time are still sealed: those of live tables, and of ended ones.

    An ended table opens its seal when its last page is shown.
    """
    played = (
        f"SELECT count(*) FROM sessions WHERE {LIVE} AND created_at < ? "
        "AND EXISTS (SELECT 1 FROM deals WHERE session_id = id)"
    )
    late = (  # Reads only the few tables that still have something to show, never all games there ever were.
        "SELECT count(*) FROM sessions WHERE look_at >= 0 "
        f"AND NOT {LIVE} AND +updated_at < ? AND EXISTS (SELECT 1 FROM deals WHERE session_id = id)"
    )
    first, second = (scalar(connection, int, query, (before,)) or 0 for query in (played, late))
    return first, second


def _read(row: Sequence[Any]) -> Deal:
    *values, stored = row
    if checksum(*values) != stored:
        raise Damaged(f"the deal of session {row[0]} doesn't match its checksum")
    _, secret, shares, wants_beacon, transcript = values
    plain = {"shares": json.loads(shares), "wants_beacon": bool(wants_beacon), "transcript": transcript}
    return msgspec.convert({"secret": secret, **plain}, Deal)


def _replace(connection: Connection, session_id: int, deal: Deal | None) -> None:
    connection.execute("DELETE FROM deals WHERE session_id = ?", (session_id,))
    if deal is not None:
        shares = to_json([msgspec.to_builtins(share) for share in deal.shares])
        row = (session_id, deal.secret, shares, int(deal.wants_beacon), deal.transcript)
        connection.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
