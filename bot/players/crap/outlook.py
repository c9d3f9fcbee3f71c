"""A seat's expectations: its own cards, cards out of play, and likely cards of others.

Ranks are places in `RANKS` here, and lists have a number for each, for speed: a search needs
thousands of outlooks a second.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import JOKER, RANK_OF, RANKS, SUITS, Card, Cards
from bot.engine.chance import Seat
from bot.games.crap.cards import highest_value, points
from bot.games.crap.last_action import LastAcquire
from bot.games.crap.notes import CrapNotes
from bot.games.crap.state import State
from bot.players.policy import View

COPIES: Final = 2 * len(SUITS)
"""The number of cards of each rank in the two packs."""
PLACE: Final = {rank: place for place, rank in enumerate(RANKS)}
RANK: Final[dict[Card, int]] = {card: PLACE[rank] for card, rank in RANK_OF.items()} | {JOKER: len(RANKS)}
"""The place of a card's rank. Jokers come last."""
PLACES: Final = range(len(RANKS))
SET_SHARE: Final[tuple[float, ...]] = (0.0, 0.04, 0.08, 0.2, 0.8, 0.85, 0.9, 0.95) + (2.0,) * 9
"""The worth of 0, 1, 2, ... cards of a rank in a hand, as a share of a set's points. Threes get acquired."""
GUARDED_SHARE: Final[tuple[float, ...]] = (0.0, 0.04, 0.12, 0.35, 0.9, *SET_SHARE[5:])
"""The same for players who protect what they collect."""
GUARD_GAIN: Final = (0.0, 0.0, 0.05, 0.15) + (0.0,) * 9
"""The gain of protecting one of 0, 1, 2, 3, ... cards of a rank, as a share of a set's points."""
JOKER_WORTH: Final = 25
MIN_ACES_VALUE: Final = 100
"""The least value of a set of aces that a player expects."""
LIKELY_CHANCE: Final = 0.7
"""The probability that a player still holds a card they probably hold."""
_PRICES: Final = tuple(10.0 * (place + 1) for place in PLACES)
_NOTHING: Final = (0.0,) * len(RANKS)


class Outlook(NamedTuple):
    """The facts that a decision is based on."""

    held: list[int]
    """The seat's own cards by rank, protected ones included. Jokers last."""
    prices: Sequence[float]
    """The points of a set by rank."""
    known: list[Sequence[float]]
    """The number of cards, by seat and rank, that its hand holds for certain or nearly so."""
    unknown: Sequence[float]
    """The expected number of further cards in others' hands, by rank."""
    left: list[int]
    """The number of cards, by rank, that are neither the seat's own nor out of play."""


def outlook_of(state: State, view: View) -> Outlook:
    """Return a seat's outlook. Without notes it's based on the last action only."""
    seat, notes = view.seat, view.notes
    held, left = tally(state.holding(seat)), left_in_play(state)
    for place in PLACES:
        left[place] -= held[place]
    if isinstance(notes, CrapNotes) and notes.players:
        known, unknown = _from_notes(state, seat, notes, left)
    else:
        known, unknown = _guess(state, seat, left)
    return Outlook(held, prices(state), known, unknown, left)


def tally(cards: Iterable[Card]) -> list[int]:
    """Return the number of cards of each rank. Jokers last."""
    counts = [0] * (len(RANKS) + 1)
    for card in cards:
        counts[RANK[card]] += 1
    return counts


def prices(state: State) -> Sequence[float]:
    """Return the current points of a set of each rank."""
    return (max(MIN_ACES_VALUE, highest_value(state.sets) + 10), *_PRICES[1:])


def standings(state: State) -> list[int]:
    """Return every seat's points, with the sets on the table."""
    standing = list(state.totals)
    for laid in state.sets:
        standing[laid.owner] += points(laid)
    return standing


def hand_worth(held: Sequence[int], values: Sequence[float], share: Sequence[float] = SET_SHARE) -> float:
    """Return the worth of cards in a hand, in points."""
    worth: float = JOKER_WORTH * held[-1]
    for place in PLACES:
        if count := held[place]:
            worth += values[place] * share[count]
    return worth


def guard_worth(state: State, seat: Seat, held: Sequence[int], values: Sequence[float]) -> float:
    """Return the worth of protecting those of the held cards that are protected, in points."""
    places = map(RANK.__getitem__, state.protected[seat])
    return sum(values[place] * GUARD_GAIN[held[place]] for place in places if place in PLACES)


def left_in_play(state: State) -> list[int]:
    """Return the number of cards of each rank still in play. The last place, for jokers, means nothing."""
    left = [COPIES - gone for gone in _count_discards(state.discard)]
    for laid in state.sets:
        left[PLACE[laid.rank]] -= len(laid.cards) - laid.cards.count(JOKER)
        if laid.borrowed:
            left[RANK[laid.borrowed]] -= 1
    return left


@lru_cache(maxsize=512)
def _count_discards(cards: Cards) -> list[int]:
    return tally(cards)


def _guess(state: State, seat: Seat, left: Sequence[int]) -> tuple[list[Sequence[float]], Sequence[float]]:
    """Return expectations with all cards spread evenly, except for those just acquired."""
    hands = state.hands
    size = sum(map(len, hands)) - len(hands[seat])
    density = size / max(1, sum(left[:-1]))
    unknown = [count * density for count in left[:-1]]
    known: list[Sequence[float]] = [_NOTHING] * len(hands)
    last = state.last
    if isinstance(last, LastAcquire):
        acquirer, place = last.seat, PLACE[last.rank]
        unknown[place] = 0.0
        gave = sum(map(len, last.gave.values()))
        if gave and acquirer != seat:
            known[acquirer] = [gave + LIKELY_CHANCE if at == place else 0.0 for at in PLACES]
    return known, unknown


def _from_notes(
    state: State, seat: Seat, notes: CrapNotes, left: Sequence[int]
) -> tuple[list[Sequence[float]], Sequence[float]]:
    """Return expectations from the notes, with all other cards spread evenly."""
    known: list[Sequence[float]] = [_NOTHING] * len(state.hands)
    others = state.others(seat)
    for other in others:
        facts = notes.of(other)
        row = [float(count) for count in tally(facts.cards)[:-1]]
        for rank, count in facts.ranks.items():
            row[PLACE[rank]] += count
        for rank, count in facts.likely.items():
            row[PLACE[rank]] += LIKELY_CHANCE * count
        known[other] = row
    rest = [max(0.0, left[place] - sum(row[place] for row in known)) for place in PLACES]
    unseen = max(1.0, sum(rest))
    unknown = [0.0] * len(RANKS)
    for other in others:
        hand, covered = len(state.hands[other] + state.placed[other]), len(state.protected[other])
        open_share = hand / max(1, hand + covered)
        slots = max(0.0, hand - sum(known[other]) * open_share)
        fresh = notes.of(other).fresh
        for place, rank in enumerate(RANKS):
            unknown[place] += rest[place] / unseen * min(slots, fresh.get(rank, slots))
        known[other] = [count * open_share for count in known[other]]
    return known, unknown
