"""The end of an action and of a turn: waiting leaves, the turn limit, the next player (chapter 4)."""

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.crap.drawing import final_count
from bot.games.crap.state import Cards, Play, Record, active, holding, next_active, put


class TurnBegan(Event, frozen=True):
    """It is a player's turn."""

    seat: Seat
    number: int


class PlayerLeft(Event, frozen=True):
    """A player is gone and his cards lie on the discard pile; `idle`: he was away for too long."""

    seat: Seat
    cards: Cards
    idle: bool = False


def finish(play: Play, record: Record) -> None:
    """Close an action that has resolved: what it made known, then the end of the turn."""
    play.change(pending=None, last=record)
    end_turn(play)


def end_turn(play: Play) -> None:
    """Carry out the leaves that waited, look at the turn limit, and pass the turn clockwise."""
    if not play.is_over() and play.state.leaving:
        depart(play, play.state.leaving)
    state = play.state
    if play.is_over():
        return
    if state.turn_number >= state.options.turn_limit:
        final_count(play)
        return
    seat, number = next_active(state, state.turn), state.turn_number + 1
    play.change(phase="turn", turn=seat, turn_number=number)
    play.tell(TurnBegan(seat=seat, number=number))


def depart(play: Play, seats: tuple[Seat, ...], *, idle: bool = False) -> None:
    """Players go for good, together; a last one wins by forfeit (R36, R37)."""
    for seat in sorted(seats):
        _go(play, seat, idle=idle)
    play.change(leaving=())
    remaining = active(play.state)
    if len(remaining) <= 1:
        play.end_game(remaining, "forfeit")


def _go(play: Play, seat: Seat, *, idle: bool) -> None:
    state = play.state
    cards = holding(state, seat)
    play.change(
        hands=put(state.hands, seat, ()),
        protected=put(state.protected, seat, ()),
        idle=put(state.idle, seat, 0),
        discard=state.discard + cards,
        left=(*state.left, seat),
    )
    play.tell(PlayerLeft(seat=seat, cards=cards, idle=idle))
