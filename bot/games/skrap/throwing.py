"""Rock, paper, scissors after a double tie of surge cards (R5, R6)."""

from typing import Final

from bot.engine.chance import SHAPES, Seat, Shape
from bot.engine.draft import Draft, put
from bot.engine.events import Event, SeatEvent
from bot.engine.moves import Move
from bot.engine.view import BACK
from bot.games.skrap.opening import call
from bot.games.skrap.state import State

MAX_UNDECIDED: Final = 3
"""The number of undecided throws in a row after which chance decides (R6)."""
_BEATEN_BY: Final[dict[Shape, Shape]] = {"rock": "paper", "paper": "scissors", "scissors": "rock"}


class Throw(Move, frozen=True):
    """Throw a shape. The others don't see it until everyone has thrown."""

    shape: Shape


class AskedToThrow(Event, frozen=True):
    """These players must throw. `undecided` throws in a row came before."""

    seats: tuple[Seat, ...]
    undecided: int


class Thrown(SeatEvent, frozen=True):
    """A player has thrown. The shape isn't public yet."""


class ThrowKept(Event, frozen=True):
    """The shape that a player has thrown. Only they learn it."""

    shape: Shape


class ThrowShown(Event, frozen=True):
    """All shapes of a throw, in the order of `seats`. Without losers it was undecided."""

    seats: tuple[Seat, ...]
    shapes: tuple[Shape, ...]
    losers: tuple[Seat, ...]


THROWS: Final = tuple(map(Throw, SHAPES))
"""The moves of a contender."""


def yet_to_throw(state: State) -> tuple[Seat, ...]:
    """Return the contenders who haven't thrown."""
    return tuple(seat for seat in state.contenders if state.throws[seat] is None)


def begin_throw(draft: Draft[State], contenders: tuple[Seat, ...], undecided: int = 0) -> None:
    """Ask these players for a new throw."""
    no_throws = (None,) * len(draft.state.hands)
    draft.change(phase="throw", contenders=contenders, throws=no_throws, undecided=undecided)
    draft.tell(AskedToThrow(contenders, undecided))


def throw(draft: Draft[State], seat: Seat, move: Throw) -> None:
    """Record a shape. The last contender's shape decides the throw."""
    draft.change(throws=put(draft.state.throws, seat, move.shape))
    draft.tell(Thrown(seat))
    draft.tell(ThrowKept(move.shape, to=(seat,)))
    settle_throw(draft)


def settle_throw(draft: Draft[State]) -> None:
    """Decide the throw once all have thrown. A single remaining contender is called without it (R17)."""
    contenders = draft.state.contenders
    if len(contenders) == 1:
        call(draft, contenders[0], "last-contender")
    elif not yet_to_throw(draft.state):
        _decide(draft)


def _decide(draft: Draft[State]) -> None:
    contenders, undecided = draft.state.contenders, draft.state.undecided + 1
    thrown = {
        seat: shape
        for seat in contenders
        if (shape := draft.state.throws[seat]) is not None and shape != BACK
    }
    losers = _losers(thrown)
    draft.tell(ThrowShown(tuple(thrown), tuple(thrown.values()), losers))
    if len(losers) == 1:
        call(draft, losers[0], "throw")
    elif losers:
        begin_throw(draft, losers)
    elif undecided == MAX_UNDECIDED:
        call(draft, draft.chance.seat(contenders), "chance")
    else:
        begin_throw(draft, contenders, undecided)


def _losers(thrown: dict[Seat, Shape]) -> tuple[Seat, ...]:
    """Return the seats with the losing one of two shapes. Nobody loses if one or three were shown (R6)."""
    shown = set(thrown.values())
    if len(shown) != 2:
        return ()
    return tuple(seat for seat, shape in thrown.items() if _BEATEN_BY[shape] in shown)
