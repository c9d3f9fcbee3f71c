"""Autocompletion for lists of cards."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from bot.engine.cards import Cards, NotACard, card_words, holds, in_order, normalised, parse_card, without

MAX_COMPLETE: Final = 15
"""The most complete lists offered before single cards, so that both fit into the 25 choices."""


def completions(
    text: str, hand: Cards, lists_from: Callable[[Cards], Iterable[Cards]], order: Callable[[Cards], Any]
) -> list[str]:
    """Return completions of a list: whole lists first, then the typed text with one more card.

    `lists_from` gives the lists that make a move and begin with the given cards of the hand. `order` is
    their sort key, smallest first. Lists with the same cards are offered once, and a list that's complete as
    typed comes first. The last word may be the beginning of a card. Cards not in the hand aren't completed.
    """
    typed = read_typed(text)
    if typed is None or not holds(hand, typed[0]):
        return []
    head, beginning = typed
    extended = [(*head, card) for card in dict.fromkeys(without(hand, head)) if card.startswith(beginning)]
    found = [cards for start in (extended if beginning else [head]) for cards in lists_from(start)]
    unique: dict[Cards, Cards] = {}
    for cards in sorted(found, key=lambda cards: (len(cards) > len(head), order(cards))):
        unique.setdefault(in_order(cards), cards)
    partial = [start for start in extended if any(True for _ in lists_from(start))]
    return list(dict.fromkeys(map(",".join, [*list(unique.values())[:MAX_COMPLETE], *partial])))


def read_typed(text: str) -> tuple[Cards, str] | None:
    """Return the fully typed cards and the beginning of another. None if a finished word isn't a card."""
    *words, last = card_words(text.lstrip(",; "))
    try:
        cards = tuple(map(parse_card, words))
    except NotACard:
        return None
    try:
        return (*cards, parse_card(last)), ""
    except NotACard:
        return cards, normalised(last)
