"""Sensible plays: expensive cards first, cards that hit others, wild cards last.

A card is its place in `DECK`, a suit its place in `SUITS`, and a hand the bits of its cards. Real
decisions and sampled games call the same function, so they can't differ. The weights are in points.
Each one stays because games with it were won more often.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.engine.cards import DECK, ORDER, RANK_OF, RANKS, SUIT_OF, SUITS, Card, Rank, Suit
from bot.games.craits.cards import COUNT_CARDS, FITTING, NAMEABLE, POINTS
from bot.players.policy import PLAIN, PlayStyle

Hand: TypeAlias = int
Play: TypeAlias = tuple[int, int]
"""A card, and the suit in force after it."""

_THREE: Final = -16
_FIVE: Final = 6
"""The extra worth of getting rid of a five. A three has a negative one, because it cancels cards."""
_BACKED_TWO: Final = 4
"""The extra worth of a two that starts a count if another card can answer it."""
_FOLLOWED_SIX: Final = 10
_FOUR_FOR_TWO: Final = 26
_FOUR: Final = -4
"""The extra worth of a four. `_FOUR_FOR_TWO` is for two players, where it gives another turn."""
_SUIT_LEFT: Final = 2
_NAMED_LEFT: Final = 3
"""The worth of each card left in the next suit, if it was named. `_SUIT_LEFT`: if printed."""
_RANK_LEFT: Final = -4
"""The worth of each card held of the same rank."""
_HITTING_RANKS: Final = frozenset[Rank](("2", "4", "7"))
"""Ranks that hit the next player, or the one after."""

SUIT_SIZE: Final = len(RANKS)
IN_COUNT: Final = len(DECK)
"""The index in `FITS` during the count. Otherwise it's made of the suit in force and the top's rank."""


def bits(cards: Iterable[Card]) -> Hand:
    """Return these cards as a hand. Equal cards count as one."""
    hand = 0
    for card in cards:
        hand |= 1 << ORDER[card]
    return hand


def places(hand: Hand) -> Iterator[int]:
    """Yield the cards of a hand, in canonical order."""
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand ^= lowest


FITS: Final = (*(bits(FITTING[suit, rank + suit]) for suit in SUITS for rank in RANKS), bits(COUNT_CARDS))
"""The cards that fit, by `fit_index` or `IN_COUNT`."""
WILD: Final = bits(NAMEABLE)
TWOS: Final = bits(card for card in DECK if RANK_OF[card] == "2")
_SUIT_MASK: Final = (1 << SUIT_SIZE) - 1
_SUIT_PLACES: Final = tuple(range(0, len(DECK), SUIT_SIZE))
"""The place of each suit's first card."""
_CARDS_OF_RANK: Final = tuple(bits(rank + suit for suit in SUITS) for rank in RANKS)
_RANK_PLACE: Final = tuple(place % SUIT_SIZE for place in range(len(DECK)))
_SUITS_AFTER: Final = tuple(
    tuple(SUITS.index(suit) for suit in NAMEABLE.get(card, (SUIT_OF[card],))) for card in DECK
)
"""For each card, the suits it may put in force, its own first."""
_SIX: Final = RANKS.index("6")


class Weights(NamedTuple):
    """The weights that depend on a character."""

    points: float
    eight: float
    eight_in_danger: float
    """The extra worth of getting rid of an eight while someone is about to go out. `eight`: otherwise."""
    nine: float
    two: float
    """The extra worth of a two that starts a count without a card to answer it. `nine`: of a nine."""
    leader: float
    """The worth of hitting the leader."""


@cache
def weights_of(play_style: PlayStyle) -> Weights:
    """Return the weights of a character. They cost no character many games."""
    return Weights(
        points=1 + 0.25 * play_style.haste,
        eight=-80 - 15 * play_style.hoard,
        eight_in_danger=-30 - 15 * play_style.hoard - 15 * play_style.bold,
        nine=-30 - 5 * play_style.hoard,
        two=-14 + 10 * play_style.bold,
        leader=12 * play_style.spite,
    )


class Leaning:
    """The worth of getting rid of each rank: `backed` if the hand can answer a count, else `alone`."""

    def __init__(self, weights: Weights, *, two_players: bool, in_danger: bool, at_leader: bool) -> None:
        extra: dict[Rank, float] = {
            "2": weights.two,
            "3": _THREE,
            "4": _FOUR_FOR_TWO if two_players else _FOUR,
            "5": _FIVE,
            "8": weights.eight_in_danger if in_danger else weights.eight,
            "9": weights.nine,
        }
        if at_leader:
            for rank in _HITTING_RANKS:
                extra[rank] = extra.get(rank, 0) + weights.leader
        self.alone = tuple(weights.points * POINTS[f"{rank}C"] + extra.get(rank, 0) for rank in RANKS)
        two = RANKS.index("2")
        self.backed = (*self.alone[:two], self.alone[two] + _BACKED_TWO, *self.alone[two + 1 :])


@cache
def leaning(play_style: PlayStyle, *, two_players: bool, in_danger: bool, at_leader: bool) -> Leaning:
    """Return the leaning of a character in a situation."""
    weights = weights_of(play_style)
    return Leaning(weights, two_players=two_players, in_danger=in_danger, at_leader=at_leader)


def plain_leanings(*, two_players: bool) -> tuple[Leaning, Leaning]:
    """Return a plain player's leanings: while nobody is about to go out, and once someone is."""
    calm, danger = (
        leaning(PLAIN, two_players=two_players, in_danger=in_danger, at_leader=False)
        for in_danger in (False, True)
    )
    return calm, danger


def fit_index(suit: Suit | None, top: Card | None) -> int:
    """Return the index in `FITS` of a suit in force and a top card, outside the count."""
    return SUITS.index(suit or "C") * SUIT_SIZE + _RANK_PLACE[ORDER[top or "AC"]]


@lru_cache(maxsize=50_000)  # Sampled games often arrive at the same hands.
def best_play(hand: Hand, index: int, leans: Leaning) -> Play | None:
    """Return the best play of a hand. None if no card fits."""
    fits = hand & FITS[index]
    if not fits:
        return None
    if index == IN_COUNT:
        fits = fits & TWOS or fits
        return next((card, card // SUIT_SIZE) for card in places(fits))
    if not fits & (fits - 1) and not fits & WILD:
        card = fits.bit_length() - 1
        return card, card // SUIT_SIZE
    return _best_fitting(hand, fits, leans)


def _best_fitting(hand: Hand, fits: Hand, leans: Leaning) -> Play:
    """Return the best of the cards that fit, and its best suit."""
    worths = leans.backed if (hand & FITS[IN_COUNT]).bit_count() > 1 else leans.alone
    plain = hand & ~WILD
    suits = [(plain >> place & _SUIT_MASK).bit_count() for place in _SUIT_PLACES]
    best, highest = (-1, 0), -1000.0
    for card in places(fits):
        rank, is_wild = _RANK_PLACE[card], WILD >> card & 1
        worth = worths[rank] + _RANK_LEFT * (hand & _CARDS_OF_RANK[rank]).bit_count()
        for suit in _SUITS_AFTER[card]:
            gain = worth + (_NAMED_LEFT if is_wild else _SUIT_LEFT) * suits[suit]
            if rank == _SIX and hand & FITS[suit * SUIT_SIZE + rank] & ~(1 << card):
                gain += _FOLLOWED_SIX
            if gain > highest:
                best, highest = (card, suit), gain
    return best
