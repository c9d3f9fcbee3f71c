"""Checks of invariants that games share."""

from collections import Counter
from collections.abc import Callable, Iterator

from bot.engine.cards import Card, Cards
from bot.engine.draft import State


def found(state: State, *checks: Callable[[State], Iterator[str]]) -> list[str]:
    """Return the faults that these checks find in a state."""
    return [fault for check in checks for fault in check(state)]


def card_faults(lying: Cards, pack: Cards, most: Callable[[Card], int]) -> Iterator[str]:
    """Yield the faults of the cards in a state: lost or extra ones, and too many copies of one.

    `lying` are all cards in the state, and `pack` those of the game. `most` gives the most copies of a card.
    """
    if lying != pack:
        yield "cards have been lost or have come from nowhere"
    for card, copies in Counter(pack).items():
        if copies > most(card):
            yield f"there are {copies} {card}, but the packs hold {most(card)}"
