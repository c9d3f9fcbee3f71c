"""Positions of Crapette for tests."""

from collections import Counter
from typing import Any

from bot.games.crapette import GAME
from bot.games.crapette.state import HOUSES, State
from tests.games.driver import Driver

KINGS = ("KS", "KS", "KH", "KH", "KD", "KD", "KC", "KC")
PILES: dict[str, Any] = {
    "hands": {"A": ["2C", "3C"], "B": ["3D", "7D"]},
    "discards": {"A": ["2S"], "B": ["5C"]},
    "crapauds": {"A": ["9H", "2H"], "B": ["QD", "6D"]},
}
NO_HAND: dict[str, Any] = {"hands": {"A": [], "B": ["3D"]}}
SPENT: dict[str, Any] = {**NO_HAND, "discards": {"A": [], "B": ["5C"]}}
"""Piles that leave A without a hand and without a discard pile."""
STUCK: dict[str, Any] = {
    "hands": {"A": [], "B": []},
    "discards": {"A": [], "B": []},
    "crapauds": {"A": ["9S"], "B": ["9D"]},
}
"""Piles that leave both players only their crapauds."""


def at(
    houses: dict[str, str] | None = None, options: dict[str, Any] | None = None, **fields: Any
) -> Driver[State]:
    """Return a game in a position. Houses not named hold a king that plays no part, `"-"` is an empty one."""
    piles = {**PILES, **fields}
    laid = {name: cards.replace("-", "").split() for name, cards in (houses or {}).items()}
    named = [*laid.values(), *(pile for zone in PILES for pile in piles[zone].values())]
    spare = (Counter(KINGS) - Counter(card for cards in named for card in cards)).elements()
    laid |= {name: [next(spare)] for name in HOUSES if name not in laid}
    return Driver(GAME, 2, {**piles, "houses": laid}, options=options)


def house(game: Driver[State], name: str) -> str:
    """Return the cards of a house as text."""
    return " ".join(game.state.pile(name))
