"""Cards and boards as text: by rank with aces high, wilds starred, in several lengths."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final, TypeAlias

from bot.engine.cards import RANK_OF, SUIT_OF, SUITS, Card, in_order
from bot.games.crazy_rummy.cards import PLAYED_RANKS, by_rank, set_rank
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count

STAR: Final = "★"
"""Marks wilds."""

Lengths: TypeAlias = tuple[str, ...]
"""The same cards in three lengths: each one, numbers by rank, only how many."""

NOTHING: Final[Lengths] = ("", "", "")
MORE_COPIES: Final = (
    message("five"), message("six"), message("seven"), message("eight"),
    message("nine"), message("ten"), message("eleven"), message("twelve"),
)  # fmt: skip
"""Numbers of cards beside a rank, where a digit would run into it: `five 10s`."""


def copies(count: int) -> str:
    """How many cards of a rank: `one` … `twelve`, `13`."""
    more = count - len(words.COPIES)
    return say(MORE_COPIES[more]) if 0 <= more < len(MORE_COPIES) else words.copies(count)


def are_wild(rank: str) -> str:
    """Which rank is wild, as a sentence."""
    return words.first_large(say("{ranks} are wild.", ranks=words.ranks_name(rank)))


def in_rank_order(ranks: Collection[str], wild: str = "") -> list[str]:
    """These ranks low to high, the ace highest and wilds last."""
    return [rank for rank in sorted(PLAYED_RANKS, key=lambda rank: rank == wild) if rank in ranks]


def in_hand_order(cards: Iterable[Card], wild: str, *, by_suit: bool = False) -> tuple[Card, ...]:
    """Cards as a hand shows them: by rank or suit, the ace highest, wilds last."""
    ranks = in_rank_order(PLAYED_RANKS, wild)

    def place(card: Card) -> tuple[bool, int, int]:
        rank, suit = ranks.index(RANK_OF[card]), SUITS.index(SUIT_OF[card])
        return (RANK_OF[card] == wild, *((suit, rank) if by_suit else (rank, suit)))

    return tuple(sorted(cards, key=place))


def low_first(cards: Iterable[Card]) -> str:
    """Cards by rank, the ace last: `3♣ 3♦ K♥ A♠`."""
    return " ".join(map(words.card, in_hand_order(cards, "")))


def ranks_listed(ranks: Collection[str]) -> str:
    """Ranks in words: `9s and queens`."""
    return words.listed([words.ranks_name(rank) for rank in in_rank_order(ranks)])


def shown(cards: Iterable[Card], wild: str) -> str:
    """Cards that are laid, each one, wilds that stand in for another rank apart: `Q♦ Q♠ + wild 5♥`."""
    cards = in_order(cards)
    rank = set_rank(cards, wild)
    naturals = [card for card in cards if RANK_OF[card] == rank]
    if len(naturals) == len(cards):
        return words.cards(cards)
    wilds = [card for card in cards if RANK_OF[card] != rank]
    return say("{cards} + wild {wilds}", cards=words.cards(naturals), wilds=words.cards(wilds))


def whole(cards: Iterable[Card], wild: str) -> str:
    """Cards written out, a group for each rank, wilds last: `3♣ 3♦ · K♥ · ★ 6♠`."""
    groups = [
        f"{STAR} {words.cards(group)}" if rank == wild else words.cards(group)
        for rank, group in _ranked(cards, wild)
    ]
    return " · ".join(groups) or say("none")


def compact(cards: Iterable[Card], wild: str = "") -> str:
    """Cards in little room, each rank named once: `3 ♣♦ · K ♥ · ★6 ♠`."""
    groups = [f"{_starred(rank, wild)} {_signs(group)}" for rank, group in _ranked(cards, wild)]
    return " · ".join(groups) or say("none")


def laid_set(cards: Sequence[Card], rank: str, wild: str = "") -> str:
    """A set with the wilds that stand in for its rank: `J ♥♠ +★♦`."""
    stand_ins = [card for card in cards if RANK_OF[card] != rank]
    naturals = [card for card in cards if RANK_OF[card] == rank]
    plus = f" +{STAR}{_signs(stand_ins)}" if stand_ins else ""
    return f"{_starred(rank, wild)} {_signs(naturals)}{plus}"


def board(sets: Sequence[Sequence[Card]], fed: Sequence[Card], wild: str) -> Lengths:
    """What lies in front of a player."""
    if not sets and not fed:
        return NOTHING
    parts = [laid_set(cards, set_rank(cards, wild), wild) for cards in sets]
    if fed:
        parts.append(say("fed {cards}", cards=compact(fed, wild)))
    cards = say_count("one card", "{number} cards", len(fed) + sum(map(len, sets)))
    total = say_count(
        "one set and {fed} fed, {cards} in all",
        "{number} sets and {fed} fed, {cards} in all",
        len(sets),
        fed=len(fed),
        cards=cards,
    )
    return (" · ".join(parts), _numbers(sets, fed, wild), total)


def held(hand: Sequence[Card], wild: str) -> Lengths:
    """What a player still held at the end."""
    if not hand:
        return NOTHING
    return (
        say("held {cards}", cards=compact(hand, wild)),
        say("held {cards}", cards=_numbers((), hand, wild)),
        say_count("held one card", "held {number} cards", len(hand)),
    )


def fitted(many: Sequence[Lengths], room: int) -> list[str]:
    """Each as long as all of them fit into `room` characters; the longest gives way first."""
    lengths = [0] * len(many)
    last = len(NOTHING) - 1
    while sum(map(len, texts := [one[length] for one, length in zip(many, lengths, strict=True)])) > room:
        longer = [place for place, length in enumerate(lengths) if length < last]
        if not longer:
            break
        lengths[max(longer, key=lambda place: len(texts[place]))] += 1
    return texts


def _numbers(sets: Sequence[Sequence[Card]], others: Sequence[Card], wild: str) -> str:
    """How many cards of each rank, stand-ins counted apart: `9×4 · J×5 +★2`."""
    naturals = Counter[str](RANK_OF[card] for card in others)
    stand_ins = Counter[str]()
    for cards in sets:
        rank = set_rank(cards, wild)
        own = sum(RANK_OF[card] == rank for card in cards)
        naturals[rank] += own
        stand_ins[rank] += len(cards) - own
    entries = [
        f"{_starred(rank, wild)}×{naturals[rank]}"
        + (f" +{STAR}{count}" if (count := stand_ins[rank]) else "")
        for rank in in_rank_order(naturals, wild)
    ]
    return " · ".join(entries)


def _ranked(cards: Iterable[Card], wild: str) -> list[tuple[str, list[Card]]]:
    """The cards under their ranks."""
    groups = by_rank(in_order(cards))
    return [(rank, groups[rank]) for rank in in_rank_order(groups, wild)]


def _starred(rank: str, wild: str) -> str:
    return STAR + rank if rank == wild else rank


def _signs(cards: Iterable[Card]) -> str:
    return "".join(words.SUIT_SIGN[SUIT_OF[card]] for card in in_order(cards))
