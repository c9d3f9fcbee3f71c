"""The cards that fit on each other (section 4.2), and the points of cards and pressures (section 6)."""

from collections.abc import Iterable
from typing import Final

from bot.engine.cards import DECK, ORDER, RANK_OF, RANKS, RED, SUIT_OF, SUITS, Card, Rank, Suit

HAND_SIZES: Final[tuple[int, ...]] = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8)
"""Cards dealt to each player in the first, second, ... hand (R4)."""
KING_STEPS: Final = 3
"""The number of further cards a king makes its player play (R37)."""
COUNT_RANKS: Final[tuple[Rank, ...]] = ("A", "2")
WILD_RANKS: Final[tuple[Rank, ...]] = ("8", "9")

COUNT_CARDS: Final = frozenset(card for card in DECK if RANK_OF[card] in COUNT_RANKS)
"""The aces and twos, the only cards that may be played during the count (R11)."""


def _suits_for(card: Card) -> tuple[Suit, ...]:
    own = SUIT_OF[card]
    same_colour = RANK_OF[card] == "9"
    others = [suit for suit in SUITS if suit != own and ((suit in RED) == (own in RED) or not same_colour)]
    return (own, *others)


NAMEABLE: Final[dict[Card, tuple[Suit, ...]]] = {
    card: _suits_for(card) for card in DECK if RANK_OF[card] in WILD_RANKS
}
"""The suits that each eight and nine may name, the printed one first (R9)."""


def _cards_fitting(suit: Suit, top: Card) -> frozenset[Card]:
    rank = RANK_OF[top]
    return frozenset(
        card for card in DECK if SUIT_OF[card] == suit or RANK_OF[card] == rank or card in NAMEABLE
    )


FITTING: Final[dict[tuple[Suit | None, Card | None], frozenset[Card]]] = {
    (suit, top): _cards_fitting(suit, top) for suit in SUITS for top in DECK
}
"""The cards that fit on a top card under the current suit, outside the count."""

_POINTS: Final[dict[Rank, int]] = {
    "A": 1, "2": 20, "3": 3, "4": 15, "5": 30, "6": 30, "7": 20,
    "8": 50, "9": 30, "10": 25, "J": 10, "Q": 10, "K": 10,
}  # fmt: skip
_ONLY_THREES = -50

POINTS: Final[dict[Card, int]] = {card: _POINTS[rank] for card, rank in RANK_OF.items()}
"""The points of each card unless a three cancels it (R31)."""


def _preference(card: Card) -> tuple[int, int, int]:
    return -POINTS[card], RANKS.index(RANK_OF[card]), ORDER[card]


PREFERENCE: Final[dict[Card, int]] = {card: place for place, card in enumerate(sorted(DECK, key=_preference))}
"""The order in which cards are auto-played: most points, then lowest rank, then C D H S (R41)."""


def hand_points(hand: Iterable[Card]) -> int:
    """Return the points of a hand. Each three cancels the most expensive card left except 8s (R32, R33)."""
    cards = list(hand)
    threes = sum(RANK_OF[card] == "3" for card in cards)
    if threes == len(cards):
        return _ONLY_THREES * threes
    eights = sum(POINTS[card] for card in cards if RANK_OF[card] == "8")
    costliest = sorted((POINTS[card] for card in cards if RANK_OF[card] not in ("3", "8")), reverse=True)
    return _POINTS["3"] * threes + eights + sum(costliest[threes:])


def pressure_points(number: int) -> int:
    """Return the points of a player's `number`-th pressure in the game: 5, 10, 20, 40, ... (R29)."""
    return 5 << (number - 1)


def last_pressure_points(number: int, last: int) -> int:
    """Return the points of the last `last` of a player's `number` pressures together."""
    return sum(pressure_points(number - back) for back in range(last))
