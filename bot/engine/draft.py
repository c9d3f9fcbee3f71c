"""A move while it's carried out: the state as it becomes, and what there's to tell of it."""

from collections.abc import Mapping
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from bot.engine.chance import Chance, Seat
from bot.engine.events import Event

T = TypeVar("T")


class GameState(msgspec.Struct, frozen=True):
    """A game between two moves: immutable. Outside its own package only these two properties are read."""

    @property
    def phase(self) -> str:
        """The rules' name of the present phase. `over` when the game has ended."""
        raise NotImplementedError

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that haven't left, in seat order."""
        raise NotImplementedError


State = TypeVar("State", bound=GameState)


class Refusal(msgspec.Struct, frozen=True):
    """Why a move wasn't made: the error code of the rules, and facts for the sentence."""

    code: str
    facts: Mapping[str, Any] = {}


class Step(msgspec.Struct, Generic[State], frozen=True):
    """The outcome of an accepted move: the new state and the events on the way, in order."""

    state: State
    events: tuple[Event, ...] = ()


class Stop(Exception):
    """The rest of the move under way is dropped. Events so far count."""


class Draft(Generic[State]):
    """One move being carried out. It never outlives the move."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []

    def change(self, **fields: Any) -> None:
        """Give these fields of the state new values."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def replace(self, state: State) -> None:
        """Go on from another state. With one made by `structs.replace` this is faster than `change`."""
        self.state = state

    def tell(self, event: Event) -> None:
        """Add what has just happened."""
        self.events.append(event)

    def stop(self) -> NoReturn:
        """End the move here, so that callers need not check whether the game has ended."""
        raise Stop

    def step(self) -> Step[State]:
        """Return what the move has led to."""
        return Step(self.state, tuple(self.events))


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values by seat, with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
