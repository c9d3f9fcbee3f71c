"""A game that tests play in the notation: commands go in, positions, events and views come out."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from bot.engine.chance import ScriptedChance
from bot.engine.contract import Game
from bot.engine.draft import Refusal, State, Step
from bot.engine.events import Event
from bot.engine.moves import move_text
from bot.engine.notation import letters, parse_move, read_options, read_seat

E = TypeVar("E", bound=Event)
Script = Sequence[Mapping[str, Any]]
"""A chance script like that of a case: `[{"shuffle": ["AC"]}, {"dice": [2, 3]}]`."""


class Driver(Generic[State]):
    """A game in a position, or a new one, with scripted chance.

    Options have their names in the notation or in Python. `events` holds all events since the start.
    """

    def __init__(
        self,
        game: Game[State],
        seats: int,
        position: Mapping[str, Any] | None = None,
        *,
        chance: Script = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.seats = game, seats
        self.chance = ScriptedChance(chance, seats)
        named = {name.replace("_", "-"): value for name, value in (options or {}).items()}
        chosen: Any = read_options(game, named)
        self.events: list[Event] = []
        if position is None:
            self._keep(game.deal(seats, chosen, self.chance))
        else:
            self.state = game.load(position, seats, chosen)

    def do(self, *commands: str) -> Self:
        """Carry out commands like `A: acquire rank:K` or `*: timeout`. Each must succeed without a fault."""
        for command in commands:
            made = self._try(command)
            assert isinstance(made, Step), f"{command}: {made}"
            assert self.game.faults(made.state) == [], command
            self._keep(made)
        return self

    def refused(self, command: str) -> Refusal:
        """Return the refusal of a command."""
        refusal = self._try(command)
        assert isinstance(refusal, Refusal), f"{command} was accepted"
        return refusal

    def code(self, command: str) -> str:
        """Return the error code of a refused command."""
        return self.refused(command).code

    def told(self, kind: type[E]) -> list[E]:
        """Return the events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def legal(self, letter: str) -> list[str]:
        """Return the moves listed for a seat, in the notation."""
        return list(map(move_text, self.game.legal(self.state, read_seat(letter, self.seats))))

    def view(self, letter: str | None) -> dict[str, Any]:
        """Return the view of a seat, or of a spectator (`None`), as the referee prints it."""
        viewer = None if letter is None else read_seat(letter, self.seats)
        seen: dict[str, Any] = self.game.view(self.state, viewer)
        return seen

    @property
    def position(self) -> dict[str, Any]:
        """Return the position with every field."""
        return self.game.dump(self.state)

    @property
    def phase(self) -> str:
        return self.game.phase(self.state)

    @property
    def deciders(self) -> str:
        """Return the letters of the deciders: `AC`."""
        return "".join(letters(self.game.deciders(self.state)))

    @property
    def chance_left(self) -> int:
        """Return the number of unused entries in the chance script."""
        return self.chance.left

    def _keep(self, step: Step[State]) -> None:
        self.state = step.state
        self.events += step.events

    def _try(self, command: str) -> Step[State] | Refusal:
        who, _, what = command.partition(": ")
        if who == "*" and what == "timeout":
            return self.game.timeout(self.state, self.chance)
        if who == "*":
            return self.game.wait(self.state, int(what.removeprefix("wait seconds:")), self.chance)
        move = parse_move(self.game, what, self.seats)
        return self.game.apply(self.state, ord(who) - ord("A"), move, self.chance)
