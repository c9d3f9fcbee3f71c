"""Chance that notes what it was asked for, for the proof of a deal."""

from collections.abc import Sequence
from typing import Any

from bot.engine.cards import Card
from bot.engine.chance import SHAPES, Seat, SeededChance, Shape, seat_letter

PIPS = (1, 2, 3, 4, 5, 6)


class RecordingChance(SeededChance):
    """The stream of a key; `take` gives the requests since it was last called."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._noted: list[dict[str, Any]] = []

    def take(self) -> list[dict[str, Any]]:
        """The requests that were not taken yet, as a proof holds them."""
        noted, self._noted = self._noted, []
        return noted

    def dice(self, number: int) -> tuple[int, ...]:
        rolled = super().dice(number)
        self._note("dice", PIPS, rolled)
        return rolled

    def die(self) -> int:
        rolled = super().die()
        self._note("die", PIPS, (rolled,))
        return rolled

    def pick(self, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
        picked = super().pick(cards, number)
        self._note("pick", cards, picked)
        return picked

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        shuffled = super().shuffle(cards)
        self._note("shuffle", cards, shuffled)
        return shuffled

    def seat(self, seats: Sequence[Seat]) -> Seat:
        chosen = super().seat(seats)
        self._note("seat", [seat_letter(seat) for seat in seats], (seat_letter(chosen),))
        return chosen

    def shape(self) -> Shape:
        thrown = super().shape()
        self._note("shape", SHAPES, (thrown,))
        return thrown

    def _note(self, kind: str, of: Sequence[object], outcome: Sequence[object]) -> None:
        """One request: `of` what, how often this kind was asked for before, and what came of it."""
        number = self.counts[kind] - 1
        self._noted.append({"kind": kind, "number": number, "of": list(of), "outcome": list(outcome)})
