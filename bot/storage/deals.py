"""The SQL of sealed deals. Over an open transaction."""

import json

import msgspec

from bot.fair.deal import Deal
from bot.storage.checksums import checked, to_json, with_checksum
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.records import Record

_COLUMNS = "session_id, secret, shares, wants_beacon, transcript"


def of(connection: Connection, session_id: int) -> Deal | None:
    """The deal of a session; None where it has none, and where that is damaged: it proves nothing then."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE session_id = ?"  # noqa: S608 # only our own names
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        return None
    try:
        _, secret, shares, wants_beacon, transcript = checked(row, "a row of deals")
    except Damaged:
        return None  # logged when the database was opened
    plain = {"shares": json.loads(shares), "wants_beacon": bool(wants_beacon), "transcript": transcript}
    return msgspec.convert({"secret": secret, **plain}, Deal)


def keep(connection: Connection, record: Record) -> None:
    """Store the deal of a session, where it has one."""
    deal = record.deal
    if deal is not None:
        connection.execute("DELETE FROM deals WHERE session_id = ?", (record.id,))
        _insert(connection, record.id, deal)


def forget(connection: Connection, session_id: int, user_id: int) -> None:
    """Take out what a user has added; the text of the deal keeps a hash, from which nobody finds them.

    A damaged row goes: nothing can be proved by it, and it may name them.
    """
    deal = of(connection, session_id)
    connection.execute("DELETE FROM deals WHERE session_id = ?", (session_id,))
    if deal is not None:
        _insert(connection, session_id, deal.without(user_id))


def sealed_for_long(connection: Connection, before: float) -> tuple[int, int]:
    """How many deals of tables opened before then are sealed: of those that are played, and of ended ones.

    An ended table has opened its seal when its last page was shown.
    """
    live = "status IN ('lobby', 'playing')"
    played = (
        f"SELECT count(*) FROM sessions WHERE {live} AND created_at < ? "  # noqa: S608
        "AND EXISTS (SELECT 1 FROM deals WHERE session_id = id)"
    )
    ended = f"SELECT 1 FROM sessions WHERE id = outbox.session_id AND NOT {live} AND updated_at < ?"  # noqa: S608
    late = (  # from the few pages that are still to be shown, never from all games there were
        "SELECT count(DISTINCT session_id) FROM outbox WHERE place IN ('table', 'deal', 'result') "  # noqa: S608
        f"AND EXISTS ({ended}) AND EXISTS (SELECT 1 FROM deals WHERE deals.session_id = outbox.session_id)"
    )
    first, second = (connection.execute(query, (before,)).fetchone()[0] for query in (played, late))
    return int(first), int(second)


def _insert(connection: Connection, session_id: int, deal: Deal) -> None:
    shares = to_json(msgspec.to_builtins(deal.shares))
    row = with_checksum(session_id, deal.secret, shares, int(deal.wants_beacon), deal.transcript)
    connection.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", row)
