"""Choosing a turn's action: each gets a value in points, and the best one is taken."""

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.cards import RANKS
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap import laying, protecting, recycling, voting
from bot.games.crap.acquiring import Acquire
from bot.games.crap.cards import SINGLE
from bot.games.crap.challenging import Challenge
from bot.games.crap.cooperating import Cooperate
from bot.games.crap.state import MAX_SEATS, State
from bot.players.crap.outlook import (
    GUARDED,
    GUARDS,
    PLACES,
    RANK,
    SHARE,
    Outlook,
    counted,
    hand_worth,
    outlook,
    standings,
)
from bot.players.policy import PLAIN, View

FRESH: Final = 26.0
"""The average worth of a new hand, in points."""
CARD: Final = 5.0
"""The worth of a card from the stock."""
HARM: Final = 1.0
"""The weight of another player's loss, divided by the number of others."""
CALLED: Final = 0.05
"""The probability that a bluff is called. `CALLED_MORE` comes on top for each card someone would lose."""
CALLED_MORE: Final = 0.25
DARING: Final = 0.15
"""The share of turns in which a bluff is considered. Players who bluff whenever it pays get called."""
MIN_KNOWN: Final = 1.5
"""The least number of known cards of a rank for a bluff."""
REWARD: Final = 0.36
"""The average reward of a guess for each placed card."""
NOISE: Final = 1.5
"""The largest random addition to the value of an action, in points."""
ACTIONS: Final = 5
"""The number of actions to consider besides sets."""
SETS: Final = 2
"""The number of sets to consider."""
FRESH_CARDS: Final = 7
"""The average number of cards in a recycled hand."""
LEAN: Final = 3.0
"""The points that a full leaning adds to a move it favours."""
PATIENCE: Final = 90.0
"""The least points of a set with jokers or of aces for the most patient character to lay it."""
KEEPS: Final = 0.58
"""The probability that protected cards survive a recycle."""
STEPS: Final = 8
"""Expected numbers of cards are rounded to multiples of 1 divided by this."""
_MOST: Final = 3 * STEPS

_ACQUIRES: Final = tuple(Acquire(rank) for rank in RANKS)
_CHALLENGES: Final = tuple(map(Challenge, range(MAX_SEATS)))
_COOPERATES: Final = tuple(map(Cooperate, range(MAX_SEATS)))
_PLACED: Final = tuple(sum(min(die, size) for die in range(1, 7)) / 6 for size in range(7))
"""The average number of cards placed by a hand of 0, 1, 2, ... cards."""


def _after(held: int, step: int, share: Sequence[float]) -> float:
    """Return a rank's expected share of a set's points, with `held` cards and about `step` parts to come."""
    expected = step / STEPS
    none = math.exp(-expected)
    one = none * expected
    return none * share[held] + one * share[held + 1] + (1 - none - one) * share[held + 2]


_AFTER: Final = {
    share: tuple(tuple(_after(held, step, share) for step in range(_MOST + 1)) for held in range(13))
    for share in (SHARE, GUARDED)
}
_NONE: Final = tuple(math.exp(-step / STEPS) for step in range(_MOST + 1))


def turn(state: State, view: View, *, guards: bool = False) -> Move:
    """Return a set if there's one, or else the best action. With `guards`, it may protect a card."""
    seen = outlook(state, view)
    if sets := laid(state, view, seen):
        return sets[0]
    best: Move = recycling.RECYCLE
    most, random = -math.inf, view.rng.random
    for move, worth in weighed(state, view, seen, guards=guards):
        mixed = worth + NOISE * random()
        if mixed > most:
            best, most = move, mixed
    return best


def considered(state: State, view: View, *, guards: bool = False) -> list[Move]:
    """Return the actions to consider: the best sets, then the best other actions. Few are bluffs."""
    seen = outlook(state, view)
    ranked = sorted(weighed(state, view, seen, guards=guards), key=lambda one: -one[1])
    return [*laid(state, view, seen)[:SETS], *(move for move, _ in ranked[:ACTIONS])]


def laid(state: State, view: View, seen: Outlook) -> list[laying.Score]:
    """Return the sets to lay, most points first. A patient player keeps jokers and aces for better ones."""
    if max(seen.held[:-1]) + seen.held[-1] < SINGLE:
        return []
    sets = laying.score_moves(state, view.seat, dict(zip(RANKS, seen.held, strict=False)))
    patience = -view.play_style.haste * PATIENCE
    if patience <= 0:
        return sets
    return [
        form
        for form in sets
        if not (form.jokers or form.rank == "A") or laying.points_of(form, state.sets) >= patience
    ]


def weighed(state: State, view: View, seen: Outlook, *, guards: bool = False) -> list[tuple[Move, float]]:
    """Return all actions except sets, with their values."""
    share = GUARDED if guards else SHARE
    hands, others, play_style = state.hands, state.others(view.seat), view.play_style
    harm = HARM / len(others)
    target = max([(len(hands[other]), other) for other in others])[1]
    if play_style != PLAIN:
        target = leading(state, others) if play_style.spite > 0 else target
        harm *= 1 + play_style.spite / 2
    gain = _PLACED[min(len(hands[target]), 6)] - harm * _PLACED[min(len(hands[view.seat]), 6)]
    bluffs = view.rng.random() < DARING * (1 + play_style.bold)
    partner = min([(len(hands[other]), other) for other in others])[1]
    lean = LEAN * (play_style.haste - play_style.hoard)
    found: list[tuple[Move, float]] = [
        (recycling.RECYCLE, FRESH + lean - hand_worth(seen.held, seen.prices, share)),
        *_acquires(seen, harm, LEAN * play_style.bold, share, bluffs=bluffs),
        (_CHALLENGES[target], CARD * REWARD * gain + LEAN * play_style.spite),
        (_COOPERATES[partner], CARD * (1 - harm) - LEAN * play_style.hoard),
    ]
    if voting.is_allowed(state):
        extra = len(hands[target]) - FRESH_CARDS
        found += [(move, harm * CARD * extra / 2) for move in voting.vote_moves(state, view.seat, (target,))]
    if guards:
        kept = counted(state.protected[view.seat])
        found[0] = recycling.RECYCLE, found[0][1] + KEEPS * hand_worth(kept, seen.prices, share)
        found += _guards(state, view, seen)
    if play_style.hoard > 0:
        found += _protects(state, view, seen)
    return found


def leading(state: State, others: Sequence[Seat]) -> Seat:
    """Return the seat of these with the most points."""
    points = standings(state)
    return max(others, key=points.__getitem__)


def _protects(state: State, view: View, seen: Outlook) -> list[tuple[Move, float]]:
    """Return the protection of a card of the most expensive three cards of a rank, for hoarders."""
    threes = [place for place in PLACES if seen.held[place] == SINGLE - 1]
    cards = [card for card in state.hands[view.seat] if RANK[card] in threes[-1:]]
    return [(protecting.Protect(card), LEAN * 2 * view.play_style.hoard) for card in cards[:1]]


def _guards(state: State, view: View, seen: Outlook) -> list[tuple[Move, float]]:
    """Return the protection of a card of each pair and three, which others could acquire."""
    cards = {RANK[card]: card for card in reversed(state.hands[view.seat])}
    return [
        (protecting.Protect(card), GUARDS[seen.held[place]] * seen.prices[place])
        for place, card in cards.items()
        if place in PLACES and seen.held[place] in (2, 3)
    ]


def _acquires(
    seen: Outlook, harm: float, bolder: float, share: tuple[float, ...], *, bluffs: bool
) -> list[tuple[Move, float]]:
    """Return acquires of ranks that someone may hold, honest ones, and bluffs if someone holds many."""
    held, prices, unknown, known = seen.held, seen.prices, seen.unknown, seen.known
    found: list[tuple[Move, float]] = []
    after = _AFTER[share]
    for place in PLACES:
        count, sure = held[place], 0.0
        for row in known:
            sure += row[place]
        if not count and (not bluffs or sure < MIN_KNOWN):
            continue
        step = min(int(unknown[place] * STEPS + 0.5), _MOST)
        before, price = share[count], prices[place]
        gain = after[min(12, count + int(sure + 0.5))][step] - before
        if sure:
            most = max([row[place] for row in known])
            gain += harm * share[int(most + 0.5)]
            if not count:
                called = min(0.9, CALLED + CALLED_MORE * most)
                found.append((_ACQUIRES[place], (1 - called) * price * gain - called * CARD + bolder))
                continue
        else:
            gain -= _NONE[step] * (before - share[count - 1])
        found.append((_ACQUIRES[place], price * gain))
    return found
