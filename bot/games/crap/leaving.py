"""Leaving the game, at once between actions or when the current action has resolved (R36, R37)."""

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import SeatEvent
from bot.engine.moves import Leave
from bot.games.crap import acquiring, challenging, voting
from bot.games.crap.departure import remove_players
from bot.games.crap.state import State
from bot.games.crap.turns import end_turn


class LeaveAnnounced(SeatEvent, frozen=True):
    """A player will leave as soon as the current action has resolved (R37)."""


def leave(draft: Draft[State], seat: Seat, _: Leave) -> None:
    """Take a player out of the game for good. If it's their turn, it ends."""
    state = draft.state
    if state.phase == "turn":
        remove_players(draft, (seat,))
        if seat == state.turn:
            end_turn(draft)
        return
    draft.change(leaving=(*state.leaving, seat))
    draft.tell(LeaveAnnounced(seat=seat))
    _take_defaults(draft, seat)


def _take_defaults(draft: Draft[State], seat: Seat) -> None:
    """Answer every open question of the current action for a leaving player (R37, R39)."""
    match draft.state.phase:
        case "bluff-window":
            if seat in acquiring.still_to_answer(draft.state):
                acquiring.add_believer(draft, seat)
        case "vote":
            voting.withdraw(draft, seat)
        case _:
            challenging.withdraw(draft, seat)
