"""What to do with a turn: every action is worth so many points, and the best one is taken."""

import math
from collections.abc import Iterator
from typing import Final

from bot.engine.cards import RANKS
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap import acquiring, challenging, cooperating, laying, recycling
from bot.games.crap.state import State
from bot.players.crap.outlook import PLACES, SHARE, Outlook, hand_worth, outlook
from bot.players.policy import View

FRESH: Final = 26.0
"""What a new hand is worth on average."""
CARD: Final = 5.0
"""What a card from the stock is worth."""
HARM: Final = 0.5
"""What a loss of another is worth, for two others in all."""
CALLED: Final = 0.05
"""How often a bluff is called for no reason, and more for each card that somebody would lose."""
CALLED_MORE: Final = 0.25
REWARD: Final = 0.36
"""What a guess earns for each card that was placed."""
NOISE: Final = 1.5


def turn(state: State, view: View) -> Move:
    """The best action, by points."""
    seat = view.seat
    seen = outlook(state, seat, view.notes)  # type: ignore[arg-type]
    if max(seen.held[:-1]) + seen.held[-1] >= 4:
        forms = laying.offers(state, seat, dict(zip(RANKS, seen.held, strict=False)))
        if forms:
            return forms[0]
    best, most = recycling.RECYCLE, -math.inf
    random = view.rng.random
    for move, worth in weighed(state, seat, seen):
        worth += NOISE * random()
        if worth > most:
            best, most = move, worth
    return best


def weighed(state: State, seat: Seat, seen: Outlook) -> Iterator[tuple[Move, float]]:
    """Actions and what they are worth."""
    others = state.others(seat)
    hands = state.hands
    own = len(hands[seat])
    harm = HARM * 2 / len(others)
    yield from _acquires(seen, harm)
    yield recycling.RECYCLE, FRESH - hand_worth(counted_hand(state, seat, seen), seen.prices)
    target = max(others, key=lambda other: len(hands[other]))
    theirs = _placed(own)
    yield challenging.offers((target,))[0], CARD * REWARD * (_placed(len(hands[target])) - harm * theirs)
    least = min(others, key=lambda other: len(hands[other]))
    yield cooperating.offers((least,))[0], CARD * (1 - harm)


def counted_hand(state: State, seat: Seat, seen: Outlook) -> list[int]:
    return seen.held


def _placed(size: int) -> float:
    return sum(min(die, size) for die in range(1, 7)) / 6


def _acquires(seen: Outlook, harm: float) -> Iterator[tuple[Move, float]]:
    for place in PLACES:
        count, price = seen.held[place], seen.prices[place]
        sure = most = 0.0
        for row in seen.known:
            sure += row[place]
            most = max(most, row[place])
        expected = seen.unknown[place]
        if sure + expected < 0.15:
            continue
        none = math.exp(-expected)
        one = none * expected
        before = SHARE[count]
        now = int(count + sure + 0.5)
        gain = none * SHARE[now] + one * SHARE[now + 1] + (1 - none - one) * SHARE[now + 2] - before
        worth = price * (gain + harm * SHARE[int(most + 0.5)])
        if count:
            if sure < 0.5:
                worth -= none * price * (before - SHARE[count - 1])
        else:
            called = min(0.9, CALLED + CALLED_MORE * most)
            worth = (1 - called) * worth - called * CARD
        yield acquiring.Acquire(RANKS[place]), worth
