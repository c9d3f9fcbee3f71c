"""A table for the tests: a position, a chance script, and commands in the notation."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.engine.chance import Chance, ScriptedChance
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.notation import parse_move, read_options, seat_of
from bot.games.crap import GAME
from bot.games.crap.state import CrapOptions

Script = list[dict[str, Any]]
"""A chance script, as a case holds it."""

SEVENS = ["7C", "7D", "7H", "7S"]
ACES = ["AC", "AD", "AH", "AS"]


class Table:
    """Runs commands one after the other and keeps the state and the events."""

    def __init__(
        self,
        position: dict[str, Any] | None = None,
        *,
        seats: int = 3,
        chance: Sequence[Mapping[str, Any]] = (),
        options: dict[str, Any] | None = None,
    ) -> None:
        self.seats = seats
        self.chance: Chance = ScriptedChance(chance, seats)
        chosen = read_options(GAME, options or {})
        assert isinstance(chosen, CrapOptions)
        if position is None:
            self.state = GAME.deal(seats, chosen, self.chance).state
        else:
            self.state = GAME.load(position, seats, chosen)
        self.events: list[Event] = []
        self.refusal: Refusal | None = None

    def run(self, *commands: str) -> "Table":
        """Carry out commands that must all be accepted."""
        for command in commands:
            assert self.error(command) is None, command
        return self

    def error(self, command: str) -> str | None:
        """Carry out one command; the error code, if it was refused."""
        who, what = command.split(": ", 1)
        if who == "*":
            step = GAME.timeout(self.state, self.chance)
        else:
            move = parse_move(GAME, what, self.seats)
            step = GAME.apply(self.state, seat_of(who, self.seats), move, self.chance)
        if isinstance(step, Refusal):
            self.refusal = step
            return step.code
        self.state, self.refusal = step.state, None
        self.events += step.events
        return None

    def __getitem__(self, field: str) -> Any:
        """A field of the position."""
        return GAME.dump(self.state)[field]

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What a seat may see, as the referee prints it."""
        seen: dict[str, Any] = msgspec.to_builtins(GAME.sheet(self.state, viewer))
        return seen

    @property
    def deciders(self) -> str:
        """The letters of those who owe a decision."""
        return "".join(chr(ord("A") + seat) for seat in GAME.deciders(self.state))

    def happened(self, kind: type[Event]) -> list[Any]:
        """All events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def chance_left(self) -> int:
        assert isinstance(self.chance, ScriptedChance)
        return self.chance.left
