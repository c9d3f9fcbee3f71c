"""What a card is worth, what it may be used for, and how the cards of a command are read."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import JOKER, PACK, RANK_OF, RANKS, RED, SUIT_OF, SUITS, Card, NotACard, parse_card
from bot.engine.draft import Refusal

Hand = tuple[Card, ...]

FULL_PACK: Final[Hand] = (*PACK, JOKER, JOKER)
"""All cards of the game, in canonical order."""

ARMOURS: Final[frozenset[Card]] = frozenset(card for card in PACK if SUIT_OF[card] in RED)
WEAPONS: Final[frozenset[Card]] = frozenset(FULL_PACK) - ARMOURS
"""Black cards; either joker counts as one, whatever its print (R13)."""

VALUE: Final[Mapping[Card, int]] = {JOKER: 15} | {card: 1 + RANKS.index(RANK_OF[card]) for card in PACK}


def _boosted(suit: str | None) -> dict[Card, int]:
    return {card: value + (card != JOKER and SUIT_OF[card] == suit) for card, value in VALUE.items()}


_BOOSTED: Final = {suit: _boosted(suit) for suit in (None, *SUITS)}

EFFECTIVE: Final[Mapping[Card | None, Mapping[Card, int]]] = {
    surge: _BOOSTED[SUIT_OF.get(surge)] for surge in FULL_PACK
} | {None: _BOOSTED[None]}
"""By the surge card of a bot's owner (None: without one), the value of each card in that bot."""


def can_build(hand: Hand) -> bool:
    """Whether these cards hold a weapon and an armour at all (R7)."""
    return not (ARMOURS.isdisjoint(hand) or WEAPONS.isdisjoint(hand))


def is_pair(first: Card, second: Card) -> bool:
    """Whether two cards could be scavengers: equal ranks, which jokers do not have (R4, R14)."""
    return JOKER not in (first, second) and RANK_OF[first] == RANK_OF[second]


def read_from(hand: Hand, *texts: str) -> tuple[Hand, Hand] | Refusal:
    """The cards named, and the hand without them; `bad-card` or `not-in-hand` when that cannot be.

    All texts are read before the first card is looked for, and each card is found once only.
    """
    try:
        cards = tuple(map(parse_card, texts))
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return Refusal("not-in-hand", {"card": card})
        rest.remove(card)
    return cards, tuple(rest)
