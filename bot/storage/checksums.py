"""Checksums of our own: SQLite notices few of the bits that a disk may flip inside a value."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from bot.storage.errors import Damaged

BRIEF: Final = 16
"""How many digits of a checksum stand behind the rows of finished games, of which there are millions."""
_COMPACT: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_ROW: Final = json.JSONEncoder(default=bytes.hex)
"""Made once: `json.dumps` makes one for each value, sixteen times a move."""


def to_json(value: Any) -> str:
    """Compact JSON by the standard module, because totals may be integers of any size."""
    return _COMPACT.encode(value)


def checksum(*values: Any) -> str:
    """SHA-256 over values as SQLite gives them back: numbers, texts, bytes and NULL."""
    return hashlib.sha256(_ROW.encode(values).encode()).hexdigest()


def with_checksum(*values: Any) -> tuple[Any, ...]:
    """A row with its checksum behind it."""
    return (*values, checksum(*values))


def with_brief_checksum(*values: Any) -> tuple[Any, ...]:
    """The row of a finished game with the first digits of its checksum behind it."""
    return (*values, checksum(*values)[:BRIEF])


def is_sound(row: Sequence[Any]) -> bool:
    """Whether the checksum behind a row, whole or brief, is its own."""
    *values, stored = row
    own = checksum(*values)
    return stored in (own, own[:BRIEF])


def checked(row: Sequence[Any], what: str) -> tuple[Any, ...]:
    """A row without the checksum behind it; raise Damaged when that is not the row's."""
    if not is_sound(row):
        raise Damaged(f"{what} does not match its checksum")
    return tuple(row[:-1])


def text(raw: bytes) -> str:
    """A text as stored, also where damage has made it no text: its checksum tells, not a failing read."""
    return raw.decode(errors="surrogateescape")


def real(value: float | None) -> float | None:
    """A time as its column gives it back: a whole number becomes a float there, and counts as one."""
    return None if value is None else float(value)
