"""Section 4, the throw of rock, paper, scissors after a double tie (R5, R6)."""

from typing import Final

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.events import Event
from bot.engine.moves import Move
from bot.games.skrap.opener import call
from bot.games.skrap.table import Course, Shape, State, deciders, put

_BEATEN_BY: Final[dict[Shape, Shape]] = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
_MOST_UNDECIDED: Final = 3


class Throw(Move, frozen=True):
    """Throw a shape, unseen by the others until all have thrown."""

    shape: Shape


class ThrowAwaited(Event, frozen=True):
    """These players must throw; `undecided` throws in a row came before."""

    seats: tuple[Seat, ...]
    undecided: int


class Thrown(Event, frozen=True):
    """A player has thrown; what, is not yet known."""

    seat: Seat


class ThrowKept(Event, frozen=True):
    """Private: the shape a seat has thrown."""

    shape: Shape


class ThrowShown(Event, frozen=True):
    """All shapes of a throw, in the order of `seats`; without losers it was undecided."""

    seats: tuple[Seat, ...]
    shapes: tuple[Shape, ...]
    losers: tuple[Seat, ...]


def begin_throw(state: State, contenders: tuple[Seat, ...], undecided: int, course: Course) -> State:
    """Ask these players for a new throw."""
    course.tell(ThrowAwaited(seats=contenders, undecided=undecided))
    nothing = (None,) * len(state.hands)
    return replace(state, phase="throw", contenders=contenders, throws=nothing, undecided=undecided)


def throw(state: State, seat: Seat, move: Throw, course: Course) -> State:
    """Keep a shape; the last one decides."""
    course.tell(Thrown(seat=seat), ThrowKept(shape=move.shape, to=(seat,)))
    return settle_throw(replace(state, throws=put(state.throws, seat, move.shape)), course)


def settle_throw(state: State, course: Course) -> State:
    """Decide the throw if nobody is missing; a contender left alone is called without one (R17)."""
    if len(state.contenders) == 1:
        return call(state, state.contenders[0], "last-contender", course)
    return state if deciders(state) else _decide(state, course)


def _decide(state: State, course: Course) -> State:
    thrown = {seat: shape for seat in state.contenders if (shape := state.throws[seat])}
    losers = _losers(thrown)
    course.tell(ThrowShown(seats=tuple(thrown), shapes=tuple(thrown.values()), losers=losers))
    if len(losers) == 1:
        return call(state, losers[0], "throw", course)
    if losers:
        return begin_throw(state, losers, 0, course)
    if state.undecided + 1 == _MOST_UNDECIDED:
        return call(state, course.chance.seat(state.contenders), "chance", course)
    return begin_throw(state, state.contenders, state.undecided + 1, course)


def _losers(thrown: dict[Seat, Shape]) -> tuple[Seat, ...]:
    """Who showed the losing one of exactly two shapes; nobody when one or three were shown (R6)."""
    shown = set(thrown.values())
    if len(shown) != 2:
        return ()
    return tuple(seat for seat, shape in thrown.items() if _BEATEN_BY[shape] in shown)
