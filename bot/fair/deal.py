"""The deal of a table: the secret behind its seal, what players add to it, and the key that follows.

`docs/chance.md` says every byte, for those who want to check a deal without this code.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.chance import seat_letter

EDITION: Final = "cardcrate deal 1"
"""How a deal is sealed and its key made; the first line of everything that is hashed for it."""
SHARE: Final = "cardcrate share 1"
SECRET_BYTES: Final = 32
MAX_WORDS: Final = 64
"""How many characters a player may add."""


class Share(msgspec.Struct, frozen=True):
    """What a player adds to the deal: the press by which they joined, and perhaps words of their own."""

    user: int
    interaction: int
    words: str = ""

    @property
    def digest(self) -> str:
        """What stands for it in the text of the deal, in hexadecimal."""
        said = f"{SHARE}\n{self.user}\n{self.interaction}\n{self.words}"
        return hashlib.sha256(said.encode()).hexdigest()


class Beacon(msgspec.Struct, frozen=True):
    """What a public randomness beacon said: the number of its round, and its value in hexadecimal."""

    round: int
    value: str


class Deal(msgspec.Struct, frozen=True):
    """What the key of a table follows from; the secret is nobody's to know before the end."""

    secret: bytes
    shares: tuple[Share, ...] = ()
    """Those of the people who sit there, in no order."""
    wants_beacon: bool = False
    transcript: str = ""
    """The text of the deal once the cards are dealt; then nothing can be added."""

    def __repr__(self) -> str:
        """Leave the secret out, so that printing a record puts it into no log."""
        return f"Deal({len(self.shares)} shares)"

    @property
    def is_fixed(self) -> bool:
        """Whether the cards are dealt."""
        return bool(self.transcript)

    def share_of(self, user: int) -> Share | None:
        """What a player has added."""
        return next((share for share in self.shares if share.user == user), None)

    def with_share(self, share: Share) -> "Deal":
        """The deal with what somebody adds in the place of what they had added."""
        return msgspec.structs.replace(self, shares=(*self.without(share.user).shares, share))

    def without(self, user: int) -> "Deal":
        """The deal without what a player has added; the text of a fixed one keeps its hash."""
        return msgspec.structs.replace(self, shares=tuple(s for s in self.shares if s.user != user))

    @property
    def beacon(self) -> Beacon | None:
        """What the beacon said at the deal; None where it was not asked or not reached."""
        lines = self.transcript.splitlines()
        words = lines[4].split() if len(lines) > 4 else []
        return Beacon(int(words[1]), words[2]) if len(words) == 3 else None


def seal(table: int, secret: bytes) -> str:
    """What is shown before anybody joins, in hexadecimal: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(f"{EDITION}\n{table}\n".encode() + secret).hexdigest()


def key(secret: bytes, transcript: str) -> bytes:
    """The key of all chance of a table."""
    return hmac.digest(secret, hashlib.sha256(transcript.encode()).digest(), "sha256")


def written(
    deal: Deal,
    *,
    table: int,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[int | str],
    beacon: Beacon | None = None,
) -> str:
    """The text of a deal: one line each for what it depends on, each ended by a newline.

    A seat is a user id, or the words that stand for a computer.
    """
    own = Own(_beacon(deal, beacon), [_sitting(deal, who) for who in seats])
    return text_of(own, table=table, game=game, options=options)


class Own(NamedTuple):
    """What the text of a deal says that its table does not: of the beacon, and of each seat in order."""

    beacon: str
    seats: Sequence[str]


def text_of(own: Own, *, table: int, game: str, options: Mapping[str, Any]) -> str:
    """The text of a deal from its parts."""
    lines = [
        EDITION,
        f"table {table}",
        f"game {game}",
        f"options {json.dumps(options, sort_keys=True, separators=(',', ':'))}",
        f"beacon {own.beacon}",
        *(f"seat {seat_letter(seat)} {who}" for seat, who in enumerate(own.seats)),
    ]
    return "".join(f"{line}\n" for line in lines)


def own_of(transcript: str) -> Own:
    """The parts of a text that `text_of` has made."""
    beacon, *seats = transcript.splitlines()[4:]
    return Own(beacon.partition(" ")[2], [seat.split(" ", 2)[2] for seat in seats])


def fitting(words: str) -> str:
    """Words as they are added: on one line, nothing unprintable, and no more than is allowed."""
    line = " ".join(words.split())
    return "".join(sign for sign in line if sign.isprintable())[:MAX_WORDS]


def _beacon(deal: Deal, beacon: Beacon | None) -> str:
    if not deal.wants_beacon:
        return "none"
    return "unreachable" if beacon is None else f"{beacon.round} {beacon.value}"


def _sitting(deal: Deal, who: int | str) -> str:
    if isinstance(who, str):
        return f"computer {who}"
    share = deal.share_of(who) or Share(who, 0)
    return f"person {share.digest}"
