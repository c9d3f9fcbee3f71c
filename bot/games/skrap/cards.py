"""The worth and the uses of a card (sections 1 and 4)."""

from collections.abc import Mapping
from typing import Final, Literal

from bot.engine.cards import JOKER, PACK, RANK_OF, RANKS, RED, SUIT_OF, SUITS, Card, Cards

SurgedKing = Literal["joker-only", "equal"]
"""What destroys a red king with the surge bonus (R11)."""

FULL_PACK: Final[Cards] = (*PACK, JOKER, JOKER)
"""All cards of the game, in canonical order."""
HAND_SIZE: Final = 10
LARGE_HAND_SIZE: Final = 11
"""The next hand of a player who played scavengers (R14)."""
MIN_CARDS_TO_ANSWER: Final = 2
"""A bot is two cards, and so are scavengers: who holds fewer isn't asked (section 4)."""

ARMOURS: Final[frozenset[Card]] = frozenset(card for card in PACK if SUIT_OF[card] in RED)
WEAPONS: Final[frozenset[Card]] = frozenset(FULL_PACK) - ARMOURS
"""Black cards. Either joker counts as one, whatever its print (R13)."""

VALUE: Final[Mapping[Card, int]] = {JOKER: 15} | {card: 1 + RANKS.index(RANK_OF[card]) for card in PACK}


def _boosted(suit: str | None) -> dict[Card, int]:
    return {card: value + (card != JOKER and SUIT_OF[card] == suit) for card, value in VALUE.items()}


_BOOSTED: Final = {suit: _boosted(suit) for suit in (None, *SUITS)}

EFFECTIVE: Final[Mapping[Card | None, Mapping[Card, int]]] = {
    surge: _BOOSTED[SUIT_OF.get(surge)] for surge in FULL_PACK
} | {None: _BOOSTED[None]}
"""By the surge card of a bot's owner (None: without one), the value of each card in that bot."""

_SURGED_KING_VALUE: Final = VALUE["KH"] + 1


def needed_against(armour_value: int, surged_king: SurgedKing) -> int:
    """The weapon value that destroys this armour: an equal one, or a joker's against a surged king (R11)."""
    return VALUE[JOKER] if is_joker_needed(armour_value, surged_king) else armour_value


def is_joker_needed(armour_value: int, surged_king: SurgedKing) -> bool:
    """Whether nothing but a joker destroys this armour (R11)."""
    return armour_value == _SURGED_KING_VALUE and surged_king == "joker-only"


def can_build(hand: Cards) -> bool:
    """Whether these cards hold a weapon and an armour at all (R7)."""
    return not (ARMOURS.isdisjoint(hand) or WEAPONS.isdisjoint(hand))
