"""Views of a game: its state with backs in place of hidden cards."""

from collections.abc import Sized
from typing import Final, Literal

from bot.engine.cards import Card, Cards
from bot.engine.chance import Seat

Back = Literal["?"]
BACK: Final[Back] = "?"
"""The mark in place of a hidden card, throw or vote."""


class Backs(Cards):
    """A zone of hidden cards whose number is known and may be 0."""

    __slots__ = ()


def backs(cards: Sized) -> Backs:
    """Return as many backs as there are cards."""
    return Backs((BACK,) * len(cards))


def cover_others(zones: tuple[Cards, ...], viewer: Seat | None) -> tuple[Cards, ...]:
    """Return the zones by seat, all covered but the viewer's."""
    return tuple(cards if seat == viewer else backs(cards) for seat, cards in enumerate(zones))


def is_covered(cards: Cards) -> bool:
    """Whether the zone holds hidden cards."""
    return BACK in cards


def visible(cards: Cards) -> Cards:
    """Return the visible cards of a zone."""
    return tuple(card for card in cards if card != BACK)


def zone_value(cards: Cards) -> list[Card | int] | int:
    """Return a zone in the notation: the number of its backs, then its visible cards."""
    if isinstance(cards, Backs):
        return len(cards)
    if not cards or cards[0] != BACK:
        return list(cards)
    covered = cards.count(BACK)
    return [covered, *cards[covered:]] if covered < len(cards) else covered
