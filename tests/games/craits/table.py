"""A table of Craits for the tests: commands in the notation go in, positions and events come out."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from bot.engine.chance import ScriptedChance
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import move_text
from bot.engine.notation import letters, parse_move, read_options, seat_of
from bot.games.craits import GAME
from bot.games.craits.state import CraitsOptions, State

E = TypeVar("E", bound=Event)
PILES = ("stock", "under")


def options(**given: Any) -> CraitsOptions:
    """Options by their Python names."""
    read = read_options(GAME, {name.replace("_", "-"): value for name, value in given.items()})
    assert isinstance(read, CraitsOptions)
    return read


def loaded(hands: str, given: CraitsOptions | None = None, **position: Any) -> State:
    """A position with the hands as `KS QD / 4C`, seat by seat, and the piles as text."""
    held = [hand.split() for hand in hands.split("/")]
    piles = {name: value.split() if name in PILES else value for name, value in position.items()}
    by_seat = {chr(ord("A") + seat): hand for seat, hand in enumerate(held)}
    return GAME.load({"hands": by_seat, **piles}, len(held), given or options())


class Table:
    """A game under way: what was done, what is so, and what was told."""

    def __init__(self, state: State, *shuffles: str) -> None:
        script = [{"shuffle": cards.split()} for cards in shuffles]
        self.state = state
        self.chance = ScriptedChance(script, len(state.hands))
        self.events: list[Event] = []

    def do(self, *commands: str) -> "Table":
        """Carry out commands that must be accepted and leave a sound state."""
        for command in commands:
            step = self._try(command)
            assert isinstance(step, Step), f"{command}: {step}"
            assert GAME.faults(step.state) == []
            self.state = step.state
            self.events += step.events
        return self

    def refused(self, command: str) -> Refusal:
        """Why a command is not accepted."""
        refusal = self._try(command)
        assert isinstance(refusal, Refusal), f"{command} was accepted"
        return refusal

    def code(self, command: str) -> str:
        """The error code of a command that is not accepted."""
        return self.refused(command).code

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def legal(self, letter: str) -> list[str]:
        """The moves listed for a seat, in the notation."""
        return list(map(move_text, GAME.legal(self.state, self._seat(letter))))

    def hand(self, letter: str) -> list[str]:
        """The cards a seat holds, sorted."""
        cards: list[str] = self.now["hands"][letter]
        return cards

    @property
    def now(self) -> dict[str, Any]:
        """The position."""
        return GAME.dump(self.state)

    @property
    def awaited(self) -> tuple[str, str]:
        """The phase and who decides: `("turn", "A")`."""
        return GAME.phase(self.state), "".join(letters(GAME.deciders(self.state)))

    def _seat(self, letter: str) -> int:
        return seat_of(letter, len(self.state.hands))

    def _try(self, command: str) -> Step[State] | Refusal:
        who, _, what = command.partition(": ")
        if who == "*":
            return GAME.timeout(self.state, self.chance)
        move = parse_move(GAME, what, len(self.state.hands))
        return GAME.apply(self.state, self._seat(who), move, self.chance)


def table(hands: str, *shuffles: str, given: CraitsOptions | None = None, **position: Any) -> Table:
    """A table at a position, with the shuffles to come."""
    return Table(loaded(hands, given, **position), *shuffles)


def new_table(seats: int, *shuffles: str, **given: Any) -> Table:
    """A table with a new game, its two shuffles first."""
    script: Sequence[Mapping[str, Any]] = [{"shuffle": cards.split()} for cards in shuffles]
    chance = ScriptedChance(script, seats)
    step = GAME.deal(seats, options(**given), chance)
    dealt = Table(step.state)
    dealt.chance, dealt.events = chance, [*step.events]
    return dealt
