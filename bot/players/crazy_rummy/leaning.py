"""The habits of characters, each about as costly as it's useful. A stronger leaning shows it more often."""

from collections.abc import Sequence
from typing import Final

from bot.games.crazy_rummy.laying import MIN_SET_CARDS
from bot.games.crazy_rummy.notes import CrazyRummyNotes
from bot.games.crazy_rummy.state import State
from bot.players.crazy_rummy.sense import CARD_RANK, EXPENSIVE, PLACE, Set, values
from bot.players.policy import View

LONG_HAND: Final = 7
"""The size of hand at which bold players take from the discard pile for a pair, and patient ones wait."""
SPITE_COUNT: Final = 20
"""A number larger than any count of a rank in the pile."""


def takes_risk(state: State, view: View, hand: Sequence[int]) -> bool:
    """Whether a bold player takes a card that doesn't fit yet: an ace, or one that makes a pair."""
    if view.rng.random() >= view.play_style.bold:
        return False
    rank = CARD_RANK[state.discard[-1]]
    is_expensive = values(PLACE[state.wild]).points[rank] >= EXPENSIVE
    return is_expensive or (hand[rank] == 1 and sum(hand) >= LONG_HAND)


def keeps_wild(state: State, view: View, found: Set) -> bool:
    """Whether a patient player keeps their only wild for a larger first play, while all hands are long."""
    if view.rng.random() >= -view.play_style.haste:
        return False
    is_first = view.seat not in state.first_play_done and not state.laid
    others = [len(state.hands[seat]) for seat in state.active if seat != view.seat]
    return is_first and found.wilds == 1 and min(others) >= LONG_HAND


def without_spare_wilds(view: View, found: Set) -> Set:
    """Return the set a hoarder lays, without wilds it doesn't need."""
    if found.naturals < MIN_SET_CARDS or view.rng.random() >= view.play_style.hoard:
        return found
    return found._replace(wilds=0)


def spiteful_counts(state: State, view: View, buried: Sequence[int]) -> Sequence[int]:
    """Return the pile's counts by rank, for spiteful players raised or lowered by the next player's needs."""
    notes = view.notes
    if not isinstance(notes, CrazyRummyNotes) or view.rng.random() >= view.play_style.spite:
        return buried
    victim, counts = state.next_seat(view.seat), list(buried)
    for rank in {rank for seat, rank in notes.lacks if seat == victim}:
        counts[PLACE[rank]] += SPITE_COUNT
    for card in {card for seat, card in notes.held if seat == victim}:
        counts[CARD_RANK[card]] -= SPITE_COUNT
    return counts
