"""Deciders, the phases of each command, and the legal moves (sections 4 and 5)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.moves import Leave, Move
from bot.games.crazy_rummy.cards import by_rank
from bot.games.crazy_rummy.discarding import Discard, discard, discard_moves
from bot.games.crazy_rummy.drawing import Draw, draw, draw_moves
from bot.games.crazy_rummy.laying import Feed, Meld, feed, feed_moves, meld, meld_moves
from bot.games.crazy_rummy.leaving import leave
from bot.games.crazy_rummy.state import State

ACTIONS: Final[Mapping[type[Move], Action[State]]] = {
    Draw: Action(draw, ("draw",)),
    Meld: Action(meld, ("play",)),
    Feed: Action(feed, ("play",)),
    Discard: Action(discard, ("play",)),
    Leave: Action(leave, unasked=True),
}


def who_decides(state: State) -> tuple[Seat, ...]:
    """Return the seat on turn, if the game isn't over."""
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Return the legal moves: one set for all that differ only in suits, feeds of one card or of all."""
    if seat != state.turn:
        return []
    if state.phase == "draw":
        return [*draw_moves(state)]
    groups = by_rank(state.hands[seat])
    return [*meld_moves(state, groups), *feed_moves(state), *discard_moves(state, groups)]
