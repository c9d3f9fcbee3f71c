"""The policy of C.R.A.P.: moves, candidates for a search, and the worth of a position."""

import math
from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from bot.engine.cards import RANK_OF
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap import GAME, acquiring, laying
from bot.games.crap.acquiring import Acquire
from bot.games.crap.state import State
from bot.players.crap import answering, dueling, turning
from bot.players.crap.outlook import guard_worth, hand_worth, prices, standings, tally
from bot.players.policy import Depth, Policy, View

FAR_LEAD: Final = 70.0
"""The lead in points at which a win is e times as likely, while nobody is past the threshold."""
NEAR_LEAD: Final = 45.0
"""The same when the next scoring round ends the game."""
SENSIBLE_SHARE: Final = 0.25
"""The share of a beginner's blunders that are replaced by the sensible move."""


class CrapPolicy(Policy[State]):
    """A policy that acquires what completes a set, lays it at once, and calls costly bluffs."""

    game = GAME
    search_effort = 300
    depth = Depth(48, 8, 600)

    def choose(self, state: State, view: View) -> Move:
        """Return the sensible move, with some chance where others could predict it."""
        match state.phase:
            case "turn":
                return turning.turn(state, view)
            case "bluff-window":
                return answering.answer(state, view)
            case "vote":
                return answering.vote(state, view)
            case "challenge-place":
                return dueling.place(state, view)
            case _:
                return dueling.guess(state, view)

    def expert_move(self, state: State, view: View) -> Move:
        """Return the sensible move of a player who protects cards, and calls bluffs they have proof of."""
        if state.phase == "turn":
            return turning.turn(state, view, guards=True)
        if state.phase == "bluff-window" and answering.is_bluff(state, view):
            return acquiring.CALL_BLUFF
        return self.choose(state, view)

    def rollout_move(self, state: State, view: View, searcher: Seat) -> Move:
        """Return the sensible move, or for the searcher the expert one."""
        return self.expert_move(state, view) if view.seat == searcher else self.choose(state, view)

    def shortlist(self, state: State, view: View) -> Sequence[Move]:
        """Return the best few actions of a turn. The policy alone decides everything else.

        A call gains or loses too little to show among so few sampled games.
        """
        return turning.shortlist(state, view, guards=True) if state.phase == "turn" else ()

    def may_advise(self, state: State, seat: Seat, move: Move) -> bool:
        """Whether a move is a turn's action but no bluff, whose worth depends on how this person plays."""
        if state.phase != "turn":
            return False
        return not isinstance(move, Acquire) or any(RANK_OF.get(c) == move.rank for c in state.holding(seat))

    def evaluate(self, state: State, seat: Seat) -> float:
        """Return the probability that this seat wins, by all points and those that cards may bring in."""
        if state.phase == "over":
            return 1 / len(state.winners) if seat in state.winners else 0.0
        points, values = standings(state), prices(state)
        scale = NEAR_LEAD if max(points) > state.options.threshold else FAR_LEAD
        expected = {one: points[one] + _points_to_come(state, one, values) for one in state.active}
        return 1 / sum(math.exp((other - expected[seat]) / scale) for other in expected.values())

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Whether the game has gone once around the table and one turn further."""
        return state.turn_number > start.turn_number + len(start.hands) or moves >= self.max_moves

    def blunder(self, state: State, view: View) -> Move:
        """Return one of the better actions instead of the best. Sets are still laid, and answers sensible."""
        own = self.choose(state, view)
        if state.phase != "turn" or isinstance(own, laying.Score) or view.rng.random() < SENSIBLE_SHARE:
            return own
        return view.rng.choice(turning.shortlist(state, view))

    def beginner_notes(self, notes: Any) -> Any:
        """Return the notes without the ranks players lacked, and without counts of truths and bluffs."""
        players = [structs.replace(one, fresh={}, honest=0, bluffs=0) for one in notes.players]
        return structs.replace(notes, players=tuple(players))


def _points_to_come(state: State, seat: Seat, values: Sequence[float]) -> float:
    """Return the points that a player's cards may still bring."""
    held = tally(state.holding(seat) + state.placed[seat])
    return hand_worth(held, values) + guard_worth(state, seat, held, values)
