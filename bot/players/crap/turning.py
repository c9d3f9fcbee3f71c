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
    GUARD_GAIN,
    GUARDED_SHARE,
    PLACES,
    RANK,
    SET_SHARE,
    Outlook,
    hand_worth,
    outlook_of,
    standings,
    tally,
)
from bot.players.policy import PLAIN, View

FRESH_HAND: Final = 26.0
"""The average worth of a new hand, in points."""
CARD_WORTH: Final = 5.0
"""The worth of a card from the stock."""
HARM_WEIGHT: Final = 1.0
"""The weight of another player's loss, divided by the number of others."""
CALL_CHANCE: Final = 0.05
"""The probability that a bluff is called. `CALL_CHANCE_EACH` is added for each card someone would lose."""
CALL_CHANCE_EACH: Final = 0.25
BLUFF_SHARE: Final = 0.15
"""The share of turns in which a bluff is considered. Players who bluff whenever it pays get called."""
MIN_KNOWN: Final = 1.5
"""The least number of known cards of a rank for a bluff."""
AVERAGE_REWARD: Final = 0.36
"""The average reward of a guess for each placed card."""
NOISE: Final = 1.5
"""The largest random addition to the value of an action, in points."""
MAX_ACTIONS: Final = 5
"""The number of actions to consider besides sets."""
MAX_SETS: Final = 2
"""The number of sets to consider."""
FRESH_CARDS: Final = 7
"""The average number of cards in a recycled hand."""
LEAN_POINTS: Final = 3.0
"""The points that a full leaning adds to a move it favours."""
PATIENCE: Final = 90.0
"""The least points of a set with jokers or of aces for the most patient character to lay it."""
KEEP_CHANCE: Final = 0.58
"""The probability that protected cards survive a recycle."""
STEPS: Final = 8
"""Expected numbers of cards are rounded to multiples of 1 divided by this."""
_MAX_STEP: Final = 3 * STEPS

_ACQUIRES: Final = tuple(Acquire(rank) for rank in RANKS)
_CHALLENGES: Final = tuple(map(Challenge, range(MAX_SEATS)))
_COOPERATES: Final = tuple(map(Cooperate, range(MAX_SEATS)))
_AVERAGE_PLACED: Final = tuple(sum(min(die, size) for die in range(1, 7)) / 6 for size in range(7))
"""The average number of cards placed by a hand of 0, 1, 2, ... cards."""


def _expected(held: int, step: int, share: Sequence[float]) -> float:
    """Return a rank's expected share of a set's points, with `held` cards and about `step` parts to come."""
    expected = step / STEPS
    none = math.exp(-expected)
    one = none * expected
    return none * share[held] + one * share[held + 1] + (1 - none - one) * share[held + 2]


_EXPECTED: Final = {
    share: tuple(tuple(_expected(held, step, share) for step in range(_MAX_STEP + 1)) for held in range(13))
    for share in (SET_SHARE, GUARDED_SHARE)
}
_CHANCE_OF_NONE: Final = tuple(math.exp(-step / STEPS) for step in range(_MAX_STEP + 1))


def turn(state: State, view: View, *, guards: bool = False) -> Move:
    """Return a set if there's one, or else the best action. With `guards`, it may protect a card."""
    outlook = outlook_of(state, view)
    if sets := sets_to_lay(state, view, outlook):
        return sets[0]
    best: Move = recycling.RECYCLE
    most, random = -math.inf, view.rng.random
    for move, worth in weigh(state, view, outlook, guards=guards):
        score = worth + NOISE * random()
        if score > most:
            best, most = move, score
    return best


def shortlist(state: State, view: View, *, guards: bool = False) -> list[Move]:
    """Return the actions to consider: the best sets, then the best other actions. Few are bluffs."""
    outlook = outlook_of(state, view)
    ranked = sorted(weigh(state, view, outlook, guards=guards), key=lambda one: -one[1])
    return [*sets_to_lay(state, view, outlook)[:MAX_SETS], *(move for move, _ in ranked[:MAX_ACTIONS])]


def sets_to_lay(state: State, view: View, outlook: Outlook) -> list[laying.Score]:
    """Return the sets to lay, most points first. A patient player keeps jokers and aces for better ones."""
    if max(outlook.held[:-1]) + outlook.held[-1] < SINGLE:
        return []
    sets = laying.score_moves(state, view.seat, dict(zip(RANKS, outlook.held, strict=False)))
    patience = -view.play_style.haste * PATIENCE
    if patience <= 0:
        return sets
    return [
        form
        for form in sets
        if not (form.jokers or form.rank == "A") or laying.points_of(form, state.sets) >= patience
    ]


def weigh(state: State, view: View, outlook: Outlook, *, guards: bool = False) -> list[tuple[Move, float]]:
    """Return all actions except sets, with their values."""
    share = GUARDED_SHARE if guards else SET_SHARE
    hands, others, play_style = state.hands, state.others(view.seat), view.play_style
    harm = HARM_WEIGHT / len(others)
    target = max([(len(hands[other]), other) for other in others])[1]
    if play_style != PLAIN:
        target = leader_of(state, others) if play_style.spite > 0 else target
        harm *= 1 + play_style.spite / 2
    gain = _AVERAGE_PLACED[min(len(hands[target]), 6)] - harm * _AVERAGE_PLACED[min(len(hands[view.seat]), 6)]
    bluffs = view.rng.random() < BLUFF_SHARE * (1 + play_style.bold)
    partner = min([(len(hands[other]), other) for other in others])[1]
    lean = LEAN_POINTS * (play_style.haste - play_style.hoard)
    found: list[tuple[Move, float]] = [
        (recycling.RECYCLE, FRESH_HAND + lean - hand_worth(outlook.held, outlook.prices, share)),
        *_acquire_actions(outlook, harm, LEAN_POINTS * play_style.bold, share, bluffs=bluffs),
        (_CHALLENGES[target], CARD_WORTH * AVERAGE_REWARD * gain + LEAN_POINTS * play_style.spite),
        (_COOPERATES[partner], CARD_WORTH * (1 - harm) - LEAN_POINTS * play_style.hoard),
    ]
    if voting.is_allowed(state):
        extra = len(hands[target]) - FRESH_CARDS
        found += [
            (move, harm * CARD_WORTH * extra / 2) for move in voting.vote_moves(state, view.seat, (target,))
        ]
    if guards:
        kept = tally(state.protected[view.seat])
        found[0] = recycling.RECYCLE, found[0][1] + KEEP_CHANCE * hand_worth(kept, outlook.prices, share)
        found += _guard_actions(state, view, outlook)
    if play_style.hoard > 0:
        found += _hoard_actions(state, view, outlook)
    return found


def leader_of(state: State, others: Sequence[Seat]) -> Seat:
    """Return the seat of these with the most points."""
    points = standings(state)
    return max(others, key=points.__getitem__)


def _hoard_actions(state: State, view: View, outlook: Outlook) -> list[tuple[Move, float]]:
    """Return the protection of a card of the most expensive three cards of a rank, for hoarders."""
    threes = [place for place in PLACES if outlook.held[place] == SINGLE - 1]
    cards = [card for card in state.hands[view.seat] if RANK[card] in threes[-1:]]
    return [(protecting.Protect(card), LEAN_POINTS * 2 * view.play_style.hoard) for card in cards[:1]]


def _guard_actions(state: State, view: View, outlook: Outlook) -> list[tuple[Move, float]]:
    """Return the protection of a card of each pair and three, which others could acquire."""
    cards = {RANK[card]: card for card in reversed(state.hands[view.seat])}
    return [
        (protecting.Protect(card), GUARD_GAIN[outlook.held[place]] * outlook.prices[place])
        for place, card in cards.items()
        if place in PLACES and outlook.held[place] in (2, 3)
    ]


def _acquire_actions(
    outlook: Outlook, harm: float, bonus: float, share: tuple[float, ...], *, bluffs: bool
) -> list[tuple[Move, float]]:
    """Return acquires of ranks that someone may hold, honest ones, and bluffs if someone holds many."""
    held, prices, unknown, known = outlook.held, outlook.prices, outlook.unknown, outlook.known
    found: list[tuple[Move, float]] = []
    after = _EXPECTED[share]
    for place in PLACES:
        count, sure = held[place], 0.0
        for row in known:
            sure += row[place]
        if not count and (not bluffs or sure < MIN_KNOWN):
            continue
        step = min(int(unknown[place] * STEPS + 0.5), _MAX_STEP)
        before, price = share[count], prices[place]
        gain = after[min(12, count + int(sure + 0.5))][step] - before
        if sure:
            most = max([row[place] for row in known])
            gain += harm * share[int(most + 0.5)]
            if not count:
                called = min(0.9, CALL_CHANCE + CALL_CHANCE_EACH * most)
                found.append((_ACQUIRES[place], (1 - called) * price * gain - called * CARD_WORTH + bonus))
                continue
        else:
            gain -= _CHANCE_OF_NONE[step] * (before - share[count - 1])
        found.append((_ACQUIRES[place], price * gain))
    return found
