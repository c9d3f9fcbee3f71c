"""The cards of Crazy Rummy, their points (section 1), and the ranks that sets open (R9)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, Literal, get_args

from bot.engine.cards import DECK, RANK_OF, SUIT_OF, SUITS, Card, Cards, in_order

PlayedRank = Literal["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

PLAYED_RANKS: Final[tuple[PlayedRank, ...]] = get_args(PlayedRank)
"""All ranks of the game from low to high. The ace is the highest."""
PLAYED_PACK: Final[Cards] = tuple(card for card in DECK if RANK_OF[card] in PLAYED_RANKS)
PLAYED_CARDS: Final = frozenset(PLAYED_PACK)
DEAL_SIZE: Final[dict[str, int]] = {"J": 10, "Q": 10, "K": 10, "A": 11} | {str(n): n for n in range(3, 11)}
"""Cards dealt to a player in all, by the rank of their first one (section 3)."""

_HEIGHT: Final[dict[str, int]] = {rank: place for place, rank in enumerate(PLAYED_RANKS)}
_LOW_RANKS: Final = PLAYED_RANKS[: PLAYED_RANKS.index("8")]


@cache
def full_packs(packs: int) -> Cards:
    """Return all cards of this many packs in canonical order, identical cards side by side."""
    return in_order(PLAYED_PACK * packs)


def _card_points(card: Card, wild: str) -> int:
    rank = RANK_OF[card]
    if rank == wild:
        return 200 if rank == "A" else 100
    if rank == "A":
        return 100
    return 5 if rank in _LOW_RANKS else 10


POINTS: Final[dict[str, dict[Card, int]]] = {
    wild: {card: _card_points(card, wild) for card in PLAYED_PACK} for wild in PLAYED_RANKS
}
"""The points of each card, by the wild rank of the hand. A wild counts the same everywhere (R18)."""


def points(cards: Iterable[Card], wild: str) -> int:
    """Return the points of these cards together when `wild` is the wild rank."""
    values = POINTS[wild]
    return sum(values[card] for card in cards)


def board_points(sets: Iterable[Sequence[Card]], fed: Sequence[Card], wild: str) -> int:
    """Return the points of all cards in front of a player (section 6.2)."""
    return sum(points(cards, wild) for cards in (*sets, fed))


def cheapness(card: Card, wild: str) -> tuple[int, int, int]:
    """Return a card's sort key for an auto-discard: fewest points, then lower rank, then suit (section 4)."""
    return POINTS[wild][card], _HEIGHT[RANK_OF[card]], SUITS.index(SUIT_OF[card])


def by_rank(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Return these cards grouped by rank."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(RANK_OF[card], []).append(card)
    return groups


def set_rank(cards: Iterable[Card], wild: str) -> str:
    """Return the rank of a set: that of its naturals, or the wild rank when it has none."""
    return next((rank for card in cards if (rank := RANK_OF[card]) != wild), wild)


def open_ranks(sets: Iterable[Iterable[Card]], wild: str) -> frozenset[str]:
    """Return the ranks that these sets open for feeding. Wilds in a set don't open theirs (R9)."""
    return frozenset(set_rank(cards, wild) for cards in sets)


def feedable(cards: Iterable[Card], opened: frozenset[str]) -> list[Card]:
    """Return the cards that may be fed. Wilds only count as their own rank (R9)."""
    return [card for card in cards if RANK_OF[card] in opened]
