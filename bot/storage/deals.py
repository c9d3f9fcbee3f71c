"""The SQL of sealed deals. Over an open transaction.

The text of a packed game's deal is stored without what its session says too: as a JSON list of what it says
of the beacon and of each seat, people's hashes in base64. What players have added is a list of values then.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import astuple

from bot.fair import deal as deals
from bot.fair.deal import Deal, Own, Share
from bot.storage import packing
from bot.storage.checksums import checked, to_json, with_checksum
from bot.storage.engine import Connection
from bot.storage.errors import Damaged
from bot.storage.records import Record

_COLUMNS = "session_id, secret, shares, wants_beacon, transcript"
_SHORT: Final = "["
"""How a text without what its session says begins; a whole one begins with its edition."""
_PERSON: Final = "person "
_SHARE: Final = Share.__struct_fields__


def of(connection: Connection, session_id: int) -> Deal | None:
    """The deal of a session; None where it has none, and where that is damaged: it proves nothing then."""
    try:
        deal = _stored(connection, session_id)
        if deal is None or not deal.transcript.startswith(_SHORT):
            return deal
        return msgspec.structs.replace(deal, transcript=_whole_text(connection, session_id, deal.transcript))
    except Damaged:
        return None  # logged when the database was opened


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


def shorten(connection: Connection, record: Record) -> None:
    """Store the text of a finished game's deal without what its session says too.

    It stays whole where it would not come out again to the last byte.
    """
    deal = of(connection, record.id)
    if deal is None or not deal.is_fixed:
        return
    own = deals.own_of(deal.transcript)
    if deals.text_of(own, table=record.id, game=record.game, options=record.options) == deal.transcript:
        _replace(connection, record.id, msgspec.structs.replace(deal, transcript=shortened(own)))


def shortened(own: Own) -> str:
    """The text of the deal of a packed game as it is stored."""
    return to_json([own.beacon, *map(_short_seat, own.seats)])


def row_of(session_id: int, deal: Deal) -> tuple[Any, ...]:
    """The row of a deal."""
    is_short = deal.transcript.startswith(_SHORT)
    shares = [astuple(share) if is_short else msgspec.to_builtins(share) for share in deal.shares]
    return with_checksum(session_id, deal.secret, to_json(shares), int(deal.wants_beacon), deal.transcript)


def forget(connection: Connection, session_id: int, user_id: int) -> None:
    """Take out what a user has added; the text of the deal keeps a hash, from which nobody finds them.

    A damaged row goes: nothing can be proved by it, and it may name them.
    """
    try:
        deal = _stored(connection, session_id)
    except Damaged:
        deal = None
    _replace(connection, session_id, None if deal is None else deal.without(user_id))


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


def _stored(connection: Connection, session_id: int) -> Deal | None:
    """The deal as its row says, the text perhaps a short one; raises Damaged."""
    query = f"SELECT {_COLUMNS}, checksum FROM deals WHERE session_id = ?"  # noqa: S608 # only our own names
    row = connection.execute(query, (session_id,)).fetchone()
    return None if row is None else _read(row)


def _read(row: Sequence[Any]) -> Deal:
    _, secret, shares, wants_beacon, transcript = checked(row, "a row of deals")
    told = list(map(_share, json.loads(shares)))
    plain = {"shares": told, "wants_beacon": bool(wants_beacon), "transcript": transcript}
    return msgspec.convert({"secret": secret, **plain}, Deal)


def _share(told: dict[str, Any] | list[Any]) -> dict[str, Any]:
    """What a player has added, by name, whether its row has names or a packed game's bare values."""
    return told if isinstance(told, dict) else dict(zip(_SHARE, told, strict=True))


def _whole_text(connection: Connection, session_id: int, short: str) -> str:
    """The text of the deal of a packed game; raises Damaged where that is damaged."""
    query = "SELECT game, body FROM packed JOIN sessions ON id = session_id WHERE session_id = ?"
    row = connection.execute(query, (session_id,)).fetchone()
    if row is None:
        raise Damaged(f"the deal of session {session_id} is that of a packed game, which is not there")
    beacon, *seats = json.loads(short)
    told: dict[str, Any] = {"game": row[0], "options": json.loads(packing.options_of(session_id, row[1]))}
    return deals.text_of(Own(beacon, list(map(_whole_seat, seats))), table=session_id, **told)


def _short_seat(who: str) -> str:
    if not who.startswith(_PERSON):
        return who
    return b64encode(bytes.fromhex(who.removeprefix(_PERSON))).decode().rstrip("=")


def _whole_seat(who: str) -> str:
    return who if " " in who else f"{_PERSON}{b64decode(who + '=').hex()}"


def _replace(connection: Connection, session_id: int, deal: Deal | None) -> None:
    connection.execute("DELETE FROM deals WHERE session_id = ?", (session_id,))
    if deal is not None:
        connection.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)", row_of(session_id, deal))
