"""Deciders, the phases of each command, and the legal moves (sections 4 and 5)."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.engine.contract import Action
from bot.engine.draft import Refusal
from bot.engine.moves import Leave, Move
from bot.games.skrap.battle import Bot, bot_moves, play_bot
from bot.games.skrap.leaving import leave
from bot.games.skrap.passing import Pass, pass_
from bot.games.skrap.scavenging import Scavenge, champion_bar, scavenge, scavenge_moves, yet_to_scavenge
from bot.games.skrap.state import State
from bot.games.skrap.surging import Surge, place_surge, surge_moves, yet_to_surge
from bot.games.skrap.throwing import THROWS, Throw, throw, yet_to_throw

ACTIONS: Final[Mapping[type[Move], Action[State]]] = {
    Surge: Action(place_surge, ("surge",)),
    Throw: Action(throw, ("throw",)),
    Bot: Action(play_bot, ("open", "battle")),
    Pass: Action(pass_, ("open", "battle", "scavenge")),
    Scavenge: Action(scavenge, ("scavenge",)),
    Leave: Action(leave, unasked=True),
}


def who_decides(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision now, in seat order."""
    match state.phase:
        case "open" | "battle":
            return () if state.turn is None else (state.turn,)
        case "surge":
            return yet_to_surge(state)
        case "throw":
            return yet_to_throw(state)
        case "scavenge":
            return yet_to_scavenge(state)
        case "over":
            return ()


def refusal_when_unasked(state: State, seat: Seat) -> Refusal:
    """Return why a seat that owes no decision can't answer now (section 5)."""
    if state.phase == "scavenge" and seat == state.champion_owner and (bar := champion_bar(state)):
        return Refusal("champion-no-scavengers", {"because": bar})
    if seat in _who_answered(state):
        return Refusal("already-done")
    return Refusal("not-your-turn", {"seats": who_decides(state)})


def _who_answered(state: State) -> tuple[Seat, ...]:
    """Return the seats that have already answered a question asked of several at once."""
    match state.phase:
        case "surge":
            return tuple(seat for seat, card in enumerate(state.surge) if card is not None)
        case "throw":
            return tuple(seat for seat, shape in enumerate(state.throws) if shape is not None)
        case "scavenge":
            return (*state.passed, *(seat for seat, pair in enumerate(state.scavengers) if pair))
        case _:
            return ()


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """Return a seat's legal moves except leaving. Equal cards are listed once."""
    if seat not in who_decides(state):
        return []
    match state.phase:
        case "surge":
            return surge_moves(state, seat)
        case "throw":
            return THROWS
        case "open":
            return bot_moves(state, seat)
        case "battle":
            return [*bot_moves(state, seat), Pass()]
        case _:
            return [*scavenge_moves(state, seat), Pass()]
