"""The order of the court cards and what follows from it (rules, sections 1 and 5.1)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from bot.engine.cards import PACK, RANK_OF, RANKS, RED, SUIT_OF, Card, Rank, Suit


class Court(msgspec.Struct, frozen=True):
    """One order of the ranks, ace low and king high (R22), as look-ups by card."""

    ranks: tuple[Rank, ...]
    value: dict[Card, int]
    """1 for an ace to 13 for a king."""
    homes: dict[Card, frozenset[Card | None]]
    """The tops of houses that take this card; None is an empty house, which takes any."""
    neighbours: dict[Card, frozenset[Card]]
    """The tops of the opponent's piles that may be loaded with this card."""

    def is_run(self, pile: Sequence[Card]) -> bool:
        """Whether each card of a house is one lower than the card below it, and of the other colour."""
        return all(below in self.homes[card] for below, card in pairwise(pile))

    def suit_pile(self, suit: Suit, height: int) -> tuple[Card, ...]:
        """A finishing pile of this height, bottom to top."""
        return tuple(rank + suit for rank in self.ranks[:height])


def _court(ranks: tuple[Rank, ...]) -> Court:
    value = {card: ranks.index(RANK_OF[card]) + 1 for card in PACK}
    return Court(
        ranks=ranks,
        value=value,
        homes={card: frozenset((*_homes(card, value), None)) for card in PACK},
        neighbours={card: _neighbours(card, value) for card in PACK},
    )


def _homes(card: Card, value: dict[Card, int]) -> list[Card]:
    """The cards of the other colour that are one higher."""
    is_red = SUIT_OF[card] in RED
    return [top for top in PACK if value[top] == value[card] + 1 and (SUIT_OF[top] in RED) != is_red]


def _neighbours(card: Card, value: dict[Card, int]) -> frozenset[Card]:
    """The cards of the same suit that are one higher or lower."""
    return frozenset(
        top for top in PACK if SUIT_OF[top] == SUIT_OF[card] and abs(value[top] - value[card]) == 1
    )


COURTS: Final[dict[str, Court]] = {
    "KQJ": _court(RANKS),
    "KJQ": _court((*RANKS[:10], "Q", "J", "K")),
}
"""The courts by the value of the option `court-order`."""
