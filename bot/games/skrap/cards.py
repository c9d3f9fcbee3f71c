"""Card values, and the cards that can be weapons or armour (sections 1 and 4)."""

from collections.abc import Mapping
from typing import Final, Literal

from bot.engine.cards import DECK, JOKER, RANK_OF, RANKS, RED, SUIT_OF, SUITS, Card, Cards

SurgedKing = Literal["joker-only", "equal"]
"""The weapon that destroys a red king with the surge bonus (R11)."""

FULL_DECK: Final[Cards] = (*DECK, JOKER, JOKER)
"""All cards of the game, in canonical order."""
HAND_SIZE: Final = 10
LARGE_HAND_SIZE: Final = 11
"""Cards in the next hand of a player who played scavengers (R14)."""
MIN_CARDS_TO_ANSWER: Final = 2
"""Fewer cards make neither a bot nor scavengers, so their holder isn't asked (section 4)."""

ARMOURS: Final[frozenset[Card]] = frozenset(card for card in DECK if SUIT_OF[card] in RED)
WEAPONS: Final[frozenset[Card]] = frozenset(FULL_DECK) - ARMOURS
"""The black cards and both jokers, whatever colour a joker is printed in (R13)."""

VALUE: Final[Mapping[Card, int]] = {JOKER: 15} | {card: 1 + RANKS.index(RANK_OF[card]) for card in DECK}


def _boosted(suit: str | None) -> dict[Card, int]:
    return {card: value + (card != JOKER and SUIT_OF[card] == suit) for card, value in VALUE.items()}


_BOOSTED: Final = {suit: _boosted(suit) for suit in (None, *SUITS)}

EFFECTIVE: Final[Mapping[Card | None, Mapping[Card, int]]] = {
    surge: _BOOSTED[SUIT_OF.get(surge)] for surge in FULL_DECK
} | {None: _BOOSTED[None]}
"""The value of each card in a bot, by the surge card of its owner (None: no surge card)."""

_SURGED_KING_VALUE: Final = VALUE["KH"] + 1


def needed_against(armour_value: int, surged_king: SurgedKing) -> int:
    """Return the lowest weapon value that destroys this armour (R11)."""
    return VALUE[JOKER] if is_joker_needed(armour_value, surged_king) else armour_value


def is_joker_needed(armour_value: int, surged_king: SurgedKing) -> bool:
    """Whether only a joker destroys this armour (R11)."""
    return armour_value == _SURGED_KING_VALUE and surged_king == "joker-only"


def can_build(hand: Cards) -> bool:
    """Whether these cards include a weapon and an armour (R7)."""
    return not (ARMOURS.isdisjoint(hand) or WEAPONS.isdisjoint(hand))
