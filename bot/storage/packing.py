"""A finished game in few bytes: what nobody can work out again, compressed. Everything else is played again.

Stored are the start (options, and the deal or the key of chance), the moves (seat, words, seconds waited,
time), and the first half of two hashes: of the last position, and of the chain of moves with all that came of
them.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import msgspec

from bot.storage.errors import Damaged
from bot.storage.records import Played
from bot.storage.vocabulary import WORDS

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
    "clock_key": None,
    "deadline": None,
    "measured_at": None,
}
"""What the row of a packed session says in these columns: nothing. All others stay as they were."""
HASH_BYTES: Final = 16
MAX_PLAIN_BYTES: Final = 2**22
"""More than any game has: a small body that somebody else has made may unpack to gigabytes."""
SEAL_BYTES: Final = 8
_NO_SEAT: Final = 0
_UNITS: Final = ((1, 0), (1000, 1), (10**6, 2), (2**22, 3))
"""Parts of a second in which all times of a game are whole numbers, and how many low bytes of what passed
between two moves are stored as they are: nothing compresses them. 2**22 fits all times from 2004 to 2038."""


class Parcel(msgspec.Struct, frozen=True):
    """What a body holds."""

    columns: dict[str, Any]
    """The columns that EMPTY names; `digest` and `chain` as the first half of their bytes."""
    moves: list[Played]
    """Without events."""
    deal: Sequence[Any] | None = None
    """What the key of chance follows from, as `packed_deal` tells it; then the columns hold no key."""


def packed(
    session_id: int, columns: Mapping[str, Any], moves: Sequence[Played], deal: Sequence[Any] | None = None
) -> bytes:
    """The body of a session with these columns and moves; raises ValueError where something does not fit."""
    told = [columns[name] for name in EMPTY if name not in ("digest", "chain", "chance_key")]
    unit, low_bytes = _unit(move.at for move in moves)
    passed = [round(move.at * unit) for move in moves]
    steps = [later - before for before, later in pairwise(passed)]
    turns = [2 * step if step >= 0 else -2 * step - 1 for step in steps]
    inner = (
        told,
        (unit, low_bytes, passed[0] if passed else 0),
        _numbers(later - before for before, later in pairwise((0, *(move.revision for move in moves)))),
        bytes(_NO_SEAT if move.seat is None else move.seat + 1 for move in moves),
        _numbers(move.waited for move in moves),
        _numbers(turn >> 8 * low_bytes for turn in turns),
        "\n".join(move.move for move in moves),
    )
    lows = b"".join((turn & (1 << 8 * low_bytes) - 1).to_bytes(low_bytes, "big") for turn in turns)
    digest, chain = (half(columns[name]) for name in ("digest", "chain"))
    key = columns["chance_key"] if deal is None else b""
    return _sealed(session_id, (_deflated(msgspec.msgpack.encode(inner)), key, digest, chain, lows), deal)


def options_of(session_id: int, raw: bytes) -> str:
    """The options of the game that a body holds, as they were stored; raises Damaged."""
    deflated, *_ = _unsealed(session_id, raw)
    return str(_inflated(deflated)[0][0])


def deal_of(session_id: int, raw: bytes) -> Sequence[Any] | None:
    """The deal that a body holds, if it does; raises Damaged."""
    return next(iter(_unsealed(session_id, raw)[5:]), None)


def with_deal(session_id: int, raw: bytes, deal: Sequence[Any]) -> bytes:
    """The same body with another deal; raises Damaged."""
    deflated, _, digest, chain, lows, *_ = _unsealed(session_id, raw)
    return _sealed(session_id, (deflated, b"", digest, chain, lows), deal)


def _sealed(session_id: int, parts: Sequence[Any], deal: Sequence[Any] | None) -> bytes:
    """The bytes of a body; one with a deal has a part more."""
    body = msgspec.msgpack.encode(parts if deal is None else (*parts, deal))
    return seal(session_id, body) + body


def _unsealed(session_id: int, raw: bytes) -> Sequence[Any]:
    """The parts of a body; raise Damaged when it is not as it was stored."""
    body = raw[SEAL_BYTES:]
    if raw[:SEAL_BYTES] != seal(session_id, body):
        raise Damaged(f"the packed moves of session {session_id} do not match their checksum")
    parts: Sequence[Any] = msgspec.msgpack.decode(body)
    return parts


def _inflated(deflated: bytes) -> Any:
    inflater = zlib.decompressobj(wbits=-15, zdict=WORDS)
    plain = inflater.decompress(deflated, MAX_PLAIN_BYTES)
    if inflater.unconsumed_tail:
        raise Damaged(f"a packed game holds more than {MAX_PLAIN_BYTES} bytes")
    return msgspec.msgpack.decode(plain)


def opened(session_id: int, raw: bytes) -> Parcel:
    """What a body holds; raise Damaged when it is not as it was stored, or somebody else has made it."""
    try:
        return _opened(session_id, raw)
    except (msgspec.MsgspecError, zlib.error, ValueError, TypeError, ArithmeticError, LookupError) as error:
        raise Damaged(f"the packed moves of session {session_id} cannot be read: {error}") from error


def _opened(session_id: int, raw: bytes) -> Parcel:
    deflated, key, digest, chain, lows, *deal = _unsealed(session_id, raw)
    inner = _inflated(deflated)
    told, _, revisions, _, waited, _, _ = inner
    names = [name for name in EMPTY if name not in ("digest", "chain", "chance_key")]
    columns = dict(zip(names, told, strict=True)) | {"digest": digest, "chain": chain, "chance_key": key}
    told_moves = zip(accumulate(_read(revisions)), _read(waited), _bare(inner, lows), strict=True)
    moves = [
        Played(revision=revision, seat=seat, move=move, events=b"", at=at, waited=seconds)
        for revision, seconds, (seat, move, at) in told_moves
    ]
    return Parcel(columns, moves, *deal)


def bare(session_id: int, raw: bytes) -> list[tuple[int | None, str, float]]:
    """Seat, move and time of all moves that a body holds; raise Damaged when it is not as it was stored."""
    deflated, _, _, _, lows, *_ = _unsealed(session_id, raw)
    return _bare(_inflated(deflated), lows)


def _bare(inner: Any, lows: bytes) -> list[tuple[int | None, str, float]]:
    _, (unit, low_bytes, first), _, seats, _, highs, texts = inner
    if not seats:
        return []
    width = 8 * low_bytes
    low = _fixed(lows, low_bytes) or [0] * len(seats)
    turns = [high << width | low[at] for at, high in enumerate(_read(highs))]
    steps = [turn >> 1 if turn % 2 == 0 else -(turn + 1 >> 1) for turn in turns]
    times = [at / unit for at in accumulate((first, *steps))]
    who = [None if seat == _NO_SEAT else seat - 1 for seat in seats]
    return list(zip(who, texts.split("\n"), times, strict=True))


def half(written: str | None) -> bytes:
    """The first half of a hash that is written as text; nothing of none."""
    return bytes.fromhex(written or "")[:HASH_BYTES]


def _unit(times: Iterable[float]) -> tuple[int, int]:
    """The coarsest parts of a second in which these times are whole numbers."""
    known = list(times)
    for unit, low_bytes in _UNITS:
        if all(round(at * unit) / unit == at for at in known):
            return unit, low_bytes
    raise ValueError("a time has more digits than can be packed")


def seal(session_id: int, body: bytes) -> bytes:
    """A checksum of a body that fits no other session."""
    return hashlib.sha256(b"packed %d " % session_id + body).digest()[:SEAL_BYTES]


def _deflated(plain: bytes) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    return compressor.compress(plain) + compressor.flush()


def _numbers(values: Iterable[int]) -> bytes:
    """Whole numbers from 0 up, seven bits a byte, lowest first; the last byte of each is below 128."""
    written = bytearray()
    for value in values:
        while value > 127:
            written.append(value & 127 | 128)
            value >>= 7  # noqa: PLW2901
        written.append(value)
    return bytes(written)


def _fixed(written: bytes, size: int) -> list[int]:
    """Whole numbers of so many bytes each, highest first; none where none has any."""
    if size < 2:
        return list(written)
    return [int.from_bytes(written[at : at + size], "big") for at in range(0, len(written), size)]


def _read(written: bytes) -> Iterable[int]:
    """What `_numbers` has written; small numbers are what their bytes are."""
    return written if written.isascii() else _read_long(written)


def _read_long(written: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in written:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0
