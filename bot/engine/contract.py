"""The contract of every game: pure functions over an immutable state.

They don't use a clock, input or output, a chat service or global randomness. The program runs every game
through this contract alone. `Game` answers whatever all games have in common, and a game adds the rest.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import isclass, isfunction
from types import ModuleType
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards import Cards
from bot.engine.chance import Chance, Seat
from bot.engine.draft import Draft, GameState, Refusal, State, Step, Stop
from bot.engine.events import Event, EventReaders, TimedOut
from bot.engine.moves import Leave, Move, has_options, option_texts, verb_of
from bot.registry import modules_of

CLOCKS: Final = ("turn-timeout", "response-timeout")
"""The options for the seconds of a turn and of an answer. A table's pace takes precedence over them."""
ROOMS: Final[Mapping[str, Mapping[str, str]]] = {
    "options": {
        "LENGTHS": "lengths",
        "LENGTHS_ALONE": "lengths_alone",
        "ALONE": "alone",
        "unplayable": "problem",
    },
    "state": {"State": "state"},
    "dealing": {"blank_table": "blank", "deal_game": "set_up"},
    "ending": {"how_it_ended": "outcome"},
    "legal": {
        "ACTIONS": "actions",
        "who_decides": "deciders",
        "refusal_when_unasked": "refusal_when_unasked",
        "legal_moves": "legal",
    },
    "completion": {"complete": "typed"},
    "clock": {"running_clock": "clock", "time_out": "run_out"},
    "position": {"to_position": "dump", "from_position": "read"},
    "veil": {"veiled": "veil", "look_refusal": "look"},
    "faults": {"broken_invariants": "faults"},
    "notes": {"observe": "observe", "HEARD": "heard"},
    "determinizing": {"determinize": "determinize"},
    "orders": {
        "plans": "plans",
        "on_turn": "on_my_turn",
        "ordered": "ordered",
        "outlasts": "outlasts",
        "basis": "basis",
    },
}
"""The functions and tables that a game takes from its rooms, each with the name of its attribute."""

Check = Literal["not-a-player", "game-over", "wrong-phase", "not-your-turn"]
"""The error code of a check that every move must pass, whatever its options."""
Lengths = Mapping[str, Mapping[str, Any]]
"""The options that make a game of each length, by the name of the length."""
Carry = Callable[[Draft[State], Seat, Any], Refusal | None]
"""A function that makes a move in a draft, or returns a refusal, after which the draft is thrown away."""


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's memory of facts that its view lacks. Every field but `seat` has a default."""

    seat: Seat


N = TypeVar("N", bound=Notes)
Heard = Mapping[type[Event], Callable[[N, Any], N]]
"""Functions that return the notes after an event, by the kind of event."""


def between(least: int, most: int, *, offered: Sequence[int] = ()) -> Meta:
    """Return the annotation of a numeric option: its limits, and values worth offering."""
    return Meta(ge=least, le=most, examples=list(offered) or None)


class Options(
    msgspec.Struct, frozen=True, rename=lambda name: name.replace("_", "-"), forbid_unknown_fields=True
):
    """A game's options with their defaults. The annotations carry limits, and values worth offering."""

    edition: Annotated[int, Meta(ge=1, extra={"hidden": True})] = 1
    """The edition of the rules that a game is played by. A new one takes the newest. Players can't choose."""


class Action(msgspec.Struct, Generic[State], frozen=True):
    """The function that carries out a kind of move, and the phases that allow it: all if none are given.

    `unasked` allows it to seats that don't owe a decision.
    """

    carry_out: Carry[State]
    phases: Collection[str] = ()
    unasked: bool = False


class Clock(msgspec.Struct, frozen=True):
    """The clock that runs in a state.

    `key` names the decision being timed. The clock runs on while the key stays the same, and a new key
    restarts it. Every key contains a digit. `seconds` is the length of the clock, or None to use the
    table's setting for this `kind`.
    """

    key: str
    kind: Literal["turn", "response"] = "turn"
    seconds: int | None = None


class DailySettings(msgspec.Struct, frozen=True):
    """The settings of a daily, the game in which everyone gets the same deal that day."""

    options: Mapping[str, Any]
    computers: int
    """The number of computers that the person plays against."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: its winners (none in a draw or an abandoned game), and the rules' word for why."""

    winners: tuple[Seat, ...]
    end: str


class Unplayable(msgspec.Struct, frozen=True):
    """Options that don't suit the players: a code and facts for people, a line for the referee."""

    code: str
    facts: Mapping[str, Any]
    line: str


class Malformed(ValueError):
    """A position, case or set of options that can't be read. The message is one clear line.

    `problem` has the same for people, if they can have caused it.
    """

    def __init__(self, line: str, problem: Unplayable | None = None) -> None:
        super().__init__(line)
        self.problem = problem


class Game(Generic[State]):
    """A card game, with one instance in `bot.games`. All methods are pure.

    A subclass takes the `ROOMS` and all events from its `package`, and can override anything else.
    The program calls the methods before `blank`. Those from `blank` on are for this class alone.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    letter: ClassVar[str]
    """The first character of the codes that share its rules. No other game has it."""
    seats: ClassVar[range]
    """The possible numbers of players at the start."""
    options: ClassVar[type[Options]]
    state: ClassVar[type[GameState]]
    """The type of its states, which another process needs to read a view."""
    lengths: ClassVar[Lengths] = {}
    """The options that make a game `short`, `normal` or `long`."""
    lengths_alone: ClassVar[Lengths] = {}
    """The lengths for one person against computers. Empty if `lengths` has them."""
    alone: ClassVar[Mapping[str, Any]] = {}
    """The options that change at a table where one person plays against computers."""
    actions: ClassVar[Mapping[type[Move], Action[Any]]]
    """Every kind of move including `Leave`, in the order in which people see them."""
    moves: ClassVar[tuple[type[Move], ...]]
    """Every kind of move but `Leave`, taken from `actions`."""
    events: ClassVar[tuple[type[Event], ...]]
    former: ClassVar[EventReaders] = {}
    """Functions that convert events stored by earlier releases, by the stored tag."""
    scores: ClassVar[tuple[type[Event], ...]] = ()
    """The events that a result is made from. The program keeps those that pass `is_scored` to the end."""
    rounds: ClassVar[tuple[type[Event], ...]] = ()
    """The events among `scores` that end a round."""
    checks: ClassVar[tuple[Check, ...]] = ("not-a-player", "game-over", "not-your-turn", "wrong-phase")
    """The order in which this game's rules check the conditions all games share."""
    looks: ClassVar[tuple[str, ...]] = ("hand", "table")
    """The read-only commands of the notation."""
    measures_time: ClassVar[bool] = False
    """Whether the state counts seconds itself. The program passes them to `wait` before every move."""
    moves_at_once: ClassVar[int] = 40
    """The most moves of one turn that a computer makes before the table shows them."""
    notes: ClassVar[type[Notes] | None] = None
    """The type of a seat's memory, or None in a game without computers."""
    heard: ClassVar[Heard[Any]] = {}
    """Functions that update the notes after an event, by the kind of event."""
    forced_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs of moves that are legal only when no other is. Making one doesn't show that anyone is there."""
    daily: ClassVar[DailySettings | None] = None
    """The settings of its daily, or None if there isn't one."""

    def __init_subclass__(cls, package: str = "") -> None:
        if package:
            modules = modules_of(package, lambda name: name != "game")
            cls.events = (*_events_of(modules.values()), TimedOut)
            for room in modules.keys() & ROOMS.keys():
                _add_room(cls, modules[room], ROOMS[room])
        if "actions" in cls.__dict__:
            cls.moves = tuple(kind for kind in cls.actions if kind is not Leave)

    def lengths_for(self, *, alone: bool) -> Lengths:
        """Return the lengths to choose from, for one person against computers or for several."""
        return (alone and self.lengths_alone) or self.lengths

    def is_scored(self, event: Event) -> bool:
        """Whether a result may need this event."""
        return isinstance(event, self.scores)

    def has_whole_round(self, state: State, scored: Sequence[Event]) -> bool:
        """Whether at least one whole round was played, judged by all events that passed `is_scored`."""
        return any(isinstance(event, self.rounds) for event in scored)

    def deal(self, seats: int, options: Any, chance: Chance) -> Step[State]:
        """Deal a new game. `options` is an instance of `self.options`. Raise Malformed if they don't fit."""
        self.check_table(seats, options)
        draft = Draft(self.blank(seats, options), chance)
        with suppress(Stop):
            self.set_up(draft)
        return draft.step()

    def load(self, position: Mapping[str, Any], seats: int, options: Any) -> State:
        """Return the state that a position describes. Raise Malformed if the rules don't allow it."""
        self.check_table(seats, options)
        state = self.read(position, seats, options)
        if self.phase(state) != "over" and not set(self.deciders(state)) & set(self.active(state)):
            raise Malformed("position: the game is not over, but nobody who is still in it has to decide")
        for fault in self.faults(state):
            raise Malformed(f"position: {fault}")
        return state

    def check_table(self, seats: int, options: Any) -> None:
        """Raise Malformed when this many players can't play this game with these options."""
        if seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            wanted = fewest if fewest == most else f"{fewest} to {most}"
            raise Malformed(f"{self.id} is for {wanted} players, not {seats}")
        if problem := self.problem(seats, options):
            raise Malformed(f"options: {problem.line}", problem)

    def view(self, state: State, viewer: Seat | None) -> dict[str, Any]:
        """Return the state as `viewer` may know it, in the position notation. Hidden cards are counted."""
        return self.dump(self.veil(state, viewer))

    def phase(self, state: State) -> str:
        """Return the rules' name of the present phase. `over` when the game has ended."""
        return state.phase

    def active(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that haven't left, in seat order."""
        return state.active

    def precheck(self, state: State, seat: Seat, kind: type[Move]) -> Refusal | None:
        """Return why this seat can't make such a move now, whatever its options. None if it can.

        The error code is `unknown-move`, or the first of `checks` that fails.
        """
        action = self.actions.get(kind)
        if action is None:
            return Refusal("unknown-move", {"verb": verb_of(kind), "verbs": tuple(map(verb_of, self.moves))})
        is_in, is_over = seat in state.active, state.phase == "over"
        fits = not action.phases or state.phase in action.phases
        seats = self.on_turn(state)
        may_decide = action.unasked or seat in seats
        if is_in and not is_over and fits and may_decide:
            return None
        found = {
            "not-a-player": None if is_in else Refusal("not-a-player"),
            "game-over": Refusal("game-over") if is_over else None,
            "wrong-phase": None if fits else Refusal("wrong-phase", {"phase": state.phase, "seats": seats}),
            "not-your-turn": None if may_decide or is_over else self.refusal_when_unasked(state, seat),
        }
        return next(refusal for check in self.checks if (refusal := found[check]))

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        """Make a move. If it's refused, nothing has changed and no chance was used."""
        if refused := self.precheck(state, seat, type(move)):
            return refused
        draft = Draft(state, chance)
        try:
            refused = self.carry_out(draft, seat, move)
        except Stop:
            return draft.step()
        return refused or draft.step()

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        """Give every seat that owes a decision the default of the rules, because the clock has run out."""
        if state.phase == "over":
            return Refusal("game-over")
        draft = Draft(state, chance)
        draft.tell(TimedOut(seats=self.on_turn(state)))
        with suppress(Stop):
            self.run_out(draft)
        return draft.step()

    def forced(self, state: State, seat: Seat) -> Move | None:
        """Return the only move of a seat, which the program makes for it after a moment, or None."""
        return None

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of every seat, more being better. Only a game with a daily needs it."""
        raise NotImplementedError

    def moves_in(self, events: Sequence[Event]) -> int:
        """Return how many moves the events of one move count as in a daily, where fewer are better."""
        return 1

    def observe(self, notes: Any, events: Sequence[Event]) -> Any:
        """Return the notes after these events that the seat may learn of: a pure fold from the deal on."""
        for event in events:
            if hear := self.heard.get(type(event)):
                notes = hear(notes, event)
        return notes

    def determinize(self, seen: State, notes: Any, chance: Chance) -> State:
        """Return a possible state for the seat of the notes, with random cards in place of hidden ones.

        `seen` is the seat's view, and the veil of the returned state equals it. The notes have gaps in a game
        that went on from a position, and chance fills them.
        """
        raise NotImplementedError

    def plans(self, state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
        """Return the orders that a seat may give, by kind: the values to choose from.

        The kind `next` has the moves that would be legal now if it were the seat's turn.
        """
        return {}

    def on_my_turn(self, state: State, seat: Seat) -> State:
        """Return the state as if it were this seat's turn, for orders of the kind `next`."""
        return state

    def ordered(self, state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | Refusal | None:
        """Return the moves that an order allows now, or None if it doesn't answer this decision.

        The program picks one of several. Public facts alone decide whether there are any, and only the choice
        may depend on the seat's hand. A refusal means that a chosen next move isn't possible any more.
        """
        return None

    def outlasts(self, state: State, seat: Seat, kind: str) -> bool:
        """Whether an order of this kind stays valid in this state."""
        return True

    def basis(self, state: State, seat: Seat) -> Cards:
        """Return the cards on which a seat bases the choice of its next move."""
        return ()

    def look(self, state: State, seat: Seat, verb: str) -> Refusal | None:
        """Return why a seat can't use a read-only command. None if it can."""
        return None

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """Return texts for one option that would make a command legal, best first.

        `given` holds the options filled in so far, including the one being typed.
        """
        texts = self.typed(state, seat, verb, option, given)
        if texts is None:
            return list(dict.fromkeys(self._legal_values(state, seat, verb, option, given)))
        return texts

    def _legal_values(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> Iterator[str]:
        others = {name: value for name, value in given.items() if name != option}
        for move in self.legal(state, seat):
            filled = option_texts(move)
            if move.verb == verb and option in filled and has_options(move, others):
                yield filled[option]

    def typed(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str] | None:
        """Return the texts of `complete` if a game makes them itself, or None to use the legal moves."""
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the moves `apply` would accept from this seat now, likeliest first, never Leave.

        Equivalent cards are listed once. If a rule allows a great many combinations of cards, a bounded
        selection represents all of them. The game documents where.
        """
        raise NotImplementedError

    def deciders(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that owe a decision now, in seat order. There aren't any when the game is over."""
        raise NotImplementedError

    def clock(self, state: State) -> Clock | None:
        """Return the clock that runs now. None when nobody has to decide."""
        raise NotImplementedError

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended. None while it runs."""
        raise NotImplementedError

    def veil(self, state: State, viewer: Seat | None) -> State:
        """Return the state as `viewer` may know it (None: a spectator). Nothing else removes secrets.

        Hidden cards become backs. Veiling a veiled state again doesn't change it.
        """
        raise NotImplementedError

    def dump(self, state: State) -> dict[str, Any]:
        """Return the state in the position notation, every field, as plain JSON values."""
        raise NotImplementedError

    def faults(self, state: State) -> list[str]:
        """Return the broken invariants of the rules' section 10, as phrases. A sound state has none."""
        raise NotImplementedError

    def problem(self, seats: int, options: Any) -> Unplayable | None:
        """Return why this many players can't use these options. None if they can."""
        return None

    def wait(self, state: State, seconds: int, chance: Chance) -> Step[State]:
        """Let time pass in a game that measures it. Clocks that run out on the way take effect."""
        return Step(state)

    def blank(self, seats: int, options: Any) -> State:
        """Return the table before the first card is dealt."""
        raise NotImplementedError

    def set_up(self, draft: Draft[State]) -> None:
        """Deal the cards of a new game."""
        raise NotImplementedError

    def read(self, position: Mapping[str, Any], seats: int, options: Any) -> State:
        """Return the state of a position whose seats and options fit. Raise Malformed if it can't be one."""
        raise NotImplementedError

    def carry_out(self, draft: Draft[State], seat: Seat, move: Move) -> Refusal | None:
        """Make a move that has passed `precheck`, or return why not."""
        return self.actions[type(move)].carry_out(draft, seat, move)

    def run_out(self, draft: Draft[State]) -> None:
        """Give every seat that owes a decision the default of the rules."""
        raise NotImplementedError

    def on_turn(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that the table waits for: all that decide, except where an answer is optional."""
        return self.deciders(state)

    def refusal_when_unasked(self, state: State, seat: Seat) -> Refusal:
        """Return the refusal for a seat that has nothing to decide."""
        return Refusal("not-your-turn", {"seats": self.on_turn(state)})


def _events_of(modules: Iterable[ModuleType]) -> Iterator[type[Event]]:
    """Yield the events that these modules define."""
    for module in modules:
        defined = (one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__)
        yield from (one for one in defined if isclass(one) and issubclass(one, Event))


def _add_room(game: type[Game[Any]], room: ModuleType, names: Mapping[str, str]) -> None:
    """Set the functions and tables of a room as methods and attributes of a game."""
    for name in vars(room).keys() & names.keys():
        thing = vars(room)[name]
        setattr(game, names[name], staticmethod(thing) if isfunction(thing) else thing)


AnyGame = Game[Any]
