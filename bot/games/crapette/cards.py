"""The cards that fit on each other, in either order of the face cards (sections 1 and 5.1)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from bot.engine.cards import DECK, RANK_OF, RANKS, RED, SUIT_OF, SUITS, Card, Rank, Suit


class Court(msgspec.Struct, frozen=True):
    """One order of the ranks, from ace to king (R22), as look-ups by card."""

    ranks: tuple[Rank, ...]
    value: dict[Card, int]
    """1 for an ace to 13 for a king."""
    house_tops: dict[Card, frozenset[Card | None]]
    """The tops of houses that take each card. None is an empty house, which takes any."""
    load_tops: dict[Card, frozenset[Card]]
    """The tops of the opponent's piles that each card may be loaded onto."""

    def is_run(self, pile: Sequence[Card]) -> bool:
        """Whether each card of a house is one lower than the card below it, and of the other colour."""
        return all(below in self.house_tops[card] for below, card in pairwise(pile))

    def suit_pile(self, suit: Suit, height: int) -> tuple[Card, ...]:
        """Return a finishing pile of this height, bottom to top."""
        return tuple(rank + suit for rank in self.ranks[:height])

    def first_player_key(self, card: Card) -> tuple[int, int]:
        """Return the sort key of a card for finding the first player: its rank, then its suit (R4)."""
        return self.value[card], SUITS.index(SUIT_OF[card])

    def finishes_on(self, card: Card) -> Card:
        """Return the card a finishing pile must show to take this one, which isn't an ace."""
        return self.ranks[self.value[card] - 2] + SUIT_OF[card]

    def cards_for_house(self, top: Card) -> list[Card]:
        """Return the cards that a house with this top takes, in canonical order."""
        return [card for card in DECK if top in self.house_tops[card]]

    def cards_for_load(self, top: Card) -> list[Card]:
        """Return the cards that an opponent's pile with this top takes, in canonical order."""
        return [card for card in DECK if top in self.load_tops[card]]


def _make_court(ranks: tuple[Rank, ...]) -> Court:
    value = {card: ranks.index(RANK_OF[card]) + 1 for card in DECK}
    return Court(
        ranks=ranks,
        value=value,
        house_tops={card: frozenset((*_house_tops(card, value), None)) for card in DECK},
        load_tops={card: _load_tops(card, value) for card in DECK},
    )


def _house_tops(card: Card, value: dict[Card, int]) -> list[Card]:
    """Return the cards of the other colour that are one higher."""
    is_red = SUIT_OF[card] in RED
    return [top for top in DECK if value[top] == value[card] + 1 and (SUIT_OF[top] in RED) != is_red]


def _load_tops(card: Card, value: dict[Card, int]) -> frozenset[Card]:
    """Return the cards of the same suit that are one higher or lower."""
    return frozenset(
        top for top in DECK if SUIT_OF[top] == SUIT_OF[card] and abs(value[top] - value[card]) == 1
    )


COURTS: Final[dict[str, Court]] = {
    "KQJ": _make_court(RANKS),
    "KJQ": _make_court((*RANKS[:10], "Q", "J", "K")),
}
"""The orders of the face cards, by the value of the option `court-order`."""
