"""The cards of C.R.A.P., the sets on the table, and their values (sections 1 and 5.1)."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import DECK, JOKER, RANK_OF, RANKS, Card, Cards, Rank, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.positions import Count

PACKS: Final = 2
MAX_JOKERS: Final = 4
SINGLE: Final = 4
"""Cards in a set."""
DOUBLE: Final = 8
"""Cards in a double set."""


class LaidSet(msgspec.Struct, frozen=True):
    """A set on the table: four or eight cards, minus the one it lent as a marker.

    `value` is fixed when the set is laid, without the deduction for jokers. `borrowed` is the marker
    from another set, laid across a set of aces.
    """

    owner: Seat
    rank: Rank
    cards: Cards
    double: bool
    value: Count
    borrowed: Card | None = None


class GuessedCard(msgspec.Struct, frozen=True):
    """A guess at the opponent's placed cards: a rank and a suit."""

    rank: Rank
    suit: Suit


def full_deck(*, jokers: bool) -> Cards:
    """Return all cards of a game in canonical order."""
    return in_order(DECK * PACKS + (JOKER,) * (MAX_JOKERS if jokers else 0))


def rank_counts(cards: Cards) -> dict[Rank, int]:
    """Return the number of cards of each of the 13 ranks. Jokers don't count."""
    counts = dict.fromkeys(RANKS, 0)
    for card in [card for card in cards if card != JOKER] if JOKER in cards else cards:
        counts[RANK_OF[card]] += 1
    return counts


def naturals(cards: Cards, rank: Rank) -> Cards:
    """Return the cards of a rank without jokers, in the order clubs, diamonds, hearts, spades."""
    return in_order([card for card in cards if RANK_OF.get(card) == rank])


def set_value(rank: Rank, *, double: bool, laid: Sequence[LaidSet] = ()) -> int:
    """Return the value of a set of this rank. Aces depend on the highest set on the table (R10-R12)."""
    base = highest_value(laid) + 10 if rank == "A" else 10 * (RANKS.index(rank) + 1)
    return base + (10 if double else 0)


def highest_value(laid: Sequence[LaidSet]) -> int:
    """Return the highest value of a set on the table, 0 without a set."""
    return max((one.value for one in laid), default=0)


def points(laid: LaidSet) -> int:
    """Return the points of a set: its value, doubled for a double set, less one for each joker (R7)."""
    return laid.value * (2 if laid.double else 1) - laid.cards.count(JOKER)


def cards_of_sets(sets: Sequence[LaidSet]) -> list[Card]:
    """Return all cards in these sets, markers included."""
    cards = [card for laid in sets for card in laid.cards]
    return cards + [laid.borrowed for laid in sets if laid.borrowed]
