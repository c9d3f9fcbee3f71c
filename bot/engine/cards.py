"""Playing cards as short texts: `"AS"`, `"10H"`, and `"JK"` for a joker.

A card prints, compares, hashes and is stored without conversion. Equal cards of two decks are the same
text, so they're interchangeable. Rank, suit and order are table look-ups.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from bot.engine.spelling import plain

Card: TypeAlias = Annotated[str, Meta(extra={"kind": "card"})]
Cards: TypeAlias = tuple[Card, ...]
Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Suit = Literal["C", "D", "H", "S"]

RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
JOKER: Final[Card] = "JK"
DECK: Final[Cards] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One deck without jokers in canonical order: C D H S, within a suit A to K."""

RANK_OF: Final[dict[Card, Rank]] = {r + s: r for s in SUITS for r in RANKS}
SUIT_OF: Final[dict[Card, Suit]] = {r + s: s for s in SUITS for r in RANKS}
ORDER: Final[dict[Card, int]] = {card: place for place, card in enumerate((*DECK, JOKER))}
RED: Final[frozenset[Suit]] = frozenset(("D", "H"))

SEPARATORS: Final = re.compile(r"[\s,;，、；]+")  # East Asian keyboards type wide ones.
"""The separators between the cards of a list."""


class NotACard(ValueError):
    """A text that isn't a card. `text` is the bad word."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card")
        self.text = text


def in_order(cards: Iterable[Card]) -> Cards:
    """Return the cards in canonical order: C D H S, within a suit A to K, jokers last."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def parse_card(text: str) -> Card:
    """Return a card from any spelling: `7♣`, `joker`, `TH` for `10H`. Raise NotACard for anything else."""
    if text in ORDER:  # The usual case, many times a move, must be fast.
        return text
    card = normalised(text).replace(" ", "")
    if card == "JOKER":
        return JOKER
    if card not in ORDER:
        raise NotACard(text.strip())
    return card


def normalised(text: str) -> str:
    """Return a rank or the beginning of a card in the program's spelling: capitals, and `10` for `T`."""
    return re.sub("^T", "10", plain(text).upper())


def card_words(text: str) -> list[str]:
    """Return the words of a list of cards. A suit written apart is joined to the rank before it."""
    words: list[str] = []
    for word in SEPARATORS.split(text):
        if words and normalised(words[-1]) in RANKS and normalised(word) in ("", *SUITS):
            words[-1] += word
        else:
            words.append(word)
    return words


def parse_cards(text: str) -> Cards:
    """Return the cards of a text, separated by blanks or commas. Raise NotACard for a bad word or none."""
    words = list(filter(None, card_words(text)))
    if not words:
        raise NotACard(text.strip())
    return tuple(map(parse_card, words))


def holds(hand: Iterable[Card], wanted: Iterable[Card]) -> bool:
    """Whether `hand` has every card of `wanted`, copies counted."""
    return not Counter(wanted) - Counter(hand)


def missing(hand: Iterable[Card], wanted: Iterable[Card]) -> Cards:
    """Return the cards of `wanted` that `hand` lacks, copies counted, in the order of `wanted`."""
    left = list(hand)
    absent: list[Card] = []
    for card in wanted:
        if card in left:
            left.remove(card)
        else:
            absent.append(card)
    return tuple(absent)


def without(hand: Sequence[Card], removed: Iterable[Card]) -> Cards:
    """Return `hand` without one copy of each card of `gone`. Raise ValueError if it lacks one."""
    left = list(hand)
    for card in removed:
        left.remove(card)
    return tuple(left)
