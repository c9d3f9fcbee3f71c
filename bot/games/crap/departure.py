"""Removing players for good (R36), because they leave or after too many timed-out turns."""

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.games.crap.ending import end_game
from bot.games.crap.state import State


class PlayerLeft(SeatEvent, frozen=True):
    """A player has left, and their cards are on the discard pile. `idle`: too many of their turns ran out."""

    cards: Cards
    idle: bool = False


def remove_players(draft: Draft[State], seats: tuple[Seat, ...], *, idle: bool = False) -> None:
    """Remove these players from the game together. A single remaining player wins by forfeit (R36, R37)."""
    for seat in sorted(seats):
        _remove_player(draft, seat, idle=idle)
    draft.change(leaving=())
    remaining = draft.state.active
    if len(remaining) <= 1:
        end_game(draft, remaining, "forfeit")


def _remove_player(draft: Draft[State], seat: Seat, *, idle: bool) -> None:
    state = draft.state
    cards = state.holding(seat)
    draft.change(
        hands=put(state.hands, seat, ()),
        protected=put(state.protected, seat, ()),
        idle=put(state.idle, seat, 0),
        discard=state.discard + cards,
        left=(*state.left, seat),
    )
    draft.tell(PlayerLeft(seat=seat, cards=cards, idle=idle))
