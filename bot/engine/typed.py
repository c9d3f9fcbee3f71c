"""Lists of cards while they're typed: whole ones that make a move first, then one card more."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.engine.cards import (
    Cards,
    NotACard,
    card_words,
    holds,
    in_order,
    parse_card,
    typed_rank,
    without,
)

MAX_WHOLE: Final = 15
"""How many whole lists stand before the single cards, so that both find room among 25 entries."""


def continued(
    text: str,
    hand: Cards,
    whole: Callable[[Cards], Iterable[Cards]],
    order: Callable[[Cards], Any],
) -> list[str]:
    """Whole lists that go on with what is typed, then what is typed with each card that leads to one.

    `whole` gives the lists that make a move and begin with the given cards of the hand. `order` is their
    sort key, the best least. Lists with the same cards are offered once, and a list that is whole as
    typed comes first. The last word may be the beginning of a card. What isn't in the hand leads nowhere.
    """
    typed = read_typed(text)
    if typed is None or not holds(hand, typed[0]):
        return []
    head, beginning = typed
    longer = [(*head, card) for card in dict.fromkeys(without(hand, head)) if card.startswith(beginning)]
    found = [cards for start in (longer if beginning else [head]) for cards in whole(start)]
    once: dict[Cards, Cards] = {}
    for cards in sorted(found, key=lambda cards: (len(cards) > len(head), order(cards))):
        once.setdefault(in_order(cards), cards)
    steps = [start for start in longer if any(True for _ in whole(start))]
    return list(dict.fromkeys(map(",".join, [*list(once.values())[:MAX_WHOLE], *steps])))


def read_typed(text: str) -> tuple[Cards, str] | None:
    """The cards typed in full and the beginning of one more. None when a finished word isn't a card."""
    *words, last = card_words(text.lstrip(",; "))
    try:
        cards = tuple(map(parse_card, words))
    except NotACard:
        return None
    try:
        return (*cards, parse_card(last)), ""
    except NotACard:
        return cards, typed_rank(last)
