"""The viewer's hand, and cards in words: by rank with aces high, wilds starred."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, cast

from bot.engine.cards import RANK_OF, SUIT_OF, SUITS, Card, in_order
from bot.engine.view import visible as seen
from bot.games.crazy_rummy.cards import PLAYED_RANKS, by_rank, set_rank
from bot.games.crazy_rummy.state import State
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.scene import Scene
from bot.rendering.written import STAR

WILDS_ALLOWED: Final[Mapping[str, str]] = {
    "to come": message("First play: any number of wilds, this turn only."),
    "now": message("First play: any number of wilds, this turn only."),
    "over": message("From now on: one wild per set, or only wilds."),
}
"""The number of wilds that sets take, by the state of their player's first play."""
MORE_COPIES: Final = (
    message("five"), message("six"), message("seven"), message("eight"),
    message("nine"), message("ten"), message("eleven"), message("twelve"),
)  # fmt: skip
"""Number words before a rank, since a digit would run into it: `five 10s`."""


def view_of(scene: Scene) -> State:
    """Return the scene's view."""
    return cast("State", scene.view)


def own_hand(scene: Scene) -> tuple[Card, ...]:
    """Return the viewer's cards."""
    return seen(view_of(scene).hands[scene.seat])


def copies(count: int) -> str:
    """Return a number of cards of a rank: `one` … `twelve`, `13`."""
    more = count - len(words.COPIES)
    return say(MORE_COPIES[more]) if 0 <= more < len(MORE_COPIES) else words.copies(count)


def wild_sentence(rank: str) -> str:
    """Return the sentence that names the wild rank."""
    return words.capitalised(say("{ranks} are wild.", ranks=words.ranks_name(rank)))


def in_rank_order(ranks: Collection[str], wild: str = "") -> list[str]:
    """Return these ranks low to high, the ace highest and wilds last."""
    return [rank for rank in sorted(PLAYED_RANKS, key=lambda rank: rank == wild) if rank in ranks]


def in_hand_order(cards: Iterable[Card], wild: str, *, by_suit: bool = False) -> tuple[Card, ...]:
    """Return cards as a hand shows them: by rank or suit, the ace highest, wilds last."""
    ranks = in_rank_order(PLAYED_RANKS, wild)

    def place(card: Card) -> tuple[bool, int, int]:
        rank, suit = ranks.index(RANK_OF[card]), SUITS.index(SUIT_OF[card])
        return (RANK_OF[card] == wild, *((suit, rank) if by_suit else (rank, suit)))

    return tuple(sorted(cards, key=place))


def low_first(cards: Iterable[Card]) -> str:
    """Return cards by rank, the ace last: `3♣ 3♦ K♥ A♠`."""
    return " ".join(map(words.card, in_hand_order(cards, "")))


def ranks_listed(ranks: Collection[str]) -> str:
    """Return ranks in words: `9s and queens`."""
    return words.listed([words.ranks_name(rank) for rank in in_rank_order(ranks)])


def set_text(cards: Iterable[Card], wild: str) -> str:
    """Return laid cards, with the wilds of another rank apart: `Q♦ Q♠ + wild 5♥`."""
    cards = in_order(cards)
    rank = set_rank(cards, wild)
    naturals = [card for card in cards if RANK_OF[card] == rank]
    if len(naturals) == len(cards):
        return words.cards(cards)
    wilds = [card for card in cards if RANK_OF[card] != rank]
    return say("{cards} + wild {wilds}", cards=words.cards(naturals), wilds=words.cards(wilds))


def full_text(cards: Iterable[Card], wild: str) -> str:
    """Return cards written out, a group for each rank, wilds last: `3♣ 3♦ · K♥ · ★ 6♠`."""
    groups = [
        f"{STAR} {words.cards(group)}" if rank == wild else words.cards(group)
        for rank, group in _groups(cards, wild)
    ]
    return " · ".join(groups) or say("none")


def compact(cards: Iterable[Card], wild: str = "") -> str:
    """Return cards in little room, each rank named once: `3 ♣♦ · K ♥ · ★6 ♠`."""
    groups = [f"{starred(rank, wild)} {signs(group)}" for rank, group in _groups(cards, wild)]
    return " · ".join(groups) or say("none")


def _groups(cards: Iterable[Card], wild: str) -> list[tuple[str, list[Card]]]:
    """Return the cards by rank."""
    groups = by_rank(in_order(cards))
    return [(rank, groups[rank]) for rank in in_rank_order(groups, wild)]


def starred(rank: str, wild: str) -> str:
    """Return a rank, marked if it's wild."""
    return STAR + rank if rank == wild else rank


def signs(cards: Iterable[Card]) -> str:
    """Return the suits of cards: `♣♦`."""
    return "".join(words.SUIT_SIGN[SUIT_OF[card]] for card in in_order(cards))
