"""What cards and pressures cost (rules, section 6). All integers, exact at any size (R29)."""

from collections.abc import Iterable
from typing import Final

from bot.engine.cards import ORDER, PACK, RANK_OF, RANKS, Card, Rank

_VALUES: Final[dict[Rank, int]] = {
    "A": 1,
    "2": 20,
    "3": 3,
    "4": 15,
    "5": 30,
    "6": 30,
    "7": 20,
    "8": 50,
    "9": 30,
    "10": 25,
    "J": 10,
    "Q": 10,
    "K": 10,
}
_ONLY_THREES = -50

WORTH: Final[dict[Card, int]] = {card: _VALUES[rank] for card, rank in RANK_OF.items()}


def _preferred(card: Card) -> tuple[int, int, int]:
    return -WORTH[card], RANKS.index(RANK_OF[card]), ORDER[card]


PREFERENCE: Final[dict[Card, int]] = {card: place for place, card in enumerate(sorted(PACK, key=_preferred))}
"""The order in which the auto-move chooses: most points, then lowest rank, then C D H S (4.1)."""


def hand_points(hand: Iterable[Card]) -> int:
    """The points of the cards held: each three cancels the dearest card that is no eight (R32, R33)."""
    cards = list(hand)
    threes = sum(RANK_OF[card] == "3" for card in cards)
    if threes == len(cards):
        return _ONLY_THREES * threes
    eights = sum(WORTH[card] for card in cards if RANK_OF[card] == "8")
    dearest = sorted((WORTH[card] for card in cards if RANK_OF[card] not in ("3", "8")), reverse=True)
    return _VALUES["3"] * threes + eights + sum(dearest[threes:])


def pressure_points(number: int) -> int:
    """What a player's `number`-th pressure of the game costs: 5, 10, 20, 40, ... (R29)."""
    return 5 << (number - 1)


def last_pressures(number: int, last: int) -> int:
    """What the last so many of a player's `number` pressures cost together."""
    return sum(pressure_points(number - back) for back in range(last))
