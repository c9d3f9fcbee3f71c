"""What every game is: pure values and functions over an immutable state.

No clock, no input or output, no chat service, no global randomness. A host needs nothing else to run a
game, and nothing it does depends on which game it is.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.chance import Chance, Seat, seat_letter

Player = Annotated[Seat, Meta(extra={"kind": "player"})]
"""A move's option that names a seat: a user on Discord, a letter in the notation."""
CardText = Annotated[str, Meta(extra={"kind": "card"})]
"""A move's option that names one card, as typed; the engine reads it and refuses what is no card."""
CardsText = Annotated[str, Meta(extra={"kind": "cards"})]
"""A move's option that names several cards, as typed, separated by blanks or commas."""


_PLAIN = re.compile(r"[^\s\"'\\]+")


def kebab(name: str) -> str:
    """`CallBluff` as the command word `call-bluff`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Move(msgspec.Struct, frozen=True, tag_field="verb", tag=kebab, omit_defaults=True):
    """Something a seat does: the verb is the class name, the fields are the command's options."""

    @property
    def verb(self) -> str:
        """The command word, `call-bluff`."""
        return verb_of(type(self))

    def __str__(self) -> str:
        """The move in the notation: `acquire rank:K`, lists of cards with commas."""
        return move_text(self)


class Leave(Move, frozen=True):
    """Leave the game for good; every game knows it."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=kebab, kw_only=True, omit_defaults=True):
    """Something that happened; `to` are the only seats that may learn of it, None means everybody."""

    to: tuple[Seat, ...] | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why a move was not made: the error code of the rules, and facts for the sentence."""

    code: str
    facts: Mapping[str, Any] = {}


class Sheet(msgspec.Struct, frozen=True):
    """All that one seat, or a spectator, may know; its fields are the game's notation of a view."""


class Options(
    msgspec.Struct, frozen=True, rename=lambda name: name.replace("_", "-"), forbid_unknown_fields=True
):
    """A game's options with their defaults; the annotations carry limits, descriptions and examples."""


State = TypeVar("State")
"""A game's state: an immutable value that only its own package looks into."""


class Step(msgspec.Struct, Generic[State], frozen=True):
    """What an accepted move led to: the new state and what happened on the way, in order."""

    state: State
    events: tuple[Event, ...] = ()


class Clock(msgspec.Struct, frozen=True):
    """The clock that runs in a state.

    `key` names what is being timed: as long as it stays the same the clock runs on, another key starts
    it anew. Every key holds a digit. `seconds` is its length; None leaves it to the host's setting for
    this `kind`.
    """

    key: str
    kind: Literal["turn", "response"] = "turn"
    seconds: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners (none in a draw or an abandoned game) and the rules' word for why."""

    winners: tuple[Seat, ...]
    end: str


class Malformed(ValueError):
    """A position, case or set of options that cannot be read; the message is one clear line."""


class Game(ABC, Generic[State]):
    """A card game. One instance each in `bot.games`; all methods are pure."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[range]
    """How many players may start."""
    options: ClassVar[type[Options]]
    moves: ClassVar[tuple[type[Move], ...]]
    """Every kind of move but Leave."""
    events: ClassVar[tuple[type[Event], ...]]
    scores: ClassVar[tuple[type[Event], ...]] = ()
    """The events that make up the score sheet; a host remembers all of them until the game is over."""
    looks: ClassVar[tuple[str, ...]] = ("hand", "table")
    """Read-only commands of the notation."""
    measures_time: ClassVar[bool] = False
    """Whether the state itself counts seconds, told through `wait` before every move."""

    @abstractmethod
    def deal(self, seats: int, options: Any, chance: Chance) -> Step[State]:
        """Set up a new game; `options` is an instance of `self.options` that `problem` found good."""

    def problem(self, seats: int, options: Any) -> str | None:
        """Why these options cannot be played by so many, as a sentence; None when they can."""
        return None

    @abstractmethod
    def phase(self, state: State) -> str:
        """The rules' name of the present phase; `over` when the game has ended."""

    @abstractmethod
    def deciders(self, state: State) -> tuple[Seat, ...]:
        """The seats that owe a decision now, in seat order; none when the game is over."""

    @abstractmethod
    def active(self, state: State) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """The moves `apply` would accept from this seat now, likeliest first, never Leave.

        Cards that make no difference are listed once. Where a rule lets a player combine cards freely
        and there are very many ways, a bounded selection stands for all of them; the game says where.
        """

    @abstractmethod
    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> "Step[State] | Refusal":
        """Make a move. A refusal means that nothing changed and no chance was used."""

    @abstractmethod
    def timeout(self, state: State, chance: Chance) -> "Step[State] | Refusal":
        """The clock ran out: every seat that owes a decision gets the default of the rules."""

    def wait(self, state: State, seconds: int, chance: Chance) -> Step[State]:
        """Let time pass in a game that measures it; what runs out on the way happens."""
        return Step(state)

    def look(self, state: State, seat: Seat, verb: str) -> Refusal | None:
        """Whether a seat may use a read-only command; None means yes."""
        return None

    @abstractmethod
    def clock(self, state: State) -> Clock | None:
        """The clock that runs now; None when nobody is awaited."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it runs."""

    @abstractmethod
    def sheet(self, state: State, viewer: Seat | None) -> Sheet:
        """All that `viewer` may know, None being a spectator. The only place where secrets are cut."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The state in the position notation, every field, as plain JSON values."""

    @abstractmethod
    def load(self, position: Mapping[str, Any], seats: int, options: Any) -> State:
        """The state of a position; raise Malformed in one line when it cannot be one."""

    @abstractmethod
    def faults(self, state: State) -> list[str]:
        """The broken invariants of the rules' section 10, as sentences; none in a sound state."""

    def complete(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> list[str]:
        """Texts for one option of a command that would make it legal, best first.

        `given` holds the options filled in so far, the one being typed included.
        """
        return list(dict.fromkeys(self._values(state, seat, verb, option, given)))

    def _values(
        self, state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]
    ) -> Iterator[str]:
        others = {name: value for name, value in given.items() if name != option}
        for move in self.legal(state, seat):
            filled = option_texts(move)
            if move.verb == verb and option in filled and _agrees(move, others):
                yield filled[option]


AnyGame = Game[Any]


def verb_of(kind: type[Move]) -> str:
    """The command word of a kind of move."""
    return str(kind.__struct_config__.tag)


def told(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that this seat (None: a spectator) may learn of: the gate for events."""
    return tuple(event for event in events if event.to is None or seat in event.to)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of move; finding them takes longer than all else that is done with them."""
    return msgspec.structs.fields(kind)


def option_texts(move: Move) -> dict[str, str]:
    """The options of a move that are not left at their default, as the notation writes them."""
    texts: dict[str, str] = {}
    for field in fields_of(type(move)):
        value = getattr(move, field.name)
        if value != field.default:
            texts[field.encode_name] = _option_text(field.type, value)
    return texts


def move_text(move: Move) -> str:
    """A move in the notation: `acquire rank:K`, `vote choice:yes`, `line moves:"R4-F D-L1"`."""
    return " ".join([move.verb, *(f"{name}:{_quoted(text)}" for name, text in option_texts(move).items())])


def kind_of(annotation: Any) -> str | None:
    """`player`, `card` or `cards` for the special option types above, None for any other."""
    for meta in _metas(annotation):
        if meta.extra and "kind" in meta.extra:
            return str(meta.extra["kind"])
    return None


def _metas(annotation: Any) -> Iterator[Meta]:
    """The annotations of a type, those of a union's members included."""
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, Meta):
            yield meta
    for part in getattr(annotation, "__args__", ()):
        yield from _metas(part)


def _agrees(move: Move, given: Mapping[str, Any]) -> bool:
    """Whether a move's options are those given; one that the move leaves open (None) may be anything."""
    for field in fields_of(type(move)):
        own = getattr(move, field.name)
        if own is None or field.encode_name not in given:
            continue
        if _option_text(field.type, own) != _option_text(field.type, given[field.encode_name]):
            return False
    return True


def _option_text(annotation: Any, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and kind_of(annotation) == "player":
        return seat_letter(value)
    return str(value)


def _quoted(text: str) -> str:
    """The text as one word of the notation, in quotes unless it is plain."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
