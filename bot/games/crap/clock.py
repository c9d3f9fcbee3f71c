"""The clock of each phase, the defaults when it runs out (section 4), and idle players (R38)."""

from bot.engine.chance import Seat
from bot.engine.contract import Clock
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.games.crap import acquiring, challenging, voting
from bot.games.crap.departure import remove_players
from bot.games.crap.ending import end_game
from bot.games.crap.last_action import LastSkip
from bot.games.crap.state import State
from bot.games.crap.turns import end_turn


class Skipped(SeatEvent, frozen=True):
    """A player let a turn run out, for the `idle`th time in a row. At `idle_limit` they leave."""

    idle: int
    idle_limit: int


def running_clock(state: State) -> Clock | None:
    """Return the clock of the current phase. Answers don't restart it."""
    key = f"{state.turn_number} {state.phase}"
    match state.phase:
        case "over":
            return None
        case "turn":
            return Clock(key, "turn", state.options.turn_timeout)
        case _:
            return Clock(key, "response", state.options.response_timeout)


def time_out(draft: Draft[State]) -> None:
    """Apply the phase's default for everyone who owes a decision."""
    match draft.state.phase:
        case "turn":
            _skip_turn(draft)
        case "bluff-window":
            acquiring.resolve(draft)
        case "vote":
            voting.close_vote(draft)
        case _:
            challenging.end_phase(draft)


def note_activity(draft: Draft[State], seat: Seat) -> None:
    """Reset the counts of timed-out turns after a player's move (R38)."""
    state = draft.state
    if state.timeouts or state.idle[seat]:
        draft.change(timeouts=0, idle=put(state.idle, seat, 0))


def max_timeouts(players: int) -> int:
    """Return the number of timed-out turns in a row that ends a game with this many players (R38)."""
    return 2 * players


def _skip_turn(draft: Draft[State]) -> None:
    """Skip a turn that timed out. Too many in a row end the game, or remove this player (R38)."""
    state = draft.state
    seat, limit = state.turn, state.options.idle_limit
    idle, timeouts = state.idle[seat] + 1, state.timeouts + 1
    draft.change(idle=put(state.idle, seat, idle), timeouts=timeouts, last=LastSkip(seat))
    draft.tell(Skipped(seat=seat, idle=idle, idle_limit=limit))
    if timeouts >= max_timeouts(len(state.active)):
        end_game(draft, (), "abandoned")
    if idle >= limit:
        remove_players(draft, (seat,), idle=True)
    end_turn(draft)
