"""Checksums of moves, positions and deals, because SQLite notices few flipped bits inside a value."""

import hashlib
import json
from typing import Any, Final

import msgspec

SENSELESS: Final = (ValueError, msgspec.MsgspecError)
"""Errors raised by reading a stored text that makes no sense."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_ROW: Final = json.JSONEncoder(default=bytes.hex)
"""Shared, because `json.dumps` would build an encoder for each value, several times a move."""


def to_json(value: Any) -> str:
    """Return compact JSON from the standard module, because totals may be integers of any size."""
    return _COMPACT.encode(value)


def checksum(*values: Any) -> str:
    """Return the SHA-256 of values as SQLite returns them: numbers, texts, bytes and NULL."""
    return hashlib.sha256(_ROW.encode(values).encode()).hexdigest()


def text(raw: bytes) -> str:
    """Decode a stored text, even a damaged one. The checksum of its row reports the damage, not the read."""
    return raw.decode(errors="surrogateescape")


def real(value: float | None) -> float | None:
    """Return a time as its column returns it, where a whole number becomes a float."""
    return None if value is None else float(value)
