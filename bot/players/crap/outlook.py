"""What a seat can expect: its own cards, what is out of play, and what the others may hold.

Ranks are places in `RANKS` here, and lists hold a number for each: this is asked thousands of times a second.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import JOKER, RANK_OF, RANKS, SUITS, Card
from bot.engine.chance import Seat
from bot.games.crap.cards import Cards, highest_value
from bot.games.crap.last_action import LastAcquire
from bot.games.crap.notes import CrapNotes
from bot.games.crap.state import State

COPIES: Final = 2 * len(SUITS)
"""How often each rank is in the two packs."""
RANK: Final[dict[Card, int]] = {card: RANKS.index(rank) for card, rank in RANK_OF.items()} | {
    JOKER: len(RANKS)
}
"""The place of a card's rank; jokers come last."""
PLACES: Final = range(len(RANKS))
ACE: Final = 0
SHARE: Final = (0.0, 0.04, 0.08, 0.2, 0.8, 0.85, 0.9, 0.95) + (2.0,) * 9
"""What part of a set's points so many cards of its rank are worth in a hand."""
JOKER_WORTH: Final = 25
ACES: Final = 100
"""Aces are worth at least so much in the end."""
LIKELY: Final = 0.7
"""How many more an acquirer holds than were given."""
_PRICES: Final = tuple(10.0 * (place + 1) for place in PLACES)


class Outlook(NamedTuple):
    """All that a decision looks at."""

    held: list[int]
    """Own cards by rank, protected ones too; jokers last."""
    prices: Sequence[float]
    """The points of a set by rank."""
    known: list[list[float]]
    """By seat and rank how many cards its hand certainly holds, or nearly so."""
    unknown: list[float]
    """By rank how many more are to be expected in the others' hands."""
    left: list[int]
    """By rank how many cards are neither own nor out of play."""


def outlook(state: State, seat: Seat, notes: CrapNotes | None) -> Outlook:
    """The outlook of a seat; without notes it knows of the last action only."""
    held, left = counted(state.holding(seat)), _left(state)
    for place in PLACES:
        left[place] -= held[place]
    known, unknown = _guessed(state, seat, left) if notes is None else _remembered(state, seat, notes, left)
    return Outlook(held, prices(state), known, unknown, left)


def counted(cards: Iterable[Card]) -> list[int]:
    """How many there are of each rank; jokers last."""
    counts = [0] * (len(RANKS) + 1)
    for card in cards:
        counts[RANK[card]] += 1
    return counts


def prices(state: State) -> Sequence[float]:
    """The points of a set of each rank, as the table stands."""
    return (max(ACES, highest_value(state.sets) + 10), *_PRICES[1:])


def hand_worth(held: Sequence[int], values: Sequence[float]) -> float:
    """What cards are worth in a hand."""
    worth = JOKER_WORTH * held[-1]
    for count, price in zip(held, values, strict=False):
        if count:
            worth += price * SHARE[count]
    return worth


def _left(state: State) -> list[int]:
    """How many cards of each rank are not out of play; jokers last, which are not counted."""
    left = [COPIES - gone for gone in _discarded(state.discard)]
    for laid in state.sets:
        left[RANKS.index(laid.rank)] -= len(laid.cards) - laid.cards.count(JOKER)
        if laid.borrowed:
            left[RANK[laid.borrowed]] -= 1
    return left


@lru_cache(maxsize=512)
def _discarded(cards: Cards) -> list[int]:
    return counted(cards)


def _guessed(state: State, seat: Seat, left: Sequence[int]) -> tuple[list[list[float]], list[float]]:
    """Everything may be everywhere, but what was just acquired."""
    others = state.others(seat)
    unseen = sum(left[:-1])
    size = sum(len(state.hands[other]) + len(state.placed[other]) for other in others)
    density = size / max(1, unseen)
    unknown = [left[place] * density for place in PLACES]
    known: list[list[float]] = [[0.0] * len(RANKS) for _ in state.hands]
    last = state.last
    if isinstance(last, LastAcquire):
        acquirer, place = ord(last.seat) - ord("A"), RANKS.index(last.rank)
        gave = sum(map(len, last.gave.values()))
        unknown[place] = 0.0
        if acquirer != seat and gave:
            known[acquirer][place] = gave + LIKELY
    return known, unknown


def _remembered(
    state: State, seat: Seat, notes: CrapNotes, left: Sequence[int]
) -> tuple[list[list[float]], list[float]]:
    """What the notes tell; the rest may be everywhere."""
    known: list[list[float]] = [[0.0] * len(RANKS) for _ in state.hands]
    rest = [float(count) for count in left[:-1]]
    others = state.others(seat)
    for other in others:
        of, row = notes.of(other), known[other]
        for card in of.cards:
            if card != JOKER:
                row[RANK[card]] += 1
        for rank, count in of.ranks.items():
            row[RANKS.index(rank)] += count
        for rank in of.asked:
            row[RANKS.index(rank)] += LIKELY
        for place in PLACES:
            rest[place] -= row[place]
    unseen = max(1.0, sum(rest))
    unknown = [0.0] * len(RANKS)
    for other in others:
        of, row = notes.of(other), known[other]
        hand, covered = len(state.hands[other]) + len(state.placed[other]), len(state.protected[other])
        slots = max(0.0, hand + covered - sum(row)) * hand / max(1, hand + covered)
        for place in PLACES:
            fresh = of.fresh.get(RANKS[place])
            room = slots if fresh is None else min(slots, fresh)
            unknown[place] += max(0.0, rest[place]) / unseen * room
            row[place] *= hand / max(1, hand + covered)
    return known, unknown
