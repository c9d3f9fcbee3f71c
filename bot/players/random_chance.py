"""Chance for sampled games, cheap and from a single generator."""

import random
from collections.abc import Sequence

from bot.engine.cards import Card
from bot.engine.chance import SHAPES, Seat, Shape


class RandomChance:
    """A `Chance` that draws from its caller's generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def dice(self, number: int) -> tuple[int, ...]:
        """Return `number` six-sided dice."""
        return tuple(self.die() for _ in range(number))

    def die(self) -> int:
        """Return one die."""
        return 1 + int(self._rng.random() * 6)

    def pick(self, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
        """Return `number` of these cards."""
        return tuple(self._rng.sample(cards, number))

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return these cards in random order."""
        draw = self._rng.random  # Sorting by random keys takes half the time of `random.shuffle`.
        return tuple(sorted(cards, key=lambda _: draw()))

    def seat(self, seats: Sequence[Seat]) -> Seat:
        """Return one of these seats."""
        return self._rng.choice(seats)

    def shape(self) -> Shape:
        """Return a random shape."""
        return self._rng.choice(SHAPES)
