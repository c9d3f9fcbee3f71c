"""The words in which the cards, counts and piles of a sheet must be told."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from tests.rendering.twin.hearing import Cards

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS: Final = {"A": "aces", "J": "jacks", "Q": "queens", "K": "kings"}
ORDER: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COVERED: Final = "covered"
STAR: Final = "★"


def card(one: str) -> str:
    """Return a card as text: `7♣`, `joker`."""
    return {"JK": "joker", COVERED: "face down"}.get(one) or one[:-1] + SIGNS[one[-1]]


def cards(some: Iterable[str]) -> str:
    """Return cards as text, side by side."""
    return " ".join(map(card, some))


def ranks(rank: str) -> str:
    """Return the name of a rank: `kings`, `7s`."""
    return RANKS.get(rank, f"{rank}s")


def number(count: int, what: str, one: str = "one") -> str:
    """Return a number with its noun: `one card`, `2 cards`."""
    return f"{one} {what}" if count == 1 else f"{count} {what}s"


def rounded(points: int) -> str:
    """Return a number in the form for rows: `−1,050`, `≈10^58`."""
    digits = str(abs(points))
    return ("−" if points < 0 else "") + (f"{abs(points):,}" if len(digits) < 8 else f"≈10^{len(digits) - 1}")


def listed(parts: Iterable[str]) -> str:
    """Return a list as text: `a, b and c`."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def pile(name: str, count: int, top: str = COVERED) -> str:
    """Return a pile as text, with its top card."""
    if not count:
        return f"{name}: empty"
    shown = "" if top == COVERED else f", {'on top ' if count > 1 else ''}{card(top)}"
    return f"{name}: {number(count, 'card', 'a')}{shown}"


def signs(rank: str, some: Iterable[str]) -> str:
    """Return cards of one rank as text: `J ♥♠`."""
    return f"{rank} {''.join(SIGNS[suit] for suit in sorted(card[-1] for card in some))}"


def by_rank(some: Iterable[str], wild: str = "") -> str:
    """Return cards by rank as text, wilds last: `7 ♣♦♦ · K ♠ · ★6 ♦`, `2 ♣ · joker ×2`."""
    some = tuple(some)
    parts = [signs(STAR * (rank == wild) + rank, own) for rank, own in gathered(some, wild).items()]
    jokers = some.count("JK")
    return " · ".join([*parts, *(["joker" + f" ×{jokers}" * (jokers > 1)] if jokers else [])])


def gathered(some: Iterable[str], wild: str = "") -> Mapping[str, Cards]:
    """Return the cards of each rank without jokers, wilds last. If there are wilds, aces are high."""
    plain = [one for one in some if one != "JK"]
    ranks = sorted(
        {one[:-1] for one in plain}, key=lambda rank: (rank == wild, wild and rank == "A", ORDER.index(rank))
    )
    return {rank: tuple(one for one in plain if one[:-1] == rank) for rank in ranks}


def counted(some: Iterable[str]) -> str:
    """Return the ranks of cards as text: `7×3 K joker`."""
    many = Counter("joker" if one == "JK" else one[:-1] for one in some)
    return " ".join(f"{rank}×{count}" if count > 1 else rank for rank, count in many.items())
