"""Doing without a player: clocks that run out, idle players, leaving (R36-R38)."""

from bot.engine.chance import Seat, seat_letter
from bot.engine.events import Event
from bot.games.crap import acquire, challenge, force_recycle
from bot.games.crap.phases import deciders
from bot.games.crap.state import Play, Record, active, put
from bot.games.crap.turn import depart, end_turn, finish


class TimedOut(Event, frozen=True):
    """The clock of a phase ran out; these seats owed an answer and get the default."""

    phase: str
    seats: tuple[Seat, ...]


class Skipped(Event, frozen=True):
    """A player let his turn run out: how often in a row now, and how often makes him leave."""

    seat: Seat
    idle: int
    idle_limit: int


class LeaveAnnounced(Event, frozen=True):
    """A player leaves as soon as the action under way has resolved (R37)."""

    seat: Seat


class SkipRecord(Record, frozen=True, tag="skip"):
    """A turn ran out."""


def run_out(play: Play) -> None:
    """Everybody who owes a decision gets the default."""
    phase = play.state.phase
    play.tell(TimedOut(phase=phase, seats=deciders(play.state)))
    if phase == "turn":
        _skip(play)
    elif phase == "bluff-window":
        acquire.resolve(play)
    elif phase == "vote":
        force_recycle.close(play)
    else:
        challenge.run_out(play)


def leave(play: Play, seat: Seat) -> None:
    """Leave at once in nobody's action, else with the defaults for it and when it has resolved."""
    state = play.state
    if state.phase == "turn":
        depart(play, (seat,))
        if seat == state.turn:
            end_turn(play)
        return
    play.change(leaving=(*state.leaving, seat))
    play.tell(LeaveAnnounced(seat=seat))
    if state.phase == "vote":
        if seat in force_recycle.voters(state):
            force_recycle.cast(play, seat, choice=False)
    elif state.phase != "bluff-window":
        challenge.give_up(play, seat)
    elif seat in acquire.awaited(state):
        acquire.let_pass(play, seat)


def note_activity(play: Play, seat: Seat) -> None:
    """A game command was accepted: this player is not idle, and nobody's silence adds up (R38)."""
    state = play.state
    if state.timeouts or state.idle[seat]:
        play.change(timeouts=0, idle=put(state.idle, seat, 0))


def _skip(play: Play) -> None:
    """End a turn without an action; too much silence ends the game, or sends this player away."""
    state = play.state
    seat, limit = state.turn, state.options.idle_limit
    idle = state.idle[seat] + 1
    play.change(idle=put(state.idle, seat, idle), timeouts=state.timeouts + 1)
    play.tell(Skipped(seat=seat, idle=idle, idle_limit=limit))
    if play.state.timeouts >= 2 * len(active(state)):
        play.end_game((), "abandoned")
    elif idle >= limit:
        depart(play, (seat,), idle=True)
    finish(play, SkipRecord(seat_letter(seat)))
