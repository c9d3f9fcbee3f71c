"""Decisions a player can make ahead: the answer to a count, and the card for the next turn."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.engine.cards import Cards, in_order
from bot.engine.chance import Seat
from bot.engine.moves import Move
from bot.games.craits.cards import NAMEABLE
from bot.games.craits.count import COUNT_VALUE
from bot.games.craits.playing import Draw, Play, play_moves, playable
from bot.games.craits.state import IN_HAND, State

LOWEST: Final = "lowest"


def plans(state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Return the plans a seat may make. Nobody can plan with a hand they may not see yet (R6)."""
    if seat not in state.active or state.phase not in IN_HAND:
        return {}
    kinds: dict[str, tuple[str, ...]] = {"count": (LOWEST,)}
    if not state.is_blind(seat) and (state.phase, state.turn) != ("turn", seat):
        cards = dict.fromkeys(in_order(state.hands[seat]))
        kinds["next"] = tuple(str(Play(card, suit)) for card in cards for suit in NAMEABLE.get(card, (None,)))
    return kinds


def on_turn(state: State, seat: Seat) -> State:
    """Return the state as it would be if it were this seat's turn."""
    return msgspec.structs.replace(state, phase="turn", turn=seat, count=0, king_steps=0)


def ordered(state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | None:
    """Return the lowest card that answers a count, or the planned card for the turn, or else the default."""
    if state.turn != seat or state.phase != {"count": "count", "next": "turn"}.get(kind):
        return None
    if kind == "count":
        return (_lowest(state, seat),)
    moves = [move for move in play_moves(state, seat) if isinstance(move, Play)]
    is_single = len(state.hands[seat]) == 2
    fits = (move for move in moves if move.declare == is_single)
    chosen = (move for move in fits if str(Play(move.card, move.suit)) == value)
    return (next(chosen, play_moves(state, seat)[0]),)


def _lowest(state: State, seat: Seat) -> Move:
    cards = playable(state, seat)
    if not cards:
        return Draw()
    return Play(min(cards, key=COUNT_VALUE.__getitem__), declare=len(state.hands[seat]) == 2)


def basis(state: State, seat: Seat) -> Cards:
    """Return the hand that a seat's plan for its next turn is based on."""
    return state.hands[seat]
