"""Computers at a table of C.R.A.P.: what they do, think about, and take for a good position."""

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
from bot.players.crap.outlook import counted, guard_worth, hand_worth, prices, standings
from bot.players.policy import Depth, Policy, View

FAR: Final = 70.0
"""How many points ahead make a win e times as likely as a loss, while nobody has passed the threshold."""
NEAR: Final = 45.0
"""The same when the next scoring round ends the game."""
SEES: Final = 0.25
"""How often a beginner who is about to blunder sees the sensible action after all."""


class CrapPolicy(Policy[State]):
    """Acquires what completes a set, lays it at once, and calls bluffs that would cost much."""

    game = GAME
    search_effort = 300
    depth = Depth(48, 8, 600)

    def pick(self, state: State, view: View) -> Move:
        """Return the sensible move, mixed where others could foresee it."""
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
        """Return the sensible move of a player who protects cards and calls bluffs that are proven."""
        if state.phase == "turn":
            return turning.turn(state, view, guards=True)
        if state.phase == "bluff-window" and answering.is_bluff(state, view):
            return acquiring.CALL_BLUFF
        return self.pick(state, view)

    def rollout_move(self, state: State, view: View, searcher: Seat) -> Move:
        """Return the sensible move. The searcher goes on as it begins."""
        return self.expert_move(state, view) if view.seat == searcher else self.pick(state, view)

    def considered(self, state: State, view: View) -> Sequence[Move]:
        """A few actions. The policy itself, or a mix, decides answers, placed cards, guesses and votes.

        A call gains or loses too little to show among so few sampled games.
        """
        return turning.considered(state, view, guards=True) if state.phase == "turn" else ()

    def may_advise(self, state: State, seat: Seat, move: Move) -> bool:
        """Only turns, and no bluff: what a call is worth hangs on how often this person bluffs."""
        if state.phase != "turn":
            return False
        return not isinstance(move, Acquire) or any(RANK_OF.get(c) == move.rank for c in state.holding(seat))

    def worth(self, state: State, seat: Seat) -> float:
        """Return how likely this seat wins, by the points that everyone has or may soon have."""
        if state.phase == "over":
            return 1 / len(state.winners) if seat in state.winners else 0.0
        points, values = standings(state), prices(state)
        scale = NEAR if max(points) > state.options.threshold else FAR
        soon = {one: points[one] + _hope(state, one, values) for one in state.active}
        return 1 / sum(math.exp((other - soon[seat]) / scale) for other in soon.values())

    def is_cutoff(self, start: State, state: State, moves: int) -> bool:
        """Once around the table and one turn more."""
        return state.turn_number > start.turn_number + len(start.hands) or moves >= self.most_moves

    def blunder(self, state: State, view: View) -> Move:
        """One of the better actions instead of the best. Sets are laid, others answered as by everyone."""
        own = self.pick(state, view)
        if state.phase != "turn" or isinstance(own, laying.Score) or view.rng.random() < SEES:
            return own
        return view.rng.choice(turning.considered(state, view))

    def forgetful(self, notes: Any) -> Any:
        """A beginner remembers who took what, but not who had none of a rank, nor who bluffed."""
        players = [structs.replace(one, fresh={}, honest=0, bluffs=0) for one in notes.players]
        return structs.replace(notes, players=tuple(players))


def _hope(state: State, seat: Seat, values: Sequence[float]) -> float:
    """Return the points that a player's cards may still bring."""
    held = counted(state.holding(seat) + state.placed[seat])
    return hand_worth(held, values) + guard_worth(state, seat, held, values)
