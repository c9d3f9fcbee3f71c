"""A chance that records requests and outcomes, for the proof of a deal and for a script."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import SHAPES, Seat, SeededChance, Shape, seat_letter

PIPS: Final = (1, 2, 3, 4, 5, 6)
_SINGLE: Final = frozenset(("die", "seat", "shape"))
"""Requests with one outcome, which a script gives without a list."""


class ChanceRequest(msgspec.Struct, frozen=True):
    """A request for chance: its kind, the number of earlier ones of that kind, the choices, the outcome."""

    kind: str
    number: int
    of: tuple[str | int, ...]
    outcome: tuple[str | int, ...]

    @property
    def entry(self) -> dict[str, Any]:
        """The request as an entry of a chance script (`docs/notation.md`)."""
        return {self.kind: self.outcome[0] if self.kind in _SINGLE else list(self.outcome)}


class RecordingChance(SeededChance):
    """The seeded chance of a key, which records its requests until `take` returns them."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._requests: list[ChanceRequest] = []

    def take(self) -> list[ChanceRequest]:
        """Return the requests since the last call."""
        taken, self._requests = self._requests, []
        return taken

    def dice(self, number: int) -> tuple[int, ...]:
        rolled = super().dice(number)
        self._record("dice", PIPS, rolled)
        return rolled

    def die(self) -> int:
        rolled = super().die()
        self._record("die", PIPS, (rolled,))
        return rolled

    def pick(self, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
        picked = super().pick(cards, number)
        self._record("pick", cards, picked)
        return picked

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        shuffled = super().shuffle(cards)
        self._record("shuffle", cards, shuffled)
        return shuffled

    def seat(self, seats: Sequence[Seat]) -> Seat:
        chosen = super().seat(seats)
        self._record("seat", [seat_letter(seat) for seat in seats], (seat_letter(chosen),))
        return chosen

    def shape(self) -> Shape:
        thrown = super().shape()
        self._record("shape", SHAPES, (thrown,))
        return thrown

    def _record(self, kind: str, of: Sequence[str | int], outcome: Sequence[str | int]) -> None:
        self._requests.append(ChanceRequest(kind, self.counts[kind] - 1, tuple(of), tuple(outcome)))
