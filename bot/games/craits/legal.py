"""Deciders, the phases of each command, and the legal moves (sections 4.1 and 5)."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.moves import Leave, Move
from bot.games.craits.dealing import Deal, NameSuit, deal, name_suit, suit_moves
from bot.games.craits.leaving import leave
from bot.games.craits.one_card import Idiot, OneCard, call_idiot, call_moves, declare
from bot.games.craits.playing import Draw, Play, draw, play, play_moves
from bot.games.craits.state import PLAYING, State

ACTIONS: Final[Mapping[type[Move], Action[State]]] = {
    Play: Action(play, PLAYING),
    Draw: Action(draw, PLAYING),
    NameSuit: Action(name_suit, ("opening-suit",)),
    OneCard: Action(declare, PLAYING, unasked=True),
    Idiot: Action(call_idiot, PLAYING, unasked=True),
    Deal: Action(deal, ("between-hands",)),
    Leave: Action(leave, unasked=True),
}


def who_decides(state: State) -> tuple[Seat, ...]:
    """Return the seat on turn, or between hands everyone, because any player may deal."""
    if state.turn is not None:
        return (state.turn,)
    return state.active if state.phase == "between-hands" else ()


def legal_moves(state: State, seat: Seat) -> list[Move]:
    """Return a seat's legal moves, the one that auto-play makes first (R41), calls last.

    Whether a call is legal depends on a flag that no player may see, so menus should leave calls out.
    """
    if seat not in state.active:
        return []
    if state.phase in PLAYING:
        moves = play_moves(state, seat) if seat == state.turn else []
        return moves + call_moves(state, seat) if state.undeclared else moves
    if state.phase == "opening-suit":
        return suit_moves(state) if seat == state.turn else []
    return [Deal()] if state.phase == "between-hands" else []
