"""A finished game in few bytes: compressed JSON of everything that replaying it can't restore.

It holds the start (options, and the deal or the chance key), the moves (seat, words, times), and half of two
hashes: of the last position, and of the chain of moves with their events.

A packed deal is a list that leaves out whatever its session or its shares restore: the secret in hex, the
text's part on the beacon, for each seat the text's part on it (or None if the hash of that player's share
restores it), and for each share its seat, interaction id, and words.
"""

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from bot.fair import deal as deals
from bot.fair.deal import Deal, Inputs, Share
from bot.storage.errors import Damaged
from bot.storage.records import Played

EMPTY: Final[Mapping[str, Any]] = {
    "options": "",
    "turn_seconds": 0,
    "response_seconds": 0,
    "digest": None,
    "chain": "",
    "chance_key": b"",
    "chance_counts": "",
    "acted": "",
    "since": 0,
    "owing": "",
    "clock_key": None,
    "deadline": None,
    "measured_at": None,
}
"""The empty values of these columns in the row of a packed session. All others keep theirs."""
_STORED: Final = tuple(name for name in EMPTY if name != "chance_key")
HASH_DIGITS: Final = 32
CHECKSUM_BYTES: Final = 8
MAX_PLAIN_BYTES: Final = 2**22
"""The largest body to unpack, more than any game needs. A small forged one may unpack to gigabytes."""
PackedDeal: TypeAlias = Sequence[Any]
_NO_BEACON: Final = "none"
_PERSON: Final = "person "


class PackedBody(msgspec.Struct, frozen=True):
    """The unpacked body of a game."""

    columns: dict[str, Any]
    """The columns named by EMPTY, with the first half of the digits of `digest` and `chain`."""
    moves: list[Played]
    """Without events."""
    deal: Sequence[Any] | None = None
    """The packed deal from which the chance key follows. With it, the columns don't hold the key."""


class _StoredBody(msgspec.Struct, frozen=True, array_like=True):
    """The stored form of a body. Values of one kind are next to each other, which compresses best."""

    columns: list[Any]
    chance_key: bytes
    seats: list[int | None]
    moves: list[str]
    seconds: list[int]
    """Since the move before. The first one counts from the epoch."""
    waited: list[int]
    revisions: list[int]
    """Since the move before."""
    deal: list[Any] | None


def pack(
    session_id: int, columns: Mapping[str, Any], moves: Sequence[Played], deal: Sequence[Any] | None = None
) -> bytes:
    """Pack a session with these columns and moves. Raises ValueError if a time isn't in whole seconds."""
    if not all(one.at.is_integer() for one in moves):
        raise ValueError("a move wasn't made at a whole second")
    stored = dict(columns) | {name: half_digest(columns[name]) for name in ("digest", "chain")}
    written = _StoredBody(
        columns=[stored[name] for name in _STORED],
        chance_key=columns["chance_key"] if deal is None else b"",
        seats=[one.seat for one in moves],
        moves=[one.move for one in moves],
        seconds=_steps(int(one.at) for one in moves),
        waited=[one.waited for one in moves],
        revisions=_steps(one.revision for one in moves),
        deal=None if deal is None else list(deal),
    )
    return _encode(session_id, written)


def unpack(session_id: int, raw: bytes) -> PackedBody:
    """Unpack a body. Raises Damaged if it doesn't match its checksum or can't be read."""
    body = _decode(session_id, raw)
    times, revisions = accumulate(body.seconds), accumulate(body.revisions)
    try:
        stored = zip(revisions, body.seats, body.moves, times, body.waited, strict=True)
        moves = [
            Played(revision=revision, seat=seat, move=move, events=b"", at=float(at), waited=waited)
            for revision, seat, move, at, waited in stored
        ]
        columns = dict(zip(_STORED, body.columns, strict=True)) | {"chance_key": body.chance_key}
    except ValueError as error:
        raise Damaged(f"the packed moves of session {session_id} can't be read: {error}") from error
    return PackedBody(columns, moves, body.deal)


def with_deal(session_id: int, raw: bytes, deal: Sequence[Any]) -> bytes:
    """Return the body with another deal. Raises Damaged."""
    return _encode(session_id, msgspec.structs.replace(_decode(session_id, raw), deal=list(deal)))


def half_digest(written: str | None) -> str:
    """Return the first half of a hash's digits, or "" for None."""
    return (written or "")[:HASH_DIGITS]


def checksum_of(session_id: int, body: bytes) -> bytes:
    """Return a checksum of a body that's valid for this session only."""
    return hashlib.sha256(b"packed %d " % session_id + body).digest()[:CHECKSUM_BYTES]


def _steps(values: Iterable[int]) -> list[int]:
    """Return the differences between neighbouring values, starting from 0."""
    return [after - before for before, after in pairwise((0, *values))]


def _encode(session_id: int, written: _StoredBody) -> bytes:
    body = zlib.compress(msgspec.json.encode(written), 9)
    return checksum_of(session_id, body) + body


def _decode(session_id: int, raw: bytes) -> _StoredBody:
    body = raw[CHECKSUM_BYTES:]
    if raw[:CHECKSUM_BYTES] != checksum_of(session_id, body):
        raise Damaged(f"the packed moves of session {session_id} don't match their checksum")
    try:
        inflater = zlib.decompressobj()
        plain = inflater.decompress(body, MAX_PLAIN_BYTES)
        if inflater.unconsumed_tail:
            raise Damaged(f"a packed game holds more than {MAX_PLAIN_BYTES} bytes")
        return msgspec.json.decode(plain, type=_StoredBody)
    except (msgspec.MsgspecError, zlib.error) as error:
        raise Damaged(f"the packed moves of session {session_id} can't be read: {error}") from error


class DealFacts(NamedTuple):
    """The facts of a session that the text of its deal repeats."""

    number: int
    game: str
    options: Mapping[str, Any]
    players: Sequence[int]


def pack_deal(deal: Deal, facts: DealFacts) -> PackedDeal | None:
    """Pack the deal of a finished game. None if unpacking wouldn't restore it byte for byte."""
    own, players = deals.inputs_of(deal.transcript), facts.players
    added = {share.user: share for share in deal.shares}
    if len(own.seats) != len(players) or not added.keys() <= set(players):
        return None
    seats = [_pack_seat(who, added.get(user)) for who, user in zip(own.seats, players, strict=True)]
    presses = [
        (players.index(one.user), one.interaction, *((one.words,) if one.words else ()))
        for one in deal.shares
    ]
    found = (deal.secret.hex(), own.beacon, seats, presses)
    return found if unpack_deal(found, facts) == deal else None


def unpack_deal(found: PackedDeal, facts: DealFacts) -> Deal:
    """Unpack a deal. Raises Damaged if it doesn't belong to this session's players."""
    secret, beacon, seats, presses = found
    try:
        shares = {seat: Share(facts.players[seat], *rest) for seat, *rest in presses}
        own = Inputs(beacon, [_restore_seat(one, shares.get(seat)) for seat, one in enumerate(seats)])
    except (LookupError, TypeError, ValueError) as error:
        raise Damaged(f"the deal of session {facts.number} isn't one of its players") from error
    text = deals.text_of(own, table=facts.number, game=facts.game, options=facts.options)
    return Deal(
        bytes.fromhex(secret), tuple(shares.values()), wants_beacon=beacon != _NO_BEACON, transcript=text
    )


def packed_share(found: PackedDeal, seat: int, user_id: int) -> Share | None:
    """Return the share of this user, who is the player of this seat, in a packed deal. None without one."""
    _, _, _, presses = found
    return next((Share(user_id, *rest) for place, *rest in presses if place == seat), None)


def without_share(found: PackedDeal, seat: int, user_id: int) -> PackedDeal:
    """Return a packed deal without the share of a seat's player. An anonymous hash of it stays."""
    secret, beacon, seats, presses = found
    hashes = [f"{_PERSON}{Share(user_id, *rest).digest}" for place, *rest in presses if place == seat]
    left = [hashes[0] if hashes and place == seat and one is None else one for place, one in enumerate(seats)]
    return (secret, beacon, left, [press for press in presses if press[0] != seat])


def _pack_seat(who: str, share: Share | None) -> str | None:
    """Return the text's part on a seat, or None if it follows from the player's share."""
    return None if share is not None and who == f"{_PERSON}{share.digest}" else who


def _restore_seat(one: str | None, share: Share | None) -> str:
    """Return the text's part on a seat. Raises LookupError if there's no share to restore it from."""
    if one is not None:
        return one
    if share is None:
        raise LookupError("nothing was added")
    return f"{_PERSON}{share.digest}"
