"""R17: what becomes of a round when a player leaves."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.games.skrap.battle import ask_after
from bot.games.skrap.ending import finish
from bot.games.skrap.opener import open_from
from bot.games.skrap.scavenging import settle_scavengers
from bot.games.skrap.surging import settle_surge
from bot.games.skrap.table import Course, State, active, put, to_left
from bot.games.skrap.throwing import settle_throw


class PlayerLeft(Event, frozen=True):
    """A player has left; so many of their cards are set aside unseen."""

    seat: Seat
    set_aside: int


def leave(state: State, seat: Seat, course: Course) -> State:
    """Take a player out of the game; the last one who stays wins."""
    without = _without(state, seat)
    course.tell(PlayerLeft(seat=seat, set_aside=len(without.aside) - len(state.aside)))
    stayed = active(without)
    if len(stayed) == 1:
        return finish(without, stayed, course)
    return _go_on(without, seat, course)


def _without(state: State, seat: Seat) -> State:
    """Set aside hand and surge card; bots and scavengers stay where they are."""
    surge = state.surge[seat]
    return replace(
        state,
        sizes=put(state.sizes, seat, 0),
        hands=put(state.hands, seat, ()),
        surge=put(state.surge, seat, None),
        throws=put(state.throws, seat, None),
        contenders=_others(state.contenders, seat),
        unable=_others(state.unable, seat),
        passed=_others(state.passed, seat),
        aside=(*state.aside, *state.hands[seat], *([surge] if surge else ())),
        left=(*state.left, seat),
    )


def _others(seats: tuple[Seat, ...], gone: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != gone)


def _go_on(state: State, gone: Seat, course: Course) -> State:
    """Go on without the player who left, if they were the one being waited for."""
    match state.phase:
        case "surge":
            return settle_surge(state, course)
        case "throw":
            return settle_throw(state, course)
        case "open" if state.turn == gone:
            return open_from(state, to_left(state, gone), course)
        case "battle" if state.turn == gone:
            return ask_after(state, gone, course)
        case "scavenge":
            return settle_scavengers(state, course)
        case _:
            return state
