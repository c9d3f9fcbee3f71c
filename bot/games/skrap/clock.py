"""Section 4, the clock: what is timed, and the default of everybody who is missing when it runs out."""

from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Clock
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.skrap.battle import Pass, bots
from bot.games.skrap.commands import carry_out
from bot.games.skrap.surging import surges
from bot.games.skrap.table import Course, State, deciders
from bot.games.skrap.throwing import Throw
from bot.games.skrap.values import EFFECTIVE


class TimedOut(Event, frozen=True):
    """A player did not answer in time; what the rules do for them follows."""

    seat: Seat


def clock(state: State) -> Clock | None:
    """One clock for each common question and for each player in the battle; its length is the host's.

    A throw goes by its contenders, so that one of them leaving gives the others the whole time again.
    """
    match state.phase:
        case "over":
            return None
        case "throw":
            throwing = "".join(map(seat_letter, state.contenders))
            return Clock(f"{state.round}:throw:{throwing}:{state.undecided}", "response")
        case "open" | "battle":
            return Clock(f"{state.round}:{state.phase}:{len(state.field)}:{state.turn}", "turn")
        case _:
            return Clock(f"{state.round}:{state.phase}", "response")


def time_out(state: State, course: Course) -> State | Refusal:
    """Give every missing seat its default, in seat order."""
    if state.phase == "over":
        return Refusal("game-over")
    for seat in deciders(state):
        move = _default(state, seat, course)
        if move is not None:
            course.tell(TimedOut(seat=seat))
            done = carry_out(state, seat, move, course)
            assert isinstance(done, State), done
            state = done
    return state


def _default(state: State, seat: Seat, course: Course) -> Move | None:
    """What the rules do for a seat; None only when a position given from outside leaves it no card."""
    match state.phase:
        case "surge":
            return next(iter(surges(state, seat)), None)
        case "throw":
            return Throw(course.chance.shape())
        case "open":
            values = EFFECTIVE[state.surge[seat]]
            return min(
                bots(state, seat), key=lambda bot: (values[bot.weapon], values[bot.armour]), default=None
            )
        case _:
            return Pass()
