"""The deal of a day: the same cards of a game for everyone that day.

Each day's key is the hash of the next day's. So anyone with a day's key can check the day before, and nobody
can have chosen a single day. The last key is drawn first. The *anchor* is the hash of the first day's key,
and is public from the draw on. On a chain's last days the next one's anchor is public as well.
In place of a chain, a public beacon can give each day's key.
"""

import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bot.fair import deal as deals
from bot.fair.deal import Beacon, Deal

DAYS: Final = 3660
"""The number of days that a chain of keys lasts."""
FORMAT: Final = "cardcrate daily 1"
WORLD: Final = "cardcrate day 1"
LINE_PREFIX: Final = "cc"
"""The first letters of a line that proves a result. The edition follows them."""
NO_MOVES: Final = "~"
"""The mark in place of moves that can't be written, or don't fit in a line."""
KEY_BYTES: Final = 32
CHECK_BYTES: Final = 3
MAX_LINE: Final = 88
"""The most characters of a line. It's shared in at most 200, with a name, a result and marks."""


def anchor(tip: bytes) -> str:
    """Return the anchor of a chain from its last key: the hexadecimal hash of the first one."""
    return _hash_times(tip, DAYS).hex()


def key_of(tip: bytes, number: int) -> bytes | None:
    """Return the key of a chain's day, counted from 0. None if the chain doesn't have that day."""
    return _hash_times(tip, DAYS - 1 - number) if 0 <= number < DAYS else None


def _hash_times(key: bytes, times: int) -> bytes:
    for _ in range(times):
        key = hashlib.sha256(key).digest()
    return key


def key_of_beacon(beacon: Beacon) -> bytes:
    """Return the key of a day from a beacon's answer: the same on every installation."""
    return hashlib.sha256(f"{WORLD}\n{beacon.round}\n{beacon.value}".encode()).digest()


class Source(NamedTuple):
    """The source of a day's deals: its key, and the beacon's answer that gave it, if one did."""

    key: bytes
    beacon: Beacon | None = None


def deal_of(
    source: Source, day: str, *, game: str, options: Mapping[str, Any], computers: Sequence[str]
) -> Deal:
    """Return the deal of a game on a day like `2026-11-29`. The person in the first seat adds nothing."""
    secret = hmac.digest(source.key, f"{FORMAT}\n{day}\n{game}".encode(), "sha256")
    blank = Deal(secret, wants_beacon=source.beacon is not None)
    text = deals.transcript_of(
        blank, table=number_of(day), game=game, options=options, seats=[0, *computers], beacon=source.beacon
    )
    return msgspec.structs.replace(blank, transcript=text)


def number_of(day: str) -> int:
    """Return the number of a day, which its deal has in place of a table's: 20261129 for `2026-11-29`."""
    return int(day.replace("-", ""))


_SIGNS: Final = re.compile("[A-Za-z0-9_-]+")


class ResultLine(NamedTuple):
    """A result that can be shared and checked. Each move is its place among all legal ones."""

    edition: int
    game: str
    day: str
    """The month and the day, as in `1129`."""
    lead: int
    moves: str
    """The packed choices, or a tilde."""

    def __str__(self) -> str:
        text = f"{LINE_PREFIX}{self.edition} {self.game} {self.day} {self.lead} {self.moves}"
        return f"{text}.{_checksum(text)}"


def read_line(text: str) -> ResultLine | None:
    """Return the line in a copied text, which may have more around it. None if it's missing or damaged."""
    words = text.split()
    for place, word in enumerate(words):
        if word.startswith(LINE_PREFIX) and word.removeprefix(LINE_PREFIX).isdecimal():
            return _parse_line(words[place : place + 5])
    return None


def _parse_line(words: Sequence[str]) -> ResultLine | None:
    text, _, check = " ".join(words).rpartition(".")
    parts = text.split(" ")
    if len(parts) != 5 or check != _checksum(text):
        return None
    edition, game, day, lead, moves = parts
    digits = lead.removeprefix("-")
    if not (digits.isdecimal() and len(digits) < 10 and day.isdecimal() and len(day) == 4):
        return None
    return ResultLine(int(edition.removeprefix(LINE_PREFIX)), game, day, int(lead), moves)


def pack_choices(choices: Sequence[tuple[int, int]]) -> str:
    """Return choices as one text. Each is a place, and the number of places there were."""
    number = 1  # The leading 1 keeps zeros from being lost.
    for place, count in reversed(choices):
        number = number * count + place
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(raw).decode().rstrip("=")


class Choices:
    """A reader of packed choices, one after the other. For any other text `is_over` stays false."""

    def __init__(self, text: str) -> None:
        is_packed = len(text) <= MAX_LINE and len(text) % 4 != 1 and _SIGNS.fullmatch(text) is not None
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4)) if is_packed else b""
        self._number = int.from_bytes(raw, "big")

    def next(self, count: int) -> int | None:
        """Return the next place among this many, or None if none is left."""
        if self._number <= 1:
            return None
        self._number, place = divmod(self._number, count)
        return place

    @property
    def is_over(self) -> bool:
        """Whether all choices have been read."""
        return self._number == 1


def _checksum(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()[:CHECK_BYTES]
    return urlsafe_b64encode(raw).decode()
