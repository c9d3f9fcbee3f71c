"""Checks of invariants that games share."""

from collections import Counter
from collections.abc import Callable, Iterator

from bot.engine.cards import Card, Cards
from bot.engine.draft import State


def faults_in(state: State, *checks: Callable[[State], Iterator[str]]) -> list[str]:
    """Return the faults that these checks find in a state."""
    return [fault for check in checks for fault in check(state)]


def card_faults(present: Cards, expected: Cards, max_copies: Callable[[Card], int]) -> Iterator[str]:
    """Yield the faults of the cards in a state: lost or extra ones, and too many copies of one.

    `present` are all cards in the state, `expected` those of the game. `max_copies` is the most of one card.
    """
    if present != expected:
        yield "cards have been lost or have come from nowhere"
    for card, copies in Counter(expected).items():
        if copies > max_copies(card):
            yield f"there are {copies} {card}, but the packs hold {max_copies(card)}"
