"""Checksums of moves, positions and deals: SQLite notices few flipped bits inside a value."""

import hashlib
import json
from typing import Any, Final

import msgspec

SENSELESS: Final = (ValueError, msgspec.MsgspecError)
"""Errors by which a stored text that makes no sense is noticed when it is read."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_ROW: Final = json.JSONEncoder(default=bytes.hex)
"""Made once: `json.dumps` makes one for each value, several times a move."""


def to_json(value: Any) -> str:
    """Compact JSON by the standard module, because totals may be integers of any size."""
    return _COMPACT.encode(value)


def checksum(*values: Any) -> str:
    """SHA-256 over values as SQLite gives them back: numbers, texts, bytes and NULL."""
    return hashlib.sha256(_ROW.encode(values).encode()).hexdigest()


def text(raw: bytes) -> str:
    """A text as stored, also where damage has made it no text: its row tells, not a failing read."""
    return raw.decode(errors="surrogateescape")


def real(value: float | None) -> float | None:
    """A time as its column gives it back: a whole number becomes a float there, and counts as one."""
    return None if value is None else float(value)
