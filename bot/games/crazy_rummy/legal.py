"""Who decides, which command belongs where, and the legal moves (sections 4 and 5)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.moves import Leave, Move
from bot.games.crazy_rummy.cards import by_rank
from bot.games.crazy_rummy.discarding import Discard, discard, discards
from bot.games.crazy_rummy.drawing import Draw, draw, draws
from bot.games.crazy_rummy.laying import Feed, Meld, feed, feeds, meld, melds
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
    """Return the player on turn."""
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """All moves but for two bounds: one of the sets that differ in suits only. One card to feed, or all."""
    if seat != state.turn:
        return []
    if state.phase == "draw":
        return [*draws(state)]
    groups = by_rank(state.hands[seat])
    return [*melds(state, groups), *feeds(state), *discards(state, groups)]
