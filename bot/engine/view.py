"""A view of a game: its state, with a back in place of every card that the viewer may not see."""

from collections.abc import Sized
from typing import Final, Literal

from bot.engine.cards import Card
from bot.engine.chance import Seat

Back = Literal["?"]
BACK: Final[Back] = "?"
"""A card, or anything else, whose face is hidden."""


class Backs(tuple[Card, ...]):
    """A covered zone: only the number of its cards is known, even when that is none."""

    __slots__ = ()


def backs(cards: Sized) -> Backs:
    """As many backs as there are cards."""
    return Backs((BACK,) * len(cards))


def own(zones: tuple[tuple[Card, ...], ...], viewer: Seat | None) -> tuple[tuple[Card, ...], ...]:
    """The zones by seat, all covered but the viewer's."""
    return tuple(cards if seat == viewer else backs(cards) for seat, cards in enumerate(zones))


def is_covered(cards: tuple[Card, ...]) -> bool:
    """Whether the zone holds cards that the viewer does not see."""
    return BACK in cards


def shown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a zone that the viewer sees."""
    return tuple(card for card in cards if card != BACK)


def zone(cards: tuple[Card, ...]) -> list[Card | int] | int:
    """Cards in the notation: covered ones are counted, below those that lie open."""
    if isinstance(cards, Backs):
        return len(cards)
    covered = cards.count(BACK)
    if not covered:
        return list(cards)
    return [covered, *cards[covered:]] if covered < len(cards) else covered
