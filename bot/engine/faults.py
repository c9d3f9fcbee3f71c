"""Broken invariants that every game looks for in the same way."""

from collections import Counter
from collections.abc import Callable, Iterator

from bot.engine.cards import Card, Cards
from bot.engine.draft import State


def found(state: State, *checks: Callable[[State], Iterator[str]]) -> list[str]:
    """Return what these checks find in a state."""
    return [fault for check in checks for fault in check(state)]


def card_faults(lying: Cards, pack: Cards, most: Callable[[Card], int]) -> Iterator[str]:
    """Return faults of the cards that lie anywhere, and of those that there may be.

    `pack` has the cards of the game, `most` says how often the packs hold a card.
    """
    if lying != pack:
        yield "cards have been lost or have come from nowhere"
    for card, copies in Counter(pack).items():
        if copies > most(card):
            yield f"there are {copies} {card}, but the packs hold {most(card)}"
