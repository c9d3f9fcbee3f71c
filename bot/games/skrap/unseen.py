"""The cards that a seat can't see, for dealing them at random to where they could be."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import JOKER, Card, without
from bot.engine.chance import Chance
from bot.games.skrap.cards import FULL_DECK

Kind = frozenset[Card]

_JOKERS: Final = FULL_DECK.count(JOKER)


class Unseen:
    """The pack without the seen cards, shuffled.

    The shuffle starts from canonical order, so that a sample depends on nothing hidden.
    """

    def __init__(self, seen: Sequence[Card], chance: Chance) -> None:
        known = set(seen)
        unseen = [card for card in FULL_DECK[:-_JOKERS] if card not in known]
        self.cards = list(chance.shuffle(unseen + [JOKER] * (_JOKERS - seen.count(JOKER))))

    def deal(self, number: int) -> list[Card]:
        """Take the next cards."""
        dealt, self.cards = self.cards[:number], self.cards[number:]
        return dealt

    def deal_of(self, kind: Kind, number: int) -> list[Card]:
        """Take the next cards of this kind. If there are too few, others make up the number."""
        dealt = [card for card in self.cards if card in kind][:number]
        self.take(dealt)
        return dealt + self.deal(number - len(dealt))

    def take(self, cards: Sequence[Card]) -> None:
        """Remove these cards, all of which must be unseen."""
        self.cards = list(without(self.cards, cards))

    def with_one_of(self, kind: Kind, hand: list[Card]) -> list[Card]:
        """Return the hand with a card of this kind. If it has none, its first card is exchanged for one."""
        if not kind.isdisjoint(hand):
            return hand
        wanted = self.deal_of(kind, 1)
        self.cards += hand[:1]
        return wanted + hand[1:]

    def holds(self, kind: Kind, number: int) -> bool:
        """Whether this many cards of a kind are unseen."""
        return sum(card in kind for card in self.cards) >= number
