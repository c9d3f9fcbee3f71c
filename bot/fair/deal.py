"""The deal of a table: the secret behind its seal, what players add to it, and the resulting key.

`docs/chance.md` specifies every byte, so that people can check a deal without this code.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.chance import seat_letter

EDITION: Final = "cardcrate deal 1"
"""The version of seals and keys, and the first line of everything hashed for them."""
SHARE: Final = "cardcrate share 1"
SECRET_BYTES: Final = 32
MAX_WORDS: Final = 64
"""The maximum number of characters a player may add."""


class Share(msgspec.Struct, frozen=True):
    """A player's contribution to the deal: the interaction by which they joined, and optional words."""

    user: int
    interaction: int
    words: str = ""

    @property
    def digest(self) -> str:
        """The share's hash in the text of the deal, in hexadecimal."""
        text = f"{SHARE}\n{self.user}\n{self.interaction}\n{self.words}"
        return hashlib.sha256(text.encode()).hexdigest()


class Beacon(msgspec.Struct, frozen=True):
    """The round and the hexadecimal value of a public randomness beacon."""

    round: int
    value: str


class Deal(msgspec.Struct, frozen=True):
    """The data that a table's key is computed from. Nobody sees the secret before the end."""

    secret: bytes
    shares: tuple[Share, ...] = ()
    """The shares of the people at the table, in no particular order."""
    wants_beacon: bool = False
    transcript: str = ""
    """The text of the deal once the cards are dealt. Nothing can be added after that."""

    def __repr__(self) -> str:
        """Leave out the secret, so that printing a record never logs it."""
        return f"Deal({len(self.shares)} shares)"

    @property
    def is_fixed(self) -> bool:
        """Whether the cards are dealt."""
        return bool(self.transcript)

    def share_of(self, user: int) -> Share | None:
        """Return a player's share. None if they don't have one."""
        return next((share for share in self.shares if share.user == user), None)

    def with_share(self, share: Share) -> "Deal":
        """Return the deal with a player's share, which replaces their earlier one."""
        return msgspec.structs.replace(self, shares=(*self.without(share.user).shares, share))

    def without(self, user: int) -> "Deal":
        """Return the deal without a player's share. The text of a fixed deal keeps the share's hash."""
        return msgspec.structs.replace(self, shares=tuple(s for s in self.shares if s.user != user))

    def number(self, table: int) -> int:
        """Return the number in the text of a fixed deal: its table's or a day's. Otherwise return `table`."""
        lines = self.transcript.splitlines()
        return int(lines[1].removeprefix("table ")) if len(lines) > 1 else table

    @property
    def beacon(self) -> Beacon | None:
        """The beacon used for the deal, or None if it wasn't wanted or couldn't be reached."""
        lines = self.transcript.splitlines()
        words = lines[4].split() if len(lines) > 4 else []
        return Beacon(int(words[1]), words[2]) if len(words) == 3 else None


def seal(table: int, secret: bytes) -> str:
    """Return the hexadecimal seal shown before anyone joins, which fixes the secret without revealing it."""
    return hashlib.sha256(f"{EDITION}\n{table}\n".encode() + secret).hexdigest()


def key(secret: bytes, transcript: str) -> bytes:
    """Return the key of all chance at a table."""
    return hmac.digest(secret, hashlib.sha256(transcript.encode()).digest(), "sha256")


def transcript_of(
    deal: Deal,
    *,
    table: int,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[int | str],
    beacon: Beacon | None = None,
) -> str:
    """Return the text of a deal, with one line for each fact it depends on, each ended by a newline.

    A seat is a user id, or the words that represent a computer.
    """
    inputs = Inputs(_beacon_text(deal, beacon), [_seat_text(deal, who) for who in seats])
    return text_of(inputs, table=table, game=game, options=options)


class Inputs(NamedTuple):
    """The parts of a deal's text that its table doesn't determine: the beacon, and each seat in order."""

    beacon: str
    seats: Sequence[str]


def text_of(inputs: Inputs, *, table: int, game: str, options: Mapping[str, Any]) -> str:
    """Return the text of a deal, assembled from its parts."""
    lines = [
        EDITION,
        f"table {table}",
        f"game {game}",
        f"options {json.dumps(options, sort_keys=True, separators=(',', ':'))}",
        f"beacon {inputs.beacon}",
        *(f"seat {seat_letter(seat)} {who}" for seat, who in enumerate(inputs.seats)),
    ]
    return "".join(f"{line}\n" for line in lines)


def inputs_of(transcript: str) -> Inputs:
    """Return the parts of a text made by `text_of`."""
    beacon, *seats = transcript.splitlines()[4:]
    return Inputs(beacon.partition(" ")[2], [seat.split(" ", 2)[2] for seat in seats])


def clean_words(words: str) -> str:
    """Return words as a share holds them: one printable line of at most MAX_WORDS characters."""
    line = " ".join(words.split())
    return "".join(sign for sign in line if sign.isprintable())[:MAX_WORDS]


def _beacon_text(deal: Deal, beacon: Beacon | None) -> str:
    if not deal.wants_beacon:
        return "none"
    return "unreachable" if beacon is None else f"{beacon.round} {beacon.value}"


def _seat_text(deal: Deal, who: int | str) -> str:
    if isinstance(who, str):
        return f"computer {who}"
    share = deal.share_of(who) or Share(who, 0)
    return f"person {share.digest}"
