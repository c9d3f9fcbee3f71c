"""Chance for the engines: a stream from a seed in play, a script in tests and disputes.

The seeded stream is the same on every Python version. Each request has its own HMAC-SHA256 stream,
so its outcome never depends on how much another one used. `docs/chance.md` describes it
for anyone who wants to check a deal without this code.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, TypeVar, get_args

from msgspec import Meta

from bot.engine.cards import Card, Cards, NotACard, in_order, parse_card

T = TypeVar("T")
Seat: TypeAlias = Annotated[int, Meta(extra={"kind": "seat"})]
"""A place at the table, from 0 in the order of joining."""

Shape = Literal["rock", "paper", "scissors"]
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)

_UNPACK_WORDS: Final = struct.Struct(">8I").unpack


class Chance(Protocol):
    """The random outcomes an engine may ask for, in the order its rules fix."""

    def dice(self, number: int) -> tuple[int, ...]:
        """Return the results of `number` six-sided dice rolled together."""

    def die(self) -> int:
        """Return the result of one six-sided die."""

    def pick(self, cards: Sequence[Card], number: int) -> Cards:
        """Return `number` of these cards, each selection equally likely."""

    def shuffle(self, cards: Sequence[Card]) -> Cards:
        """Return all these cards in random order, first card first. Pass them in canonical order."""

    def seat(self, seats: Sequence[Seat]) -> Seat:
        """Return one of these seats at random."""

    def shape(self) -> Shape:
        """Return a random throw: rock, paper or scissors."""


class SeededChance:
    """The chance of a real game, which follows from `key` and the number of requests so far.

    `counts` holds the number of answered requests of each kind. Together with the key it's the whole
    state, so saving the two saves the chance of a game.
    """

    def __init__(self, key: bytes, counts: Mapping[str, int] | None = None) -> None:
        self.key = key
        self.counts: dict[str, int] = dict(counts or {})

    @classmethod
    def from_text(cls, seed: str) -> "SeededChance":
        """Return the stream of a seed given as text, as in a case of the referee."""
        return cls(hashlib.sha256(seed.encode()).digest())

    def seed_of_player(self, seat: Seat, revision: int) -> bytes:
        """Return the seed of a computer's own dice. It reveals nothing of the stream. No request uses it."""
        return hmac.digest(self.key, f"player:{seat}:{revision}".encode(), "sha256")

    def dice(self, number: int) -> tuple[int, ...]:
        words = self._request("dice")
        return tuple(1 + _number_below(words, 6) for _ in range(number))

    def die(self) -> int:
        return 1 + _number_below(self._request("die"), 6)

    def pick(self, cards: Sequence[Card], number: int) -> Cards:
        words = self._request("pick")
        left = list(cards)
        return tuple(left.pop(_number_below(words, len(left))) for _ in range(number))

    def shuffle(self, cards: Sequence[Card]) -> Cards:
        words = self._request("shuffle")
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = _number_below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def seat(self, seats: Sequence[Seat]) -> Seat:
        return self._pick_one("seat", seats)

    def shape(self) -> Shape:
        return self._pick_one("shape", SHAPES)

    def _pick_one(self, kind: str, things: Sequence[T]) -> T:
        return things[_number_below(self._request(kind), len(things))]

    def _request(self, kind: str) -> Iterator[int]:
        number = self.counts.get(kind, 0)
        self.counts[kind] = number + 1
        return _words(hmac.digest(self.key, f"{kind}:{number}".encode(), "sha256"))


def _words(key: bytes) -> Iterator[int]:
    """Yield 32-bit words without end: block i is HMAC-SHA256(key, i as 8 bytes), read big-endian."""
    block = 0
    while True:
        yield from _UNPACK_WORDS(hmac.digest(key, block.to_bytes(8, "big"), "sha256"))
        block += 1


def _number_below(words: Iterator[int], limit: int) -> int:
    """Return a number below `limit`, all equally likely: words past the last full multiple are dropped."""
    bound = (1 << 32) // limit * limit
    for word in words:
        if word < bound:
            return word % limit
    raise AssertionError("the stream never ends")


class ScriptError(ValueError):
    """A chance script that doesn't fit the requests of a game. The message names the misfit."""


class ScriptedChance:
    """Chance from a script (`docs/notation.md`): a list of outcomes in the order they're asked for.

    It raises ScriptError if the next outcome is of another kind than the request, impossible, or missing.
    """

    def __init__(self, script: Sequence[Mapping[str, Any]], seats: int) -> None:
        self._script = list(script)
        self._used = 0
        self._seats = seats

    @property
    def left(self) -> int:
        """Return the number of unused outcomes."""
        return len(self._script) - self._used

    def dice(self, number: int) -> tuple[int, ...]:
        rolled = self._next("dice")
        if not isinstance(rolled, list) or len(rolled) != number or not all(map(_is_die, rolled)):
            raise ScriptError(f"dice must be {number} numbers from 1 to 6, not {rolled!r}")
        return tuple(rolled)

    def die(self) -> int:
        rolled = self._next("die")
        if not _is_die(rolled):
            raise ScriptError(f"die must be a number from 1 to 6, not {rolled!r}")
        return int(rolled)

    def pick(self, cards: Sequence[Card], number: int) -> Cards:
        picked = self._next_cards("pick")
        if len(picked) != number:
            raise ScriptError(f"pick must name {number} cards, not {len(picked)}")
        _take_named(list(cards), picked, "pick")
        return picked

    def shuffle(self, cards: Sequence[Card]) -> Cards:
        named = self._next_cards("shuffle")
        return (*named, *in_order(_take_named(list(cards), named, "shuffle")))

    def seat(self, seats: Sequence[Seat]) -> Seat:
        letter = self._next("seat")
        if letter not in [seat_letter(seat) for seat in seats]:
            raise ScriptError(f"seat {letter!r} is not one of {', '.join(map(seat_letter, seats))}")
        return seat_of(letter)

    def shape(self) -> Shape:
        thrown = self._next("shape")
        for shape in SHAPES:
            if shape == thrown:
                return shape
        raise ScriptError(f"shape must be one of {', '.join(SHAPES)}, not {thrown!r}")

    def _next(self, kind: str) -> Any:
        if not self.left:
            raise ScriptError(f"the chance script is too short: a {kind} is asked for")
        entry = self._script[self._used]
        if list(entry) != [kind]:
            raise ScriptError(f"chance {self._used + 1}: a {kind} is asked for, not {dict(entry)!r}")
        self._used += 1
        return entry[kind]

    def _next_cards(self, kind: str) -> Cards:
        named = self._next(kind)
        if not isinstance(named, list) or not all(isinstance(card, str) for card in named):
            raise ScriptError(f"{kind} must be a list of cards, not {named!r}")
        try:
            return tuple(map(parse_card, named))
        except NotACard as bad:
            raise ScriptError(f"{kind}: {bad}") from bad


def seat_letter(seat: Seat) -> str:
    """Return the letter of a seat in the notation: A for seat 0, B for the next clockwise."""
    return chr(ord("A") + seat)


def seat_of(letter: str) -> Seat:
    """Return the seat of a letter in the notation."""
    return ord(letter) - ord("A")


def _is_die(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def _take_named(cards: list[Card], named: Sequence[Card], kind: str) -> list[Card]:
    """Take `named` out of `cards` and return the rest. Raise ScriptError for a card that isn't there."""
    for card in named:
        if card not in cards:
            raise ScriptError(f"{kind} names {card}, which is not among the cards")
        cards.remove(card)
    return cards
