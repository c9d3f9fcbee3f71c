"""Checks of the invariants that every sound state keeps (sections 10 and 11)."""

from collections.abc import Iterator
from typing import Final

from bot.engine.cards import JOKER, SUITS
from bot.engine.chance import seat_letter
from bot.engine.faults import card_faults, faults_in
from bot.games.craits.cards import NAMEABLE, POINTS, hand_points
from bot.games.craits.count import COUNT_VALUE
from bot.games.craits.options import packs_for
from bot.games.craits.state import IN_HAND, PLAYING, State

MIN_POINTS: Final = hand_points([f"3{suit}" for suit in SUITS])
"""The lowest score of a hand with one pack: all threes and nothing else."""
MAX_POINTS: Final = sum(POINTS.values())
"""The points of all cards of one pack, if none is cancelled."""
MAX_COUNT: Final = sum(COUNT_VALUE.values())
"""The highest count with one pack: all its aces and twos."""


def broken_invariants(state: State) -> list[str]:
    """Return the broken invariants, as sentences."""
    return faults_in(state, _cards, _phase, _decider, _seats, _scores, _play)


def _cards(state: State) -> Iterator[str]:
    packs = packs_for(len(state.hands), state.options)
    yield from card_faults(state.all_cards, state.pack, lambda card: 0 if card == JOKER else packs)


def _phase(state: State) -> Iterator[str]:
    if state.top is None and (state.phase in IN_HAND or state.suit):
        yield f"nothing has been turned up, but the phase is {state.phase} and the suit {state.suit}"
    if state.phase == "opening-suit" and state.top not in NAMEABLE:
        yield f"a suit is to be named, but {state.top} is no eight or nine"
    is_possible = state.count > 1 if state.phase == "count" else state.count == 0
    if not is_possible:
        yield f"a count of {state.count} in phase {state.phase}"
    if (state.phase == "king-run") != (state.king_steps > 0):
        yield f"{state.king_steps} king steps in phase {state.phase}"
    if state.phase == "between-hands" and state.hand_number >= state.options.hands:
        yield f"no hand follows hand {state.hand_number}"


def _decider(state: State) -> Iterator[str]:
    if (state.phase in IN_HAND) != (state.turn is not None):
        yield "during a hand it is somebody's turn, and else nobody's"
    elif state.turn is not None:
        if state.phase == "opening-suit" and state.turn != state.dealer:
            yield "the dealer names the suit, nobody else"
        if state.turn in state.left or state.turn in state.owes or not state.hands[state.turn]:
            letter = seat_letter(state.turn)
            yield f"{letter} cannot decide, having left, owing the penalty or holding no card"


def _seats(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        single = seat in state.undeclared or seat in state.declared
        if single and len(hand) != 1:
            yield f"{seat_letter(seat)} is marked for a single card but holds {len(hand)}"
        if seat in state.left and (hand or single or seat in state.owes):
            yield f"{seat_letter(seat)} has left, but has cards or a mark"
    if len(state.active) < (1 if state.phase == "over" else 2):
        yield "too many players have left"
    if state.undeclared & state.declared:
        yield "somebody is both declared and undeclared"


def _scores(state: State) -> Iterator[str]:
    pairs = zip(state.scores.hand_pressures, state.scores.pressures, strict=True)
    if any(hand > game for hand, game in pairs):
        yield "a player has more pressures in the hand than in the game"
    packs = packs_for(len(state.hands), state.options)
    for hand in state.scores.record:
        for seat, points in hand.points:
            if not MIN_POINTS * packs <= points <= MAX_POINTS * packs:
                yield f"{seat_letter(seat)} cannot have scored {points} points in a hand"


def _play(state: State) -> Iterator[str]:
    if state.phase not in PLAYING:
        return
    if state.phase != "count" and not all(state.hands[seat] for seat in state.active):
        yield "a hand is empty, but the deal goes on"
    if state.count > MAX_COUNT * packs_for(len(state.hands), state.options):
        yield f"the count cannot stand at {state.count}"
    if state.actions >= state.options.hand_cap:
        yield f"the hand should have been stopped before action {state.actions}"
