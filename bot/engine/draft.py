"""A draft: a move while it's carried out, with the state and the events so far."""

from collections.abc import Mapping
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from bot.engine.chance import Chance, Seat
from bot.engine.events import Event

T = TypeVar("T")


class GameState(msgspec.Struct, frozen=True):
    """The immutable state between two moves. Code that serves every game reads only these properties."""

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
    """The reason a move wasn't made: an error code of the rules, and facts for the sentence."""

    code: str
    facts: Mapping[str, Any] = {}


class Step(msgspec.Struct, Generic[State], frozen=True):
    """The outcome of an accepted move: the new state and the events on the way, in order."""

    state: State
    events: tuple[Event, ...] = ()


class Stop(Exception):
    """A signal that drops the rest of the current move. Events so far count."""


class Draft(Generic[State]):
    """The state and the events of a move that's being carried out. It never outlives the move."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []

    def change(self, **fields: Any) -> None:
        """Give these fields of the state new values."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def replace(self, state: State) -> None:
        """Continue from another state. With one made by `structs.replace`, this is faster than `change`."""
        self.state = state

    def tell(self, event: Event) -> None:
        """Add an event that has just happened."""
        self.events.append(event)

    def stop(self) -> NoReturn:
        """End the move here, so that callers don't have to check whether the game has ended."""
        raise Stop

    def step(self) -> Step[State]:
        """Return the new state and the events of the move."""
        return Step(self.state, tuple(self.events))


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values by seat, with one seat's value replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
