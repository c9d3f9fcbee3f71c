"""What every game is: pure values and functions over an immutable state.

No clock, no input or output, no chat service, no global randomness. The program needs nothing else to run a
game, and nothing it does depends on which game it is. Everything that games share is answered here, once.
A game says what differs.
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
from bot.engine.events import Event, Former, TimedOut
from bot.engine.moves import Leave, Move, agrees, option_texts, verb_of
from bot.registry import modules_of

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
        "not_asked": "not_asked",
        "legal_moves": "legal",
    },
    "completion": {"complete": "typed"},
    "clock": {"running_clock": "clock", "time_out": "run_out"},
    "position": {"to_position": "dump", "from_position": "read"},
    "veil": {"veiled": "veil", "look_refusal": "look"},
    "faults": {"broken_invariants": "faults"},
    "notes": {"noted": "noted", "HEARD": "heard"},
    "determinizing": {"determinize": "determinize"},
    "ahead": {
        "plans": "plans",
        "on_turn": "on_my_turn",
        "ordered": "ordered",
        "outlasts": "outlasts",
        "basis": "basis",
    },
}
"""What a game takes from the modules of its package: their functions and tables, and what it calls them."""

Check = Literal["not-a-player", "game-over", "wrong-phase", "not-your-turn"]
"""The checks before a move itself, whatever its options."""
Lengths = Mapping[str, Mapping[str, Any]]
"""For each length of a game the options that make it."""
Carry = Callable[[Draft[State], Seat, Any], Refusal | None]
"""Make a move in a draft, or say why not. After a refusal the draft is thrown away."""


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's memory of facts missing from its view: plain values with defaults, except for the seat."""

    seat: Seat


N = TypeVar("N", bound=Notes)
Heard = Mapping[type[Event], Callable[[N, Any], N]]
"""For each kind of event a function that returns the notes after it."""


def between(least: int, most: int, *, offered: Sequence[int] = ()) -> Meta:
    """Return the limits of an option that is a number, and values worth offering."""
    return Meta(ge=least, le=most, examples=list(offered) or None)


class Options(
    msgspec.Struct, frozen=True, rename=lambda name: name.replace("_", "-"), forbid_unknown_fields=True
):
    """A game's options with their defaults. The annotations carry limits, and values worth offering."""

    edition: Annotated[int, Meta(ge=1, extra={"hidden": True})] = 1
    """Which edition of the game's rules is played: a new game takes the newest. Players can't choose it."""


class Action(msgspec.Struct, Generic[State], frozen=True):
    """The effect of a kind of move, and when it's possible: in `phases`, or in any if none are given.

    `unasked` opens it to seats that owe no decision.
    """

    carry_out: Carry[State]
    phases: Collection[str] = ()
    unasked: bool = False


class Clock(msgspec.Struct, frozen=True):
    """The clock that runs in a state.

    `key` names what is being timed: as long as it stays the same the clock runs on, another key restarts
    it. Every key holds a digit. `seconds` is its length. None leaves it to the table's setting for
    this `kind`.
    """

    key: str
    kind: Literal["turn", "response"] = "turn"
    seconds: int | None = None


class Form(msgspec.Struct, frozen=True):
    """The form of a game in which everyone gets the same deal on a day."""

    options: Mapping[str, Any]
    computers: int
    """How many computers one person plays against."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners (none in a draw or an abandoned game) and the rules' word for why."""

    winners: tuple[Seat, ...]
    end: str


class Unplayable(msgspec.Struct, frozen=True):
    """Options that this many players can't play with: a code and facts for people, a line for the referee."""

    code: str
    facts: Mapping[str, Any]
    line: str


class Malformed(ValueError):
    """A position, case or set of options that can't be read. The message is one clear line.

    `problem` says the same for people, where they can have caused it.
    """

    def __init__(self, line: str, problem: Unplayable | None = None) -> None:
        super().__init__(line)
        self.problem = problem


class Game(Generic[State]):
    """A card game. One instance each in `bot.games`. All methods are pure.

    A game is the `ROOMS` of its `package` and all events there, with what its class says itself.

    The first half is what the program asks, answered for every game alike. The second half, from `blank` on,
    is what a game itself says. Only this class calls it.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    letter: ClassVar[str]
    """The first sign of a code that shares its rules. No other game has it."""
    seats: ClassVar[range]
    """How many players may start."""
    options: ClassVar[type[Options]]
    state: ClassVar[type[GameState]]
    """The type of its states, for reading a view in another process."""
    lengths: ClassVar[Lengths] = {}
    """The options that make a game `short`, `normal` or `long`."""
    lengths_alone: ClassVar[Lengths] = {}
    """The same for one person against computers. None where they are the same."""
    alone: ClassVar[Mapping[str, Any]] = {}
    """Options of a table where one person plays against computers."""
    actions: ClassVar[Mapping[type[Move], Action[Any]]]
    """Every kind of move, `Leave` too, in the order in which people are shown them."""
    moves: ClassVar[tuple[type[Move], ...]]
    """Every kind of move but `Leave`. Taken from `actions`."""
    events: ClassVar[tuple[type[Event], ...]]
    former: ClassVar[Former] = {}
    """The readers of events that earlier releases stored."""
    scores: ClassVar[tuple[type[Event], ...]] = ()
    """The events that results are made from. The program remembers those that are `is_scored` to the end."""
    rounds: ClassVar[tuple[type[Event], ...]] = ()
    """Those of them that tell that a round is over."""
    checks: ClassVar[tuple[Check, ...]] = ("not-a-player", "game-over", "not-your-turn", "wrong-phase")
    """The order in which this game's rules check the conditions all games share."""
    looks: ClassVar[tuple[str, ...]] = ("hand", "table")
    """Read-only commands of the notation."""
    measures_time: ClassVar[bool] = False
    """Whether the state itself counts seconds, told through `wait` before every move."""
    moves_at_once: ClassVar[int] = 40
    """How many moves of one turn a computer makes before they're shown."""
    notes: ClassVar[type[Notes] | None] = None
    """The type of a seat's memory, or None in a game without computers."""
    heard: ClassVar[Heard[Any]] = {}
    """For each kind of event what a seat remembers after it."""
    unchosen: ClassVar[frozenset[str]] = frozenset()
    """Verbs of moves that are only possible where nothing else is: they don't show that anyone is there."""
    daily: ClassVar[Form | None] = None
    """How the game is played as a daily, or None if it isn't."""

    def __init_subclass__(cls, package: str = "") -> None:
        if package:
            modules = modules_of(package, lambda name: name != "game")
            cls.events = (*_events_of(modules.values()), TimedOut)
            for room in modules.keys() & ROOMS.keys():
                _take_over(cls, modules[room], ROOMS[room])
        if "actions" in cls.__dict__:
            cls.moves = tuple(kind for kind in cls.actions if kind is not Leave)

    def lengths_for(self, *, alone: bool) -> Lengths:
        """Return the lengths to choose from, for one person against computers or for several."""
        return (alone and self.lengths_alone) or self.lengths

    def is_scored(self, event: Event) -> bool:
        """Whether the result may be told from this event."""
        return isinstance(event, self.scores)

    def has_whole_round(self, state: State, scored: Sequence[Event]) -> bool:
        """Whether at least one whole round was played, by all events that `is_scored`."""
        return any(isinstance(event, self.rounds) for event in scored)

    def deal(self, seats: int, options: Any, chance: Chance) -> Step[State]:
        """Set up a new game. `options` is an instance of `self.options`. Malformed: not for this many."""
        self.check_table(seats, options)
        draft = Draft(self.blank(seats, options), chance)
        with suppress(Stop):
            self.set_up(draft)
        return draft.step()

    def load(self, position: Mapping[str, Any], seats: int, options: Any) -> State:
        """Return the state of a position. Raise Malformed in one line when it can't be one."""
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
        """Return all that `viewer` may know, in the position notation: covered cards are counted."""
        return self.dump(self.veil(state, viewer))

    def phase(self, state: State) -> str:
        """Return the rules' name of the present phase. `over` when the game has ended."""
        return state.phase

    def active(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that haven't left, in seat order."""
        return state.active

    def barred(self, state: State, seat: Seat, kind: type[Move]) -> Refusal | None:
        """Return why this seat may not make such a move now, whatever its options. None when it may.

        The error codes `unknown-move`, then those of `checks` in the order of the rules.
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
            "not-your-turn": None if may_decide or is_over else self.not_asked(state, seat),
        }
        return next(refusal for check in self.checks if (refusal := found[check]))

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State] | Refusal:
        """Make a move. A refusal means that nothing changed and no chance was used."""
        if refused := self.barred(state, seat, type(move)):
            return refused
        draft = Draft(state, chance)
        try:
            refused = self.carry_out(draft, seat, move)
        except Stop:
            return draft.step()
        return refused or draft.step()

    def timeout(self, state: State, chance: Chance) -> Step[State] | Refusal:
        """The clock ran out: every seat that owes a decision gets the default of the rules."""
        if state.phase == "over":
            return Refusal("game-over")
        draft = Draft(state, chance)
        draft.tell(TimedOut(seats=self.on_turn(state)))
        with suppress(Stop):
            self.run_out(draft)
        return draft.step()

    def forced(self, state: State, seat: Seat) -> Move | None:
        """The only move of a seat, which the program makes for it after a moment. None: there's a choice."""
        return None

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of every seat, more being better. Only a game with a daily is asked."""
        raise NotImplementedError

    def moves_in(self, events: Sequence[Event]) -> int:
        """Return how many moves these events of one move count as, where fewer are better."""
        return 1

    def noted(self, notes: Any, events: Sequence[Event]) -> Any:
        """Return the notes after these events, of which the seat may learn: a pure fold from the deal on."""
        for event in events:
            if hear := self.heard.get(type(event)):
                notes = hear(notes, event)
        return notes

    def determinize(self, seen: State, notes: Any, chance: Chance) -> State:
        """Return a sound state that looks real to the seat of the notes. Cards that it can't see are dealt.

        `seen` is its view, and the veil of the sampled state equals it. A game that went on from a
        position leaves gaps in the notes, and chance fills them.
        """
        raise NotImplementedError

    def plans(self, state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
        """Return what a seat may decide before it's asked, by kind: the values to choose from.

        The kind `next` has the moves of the seat's next turn, as they would be legal if that were now.
        """
        return {}

    def on_my_turn(self, state: State, seat: Seat) -> State:
        """Return the same table if it were this seat's turn, for plans of the kind `next`."""
        return state

    def ordered(self, state: State, seat: Seat, kind: str, value: str) -> tuple[Move, ...] | Refusal | None:
        """Return the move that a plan makes now, by that seat's hand alone. None: it's about something else.

        Of several moves one is drawn. Whether there's any follows from what everyone knows. Only which one
        may follow from the hand. A refusal says that a next move isn't possible any more.
        """
        return None

    def outlasts(self, state: State, seat: Seat, kind: str) -> bool:
        """Whether a plan of this kind goes on in this state."""
        return True

    def basis(self, state: State, seat: Seat) -> Cards:
        """Return the cards for which a seat has chosen its next move."""
        return ()

    def look(self, state: State, seat: Seat, verb: str) -> Refusal | None:
        """Whether a seat may use a read-only command. None means yes."""
        return None

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """Texts for one option of a command that would make it legal, best first.

        `given` holds the options filled in so far, the one being typed included.
        """
        texts = self.typed(state, seat, verb, option, given)
        if texts is None:
            return list(dict.fromkeys(self._values(state, seat, verb, option, given)))
        return texts

    def _values(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> Iterator[str]:
        others = {name: value for name, value in given.items() if name != option}
        for move in self.legal(state, seat):
            filled = option_texts(move)
            if move.verb == verb and option in filled and agrees(move, others):
                yield filled[option]

    def typed(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str] | None:
        """Return the texts of `complete` if a game makes them itself, or None to use the legal moves."""
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the moves `apply` would accept from this seat now, likeliest first, never Leave.

        Equivalent cards are listed once. If a rule lets a player combine cards freely
        and there are very many ways, a bounded selection represents all of them. The game says where.
        """
        raise NotImplementedError

    def deciders(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that owe a decision now, in seat order. None when the game is over."""
        raise NotImplementedError

    def clock(self, state: State) -> Clock | None:
        """Return the clock that runs now. None when nobody has to decide."""
        raise NotImplementedError

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended. None while it runs."""
        raise NotImplementedError

    def veil(self, state: State, viewer: Seat | None) -> State:
        """The state as `viewer` may know it, None being a spectator. The only place where secrets are cut.

        Hidden cards become backs. A veiled state has itself as its veil.
        """
        raise NotImplementedError

    def dump(self, state: State) -> dict[str, Any]:
        """Return the state in the position notation, every field, as plain JSON values."""
        raise NotImplementedError

    def faults(self, state: State) -> list[str]:
        """Return the broken invariants of the rules' section 10, as phrases. A sound state has none."""
        raise NotImplementedError

    def problem(self, seats: int, options: Any) -> Unplayable | None:
        """Return why these options can't be played by this many. None when they can."""
        return None

    def wait(self, state: State, seconds: int, chance: Chance) -> Step[State]:
        """Let time pass in a game that measures it. Clocks that run out on the way take effect."""
        return Step(state)

    def blank(self, seats: int, options: Any) -> State:
        """Return the table before the first card is dealt."""
        raise NotImplementedError

    def set_up(self, draft: Draft[State]) -> None:
        """Deal."""
        raise NotImplementedError

    def read(self, position: Mapping[str, Any], seats: int, options: Any) -> State:
        """A position of this game for seats and options that fit. Raise Malformed when it can't be one."""
        raise NotImplementedError

    def carry_out(self, draft: Draft[State], seat: Seat, move: Move) -> Refusal | None:
        """Make a move that `barred` has nothing against, or say why not."""
        return self.actions[type(move)].carry_out(draft, seat, move)

    def run_out(self, draft: Draft[State]) -> None:
        """Give every seat that owes a decision the default of the rules."""
        raise NotImplementedError

    def on_turn(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that the table waits for: all that decide, except where an answer is optional."""
        return self.deciders(state)

    def not_asked(self, state: State, seat: Seat) -> Refusal:
        """Return the refusal for a seat that has nothing to decide."""
        return Refusal("not-your-turn", {"seats": self.on_turn(state)})


def _events_of(modules: Iterable[ModuleType]) -> Iterator[type[Event]]:
    """Yield the events that these modules define."""
    for module in modules:
        own = (one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__)
        yield from (one for one in own if isclass(one) and issubclass(one, Event))


def _take_over(game: type[Game[Any]], room: ModuleType, names: Mapping[str, str]) -> None:
    """Make the functions and tables of a room the methods and attributes of a game."""
    for name in vars(room).keys() & names.keys():
        thing = vars(room)[name]
        setattr(game, names[name], staticmethod(thing) if isfunction(thing) else thing)


AnyGame = Game[Any]
