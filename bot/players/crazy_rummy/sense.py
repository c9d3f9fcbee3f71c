"""Sensible plays by ranks alone, because suits don't matter in this game.

A rank is its place in `PLAYED_RANKS`, a hand the number of its cards by rank, and the open ranks are
bits. Real decisions and sampled games call the same functions, so they can't differ.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from bot.engine.cards import RANK_OF, Card
from bot.games.crazy_rummy.cards import PLAYED_RANKS, POINTS
from bot.games.crazy_rummy.laying import MIN_SET_CARDS

RANKS: Final = range(len(PLAYED_RANKS))
PLACE: Final[dict[str, int]] = {rank: place for place, rank in enumerate(PLAYED_RANKS)}
CARD_RANK: Final[dict[Card, int]] = {card: PLACE[RANK_OF[card]] for card in POINTS["3"]}
"""The place of each card's rank."""
EXPENSIVE: Final = 100
"""The least points of an ace or a wild."""

KEEP_WILD: Final = 100_000
KEEP_PAIR: Final = 10_000
BURIED: Final = 100
"""The reduction in a card's value for each card of its rank in the discard pile."""


class Values(NamedTuple):
    """Look-ups that depend on the wild rank of a hand."""

    points: tuple[int, ...]
    """The points of a card of each rank."""
    order: tuple[int, ...]
    """The other ranks, most expensive first."""
    keep: tuple[int, ...]
    """The value of keeping a lone card of each rank."""


class Set(NamedTuple):
    """A set to lay: this many cards of a rank, and this many wilds."""

    rank: int
    naturals: int
    wilds: int


@cache
def values(wild: int) -> Values:
    """Return the look-ups for this wild rank."""
    points_of = POINTS[PLAYED_RANKS[wild]]
    points = tuple(points_of[f"{rank}C"] for rank in PLAYED_RANKS)
    order = sorted((rank for rank in RANKS if rank != wild), key=lambda rank: (-points[rank], -rank))
    keep = [KEEP_WILD if rank == wild else points[rank] + rank // 2 for rank in RANKS]
    return Values(points, tuple(order), tuple(keep))


def tally(cards: Iterable[Card]) -> list[int]:
    """Return the number of these cards by rank."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[CARD_RANK[card]] += 1
    return counts


def mask(ranks: Iterable[str]) -> int:
    """Return these ranks as bits."""
    return sum(1 << PLACE[rank] for rank in ranks)


def wants(rank: int, hand: Sequence[int], wild: int, opened: int) -> bool:
    """Whether a player wants the top of the discard pile: it's wild, can be fed, or makes a set."""
    if rank == wild or opened >> rank & 1:
        return True
    return hand[rank] + (hand[wild] > 0) >= MIN_SET_CARDS - 1


def next_set(hand: Sequence[int], wild: int, is_first: bool) -> Set | None:
    """Return the set to lay next: a pair with wilds, then a set that needs none, joined by wilds.

    A first play uses all wilds, with a single card if need be. Later, one wild goes with each set.
    """
    wilds, pairs = hand[wild], 0
    pair = triple = single = -1
    for rank in values(wild).order:
        number = hand[rank]
        if number >= MIN_SET_CARDS:
            triple = rank if triple < 0 else triple
        elif number == 2:
            pair, pairs = (rank if pair < 0 else pair), pairs + 1
        elif number and single < 0:
            single = rank
    if wilds and pairs:
        return Set(pair, 2, max(1, wilds - pairs + 1) if is_first else 1)
    if triple >= 0:
        return Set(triple, hand[triple], wilds if is_first else min(1, wilds))
    if is_first and wilds >= 2 and single >= 0:
        return Set(single, 1, wilds)
    return Set(wild, 0, wilds) if wilds >= MIN_SET_CARDS else None


def worst_rank(hand: Sequence[int], keep: Sequence[int], buried: Sequence[int], banned: int = -1) -> int:
    """Return the rank to discard: a lone card, preferably of a rank in the pile. Wilds go last.

    `banned` is a rank whose only card was just taken.
    """
    best, least = -1, 0
    for rank, number in enumerate(hand):
        if number and rank != banned:
            value = keep[rank] - BURIED * buried[rank]
            if number > 1:
                value += KEEP_PAIR
            if best < 0 or value < least:
                best, least = rank, value
    return best
