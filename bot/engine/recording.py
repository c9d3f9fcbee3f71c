"""Chance that writes down what it answers, as a script from which the same game can be dealt again."""

from collections.abc import Sequence
from typing import Any

from bot.engine.cards import Card
from bot.engine.chance import Chance, Seat, Shape, seat_letter


class RecordedChance:
    """The answers of another chance; `script` has them in the order in which they were asked for."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.script: list[dict[str, Any]] = []

    def dice(self, number: int) -> tuple[int, ...]:
        rolled = self._chance.dice(number)
        self.script.append({"dice": list(rolled)})
        return rolled

    def die(self) -> int:
        rolled = self._chance.die()
        self.script.append({"die": rolled})
        return rolled

    def pick(self, cards: Sequence[Card], number: int) -> tuple[Card, ...]:
        picked = self._chance.pick(cards, number)
        self.script.append({"pick": list(picked)})
        return picked

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        order = self._chance.shuffle(cards)
        self.script.append({"shuffle": list(order)})
        return order

    def seat(self, seats: Sequence[Seat]) -> Seat:
        chosen = self._chance.seat(seats)
        self.script.append({"seat": seat_letter(chosen)})
        return chosen

    def shape(self) -> Shape:
        thrown = self._chance.shape()
        self.script.append({"shape": thrown})
        return thrown
