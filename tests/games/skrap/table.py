"""A table of Skrap for tests: commands in the notation go in, states and events come out."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from bot.engine.chance import ScriptedChance, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.notation import letters, parse_move, read_options
from bot.games.skrap import GAME

E = TypeVar("E", bound=Event)


class Table:
    """One game from a position (or a new one), with scripted chance."""

    def __init__(
        self,
        seats: int,
        position: Mapping[str, Any] | None = None,
        *,
        chance: Sequence[Mapping[str, Any]] = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.seats = seats
        self.chance = ScriptedChance(chance, seats)
        self.events: list[Event] = []
        chosen: Any = read_options(GAME, options or {})
        if position is None:
            step = GAME.deal(seats, chosen, self.chance)
            self.state, self.events = step.state, [*step.events]
        else:
            self.state = GAME.load(position, seats, chosen)

    def do(self, *commands: str) -> "Table":
        """Carry out commands that must be accepted."""
        for command in commands:
            step = self._try(command)
            assert not isinstance(step, Refusal), f"{command}: {step}"
            self.state = step.state
            self.events += step.events
        return self

    def refusal(self, command: str) -> Refusal:
        """The refusal of a command that must be refused."""
        refused = self._try(command)
        assert isinstance(refused, Refusal), command
        return refused

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def view(self, seat: int | None) -> dict[str, Any]:
        sheet = GAME.sheet(self.state, seat)
        return {name: getattr(sheet, name) for name in sheet.__struct_fields__}

    @property
    def position(self) -> dict[str, Any]:
        return GAME.dump(self.state)

    @property
    def phase(self) -> str:
        return GAME.phase(self.state)

    @property
    def deciders(self) -> str:
        return "".join(letters(GAME.deciders(self.state)))

    def legal(self, seat: int) -> list[str]:
        return list(map(str, GAME.legal(self.state, seat)))

    def _try(self, command: str) -> Any:
        who, what = command.split(": ")
        if command == "*: timeout":
            return GAME.timeout(self.state, self.chance)
        seats = [seat_letter(seat) for seat in range(26)]
        return GAME.apply(self.state, seats.index(who), parse_move(GAME, what, self.seats), self.chance)


def surging(**hands: str) -> dict[str, Any]:
    """A position before the surge cards: `A="9C 2S 2H"`, the hands of the seats."""
    return {"hands": {seat: cards.split() for seat, cards in hands.items()}}


def battling(turn: str, field: Sequence[tuple[str, str, str]], **hands: str) -> dict[str, Any]:
    """A battle without surge cards, so that all values are the printed ones; bots are (owner, weapon, armour)."""
    return {
        "phase": "battle",
        "turn": turn,
        "field": [{"owner": owner, "weapon": weapon, "armour": armour} for owner, weapon, armour in field],
        "hands": {seat: cards.split() for seat, cards in hands.items()},
    }


def scavenging(champion: str, **hands: str) -> dict[str, Any]:
    """The scavengers are asked for after a round of one bot."""
    return {
        "phase": "scavenge",
        "field": [{"owner": champion, "weapon": "3S", "armour": "3H"}],
        "hands": {seat: cards.split() for seat, cards in hands.items()},
    }
