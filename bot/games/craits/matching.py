"""What may be played on what (rules, section 4.2)."""

from typing import Final

from bot.engine.cards import PACK, RANK_OF, RED, SUIT_OF, SUITS, Card, Suit
from bot.games.craits.state import State

COUNT_CARDS: Final = frozenset(card for card in PACK if RANK_OF[card] in ("A", "2"))
"""The only cards that may be played during the count, whatever their suit (R11)."""


def _suits_for(card: Card) -> tuple[Suit, ...]:
    """The suits an eight or nine may name, its own first (R9)."""
    own = SUIT_OF[card]
    same_colour = RANK_OF[card] == "9"
    others = [suit for suit in SUITS if suit != own and ((suit in RED) == (own in RED) or not same_colour)]
    return (own, *others)


NAMEABLE: Final[dict[Card, tuple[Suit, ...]]] = {
    card: _suits_for(card) for card in PACK if RANK_OF[card] in ("8", "9")
}
"""The eights and nines with the suits they may name, the printed one first."""


def _fitting_on(suit: Suit, top: Card) -> frozenset[Card]:
    rank = RANK_OF[top]
    return frozenset(
        card for card in PACK if SUIT_OF[card] == suit or RANK_OF[card] == rank or card in NAMEABLE
    )


_FITTING: Final[dict[tuple[Suit | None, Card | None], frozenset[Card]]] = {
    (suit, top): _fitting_on(suit, top) for suit in SUITS for top in PACK
}


def fitting(state: State) -> frozenset[Card]:
    """The cards that whoever must play may play; only in a phase in which somebody must."""
    return COUNT_CARDS if state.phase == "count" else _FITTING[state.suit, state.top]
