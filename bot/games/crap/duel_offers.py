"""The offers to the two players of a challenge: cards to place and guesses to make."""

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
from bot.games.crap.duel import needed
from bot.games.crap.state import State

MANY: Final = 25
"""Up to this many selections to place are all offered: what one menu can show."""
_GUESSES: Final = {rank: {suit: Guess(rank, suit) for suit in SUITS} for rank in RANKS}


def places(state: State, seat: Seat) -> list[Place]:
    """Selections to place, those first from which one guess can earn the least.

    They're made from the hand, in the number needed, and not asked for one by one: there are too many.
    """
    made = selections(in_order(state.hands[seat]), needed(state, seat))
    return [Place(",".join(cards)) for cards in sorted(made, key=best_reward)]


def selections(hand: Cards, number: int) -> list[Cards]:
    """Ways to take a number of cards of a hand: all of them while there are at most `MANY`.

    Of a bigger hand those whose cards lie as far apart as they can in its order, so that suits and ranks
    are mixed.
    """
    is_free = comb(len(hand), number) > MANY
    return list(dict.fromkeys(_spread(hand, number) if is_free else combinations(hand, number)))


def guesses(state: State, seat: Seat) -> list[Move]:
    """Return all guesses: ranks by how many of their cards the guesser hasn't seen, then suits likewise."""
    own = state.hands[seat] + state.protected[seat] + state.placed[seat]
    seen = (*own, *state.discard, *cards_of_sets(state.sets))
    seen_ranks = rank_counts(seen)
    seen_suits = Counter(map(SUIT_OF.get, seen))
    suits = sorted(SUITS, key=seen_suits.__getitem__)
    return [_GUESSES[rank][suit] for rank in sorted(RANKS, key=seen_ranks.__getitem__) for suit in suits]


def _spread(hand: Cards, number: int) -> Iterator[Cards]:
    """For each card of the hand a selection that starts with it and goes on at equal distances."""
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
