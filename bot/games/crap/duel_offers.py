"""Offers to the two players of a challenge: cards to place, and guesses."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final

from bot.engine.cards import JOKER, RANK_OF, RANKS, SUIT_OF, SUITS, Cards, in_order
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap.cards import cards_of_sets, rank_counts
from bot.games.crap.challenging import Guess, Place
from bot.games.crap.duel import number_to_place
from bot.games.crap.state import State

MAX_OFFERED: Final = 25
"""The most selections to offer in full, as many as fit into one select."""
_GUESSES: Final = {rank: {suit: Guess(rank, suit) for suit in SUITS} for rank in RANKS}


def place_moves(state: State, seat: Seat) -> list[Place]:
    """Return selections to place, those with the lowest possible reward for a guess first.

    They're legal by construction: checking each one would take too long.
    """
    chosen = selections(in_order(state.hands[seat]), number_to_place(state, seat))
    return [Place(",".join(cards)) for cards in sorted(chosen, key=best_reward)]


def selections(hand: Cards, number: int) -> list[Cards]:
    """Return all ways to select a number of cards, or a bounded number if there are more than `MAX_OFFERED`.

    The bounded ones take cards far apart in the hand's order, which mixes suits and ranks.
    """
    is_too_many = comb(len(hand), number) > MAX_OFFERED
    return list(dict.fromkeys(_spread(hand, number) if is_too_many else combinations(hand, number)))


def guess_moves(state: State, seat: Seat) -> list[Move]:
    """Return all guesses, first by rank, then by suit: those with the most cards unseen come first."""
    own = state.hands[seat] + state.protected[seat] + state.placed[seat]
    seen = (*own, *state.discard, *cards_of_sets(state.sets))
    seen_ranks = rank_counts(seen)
    seen_suits = Counter(map(SUIT_OF.get, seen))
    suits = sorted(SUITS, key=seen_suits.__getitem__)
    return [_GUESSES[rank][suit] for rank in sorted(RANKS, key=seen_ranks.__getitem__) for suit in suits]


def _spread(hand: Cards, number: int) -> Iterator[Cards]:
    """Yield, for each card of the hand, a selection that starts there and continues at equal distances."""
    size = len(hand)
    distance = size // number
    for start in range(size):
        chosen = sorted((start + distance * step) % size for step in range(number))
        yield tuple(hand[place] for place in chosen)


def best_reward(cards: Cards) -> int:
    """Return the reward of the best possible guess at these cards."""
    ranks = [RANK_OF[card] for card in cards if card != JOKER]
    suits = [SUIT_OF[card] for card in cards if card != JOKER]
    return max(map(ranks.count, ranks), default=0) + max(map(suits.count, suits), default=0)
