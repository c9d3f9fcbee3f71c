"""How computers play C.R.A.P."""

import math

from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.crap import GAME
from bot.games.crap.cards import points
from bot.games.crap.state import State
from bot.players.crap.answering import answer, vote
from bot.players.crap.dueling import guess, place
from bot.players.crap.outlook import counted, hand_worth, prices
from bot.players.crap.turning import turn
from bot.players.policy import Policy, View


class CrapPolicy(Policy[State]):
    """C.R.A.P."""

    game = GAME
    thoughts = 100

    def pick(self, state: State, view: View) -> Move:
        match state.phase:
            case "turn":
                return turn(state, view)
            case "bluff-window":
                return answer(state, view)
            case "challenge-place":
                return place(state, view)
            case "vote":
                return vote(state, view)
            case _:
                return guess(state, view)

    def worth(self, state: State, seat: Seat) -> float:
        if state.phase == "over":
            return 1 / len(state.winners) if seat in state.winners else 0.0
        standing = list(state.totals)
        for laid in state.sets:
            standing[laid.owner] += points(laid)
        values = prices(state)
        best = max(standing)
        scale = 60.0 if best > state.options.threshold else 90.0
        for one in state.active:
            standing[one] += hand_worth(counted(state.holding(one)), values)
        return 1 / sum(math.exp((standing[other] - standing[seat]) / scale) for other in state.active)

    def is_far_enough(self, start: State, state: State, moves: int) -> bool:
        return state.turn_number >= start.turn_number + 8 or moves >= self.most_moves
