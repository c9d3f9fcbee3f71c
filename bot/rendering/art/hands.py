"""The order of a hand in a fan, in parts by rank or by suit."""

from collections.abc import Iterable, Sequence
from typing import Literal

from bot.engine.cards import JOKER, RANK_OF, RANKS, SUIT_OF, Card, in_order

Order = Literal["rank", "suit"]


def in_parts(
    cards: Iterable[Card], order: Order = "rank", ranks: Sequence[str] = RANKS
) -> tuple[tuple[Card, ...], ...]:
    """Return a hand in parts: one for each suit, or each rank in the order of `ranks`. Jokers come last."""
    names = SUIT_OF if order == "suit" else RANK_OF
    parts: dict[str, list[Card]] = {}
    for card in in_order(cards):
        parts.setdefault(names.get(card, JOKER), []).append(card)
    places = sorted(parts, key=(*ranks, JOKER).index) if order == "rank" else list(parts)
    return tuple(tuple(parts[place]) for place in places)
