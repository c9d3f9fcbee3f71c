"""Sentences about events: each is a message, and the event's fields become its facts.

A field's kind decides its words: a seat becomes its player's name, a card `10♥`, a rank `kings`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from string import Formatter
from typing import Any, Final, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from bot.engine.cards import Card, Rank, Suit, parse_cards
from bot.engine.chance import Seat, Shape
from bot.engine.events import Event, TimedOut
from bot.engine.moves import Move, fields_of, kind_of
from bot.rendering import words
from bot.rendering.catalog import say, say_as, say_count
from bot.rendering.commands import PLACEHOLDER
from bot.rendering.scene import Scene

T = TypeVar("T", bound=Event)


class Moment(msgspec.Struct, frozen=True):
    """A move to put into words: all its events, and a scene with the names of that time."""

    scene: Scene
    events: Sequence[Event] = ()
    name_of: Callable[[Scene, Seat], str] = words.name
    notes: Any = None
    """The viewer's notes, for hints only."""

    def name(self, seat: Seat) -> str:
        """Return a player's name, in the length that fits here."""
        return self.name_of(self.scene, seat)

    def names(self, seats: Sequence[Seat]) -> str:
        """Return several names: `Ann, Ben and Cy`."""
        return words.listed(list(map(self.name, seats)))

    def each(self, pairs: Iterable[tuple[Seat, object]]) -> str:
        """Return players, each with something: `Ann 7♥, Ben 7♦`."""
        return ", ".join(f"{self.name(seat)} {thing}" for seat, thing in pairs)

    def all(self, kind: type[T]) -> list[T]:
        """Return the events of a kind, oldest first."""
        return [event for event in self.events if isinstance(event, kind)]

    def first(self, kind: type[T]) -> T | None:
        """Return the first event of a kind."""
        return next(iter(self.all(kind)), None)

    def last(self, kind: type[T]) -> T | None:
        """Return the last event of a kind."""
        return next(iter(self.all(kind)[::-1]), None)

    def the(self, kind: type[T]) -> T:
        """Return the first event of a kind that this move must have."""
        return self.all(kind)[0]

    def has(self, *kinds: type[Event]) -> bool:
        """Whether the move has an event of one of these kinds."""
        return any(isinstance(event, kinds) for event in self.events)


Sentence: TypeAlias = Callable[[Any, Moment], str]
"""A function that words an event, a move or the facts of a refusal. The text may be empty."""
Fact: TypeAlias = str | tuple[str, Callable[[Any], object]] | Callable[[Any, Moment], object]
"""A field's name, a field's name with a function that words it, or a function of event and moment."""
Choice: TypeAlias = str | Callable[[Any, Moment], object]
"""A field's name, or a function of event and moment, whose value chooses among sentences."""
Writer: TypeAlias = Callable[[Any, Moment], object]

ALIASES: Final[Mapping[str, str]] = {
    "player": "seat",
    "players": "seats",
    "other": "target",
    "ranks": "rank",
    "number": "count",
}
"""The field for a fact of this name, if the event doesn't have a field of the same name."""
FACT_KINDS: Final[Mapping[str, Any]] = {
    "card": Card,
    "top": Card,
    "first": Card,
    "second": Card,
    "cards": tuple[Card, ...],
    "player": Seat,
    "seats": tuple[Seat, ...],
    "rank": Rank,
    "suit": Suit,
}
"""The kinds of the facts of refusals, by name."""
LITERALS: Final[Mapping[Any, str]] = {Rank: "rank", Suit: "suit", Shape: "shape"}
WRITERS: Final[Mapping[str, Writer]] = {
    "seat": lambda seat, moment: moment.name(seat),
    "card": lambda card, _: words.one_card(card),
    "cards": lambda cards, _: words.cards(parse_cards(cards)),
    "rank": lambda rank, _: words.ranks_name(rank),
    "suit": lambda suit, _: words.suit_name(suit),
    "shape": lambda shape, _: words.shape_name(shape),
}
LIST_WRITERS: Final[Mapping[str, Writer]] = {
    "seat": lambda seats, moment: moment.names(seats),
    "card": lambda cards, _: words.cards(cards),
}


class Tell:
    """A sentence made from a message. `facts` are those that aren't simply the field of the same name."""

    __slots__ = ("facts", "texts", "writers")

    def __init__(self, *texts: str, **facts: Fact) -> None:
        names = {name for one in texts for _, name, _, _ in Formatter().parse(one) if name}
        named = {name: name for name in names if not name.startswith(PLACEHOLDER)}
        self.texts, self.facts = texts, {**named, **facts}
        self.writers: dict[type, Mapping[str, Writer]] = {}
        """The functions that make the facts, by kind of event, found once for each."""

    def __call__(self, event: Any, moment: Moment) -> str:
        return say(self.texts[0], **self.facts_of(event, moment))

    def facts_of(self, event: Any, moment: Moment) -> dict[str, Any]:
        """Return the facts in words."""
        kind = type(event)
        if kind not in self.writers:
            self.writers[kind] = {name: _writer_of(fact, kind) for name, fact in self.facts.items()}
        return {name: write(event, moment) for name, write in self.writers[kind].items()}


class TellCount(Tell):
    """A sentence made from a message with a singular and a plural, and the fact `number`."""

    __slots__ = ()

    def __init__(self, one: str, many: str, number: Fact = "count", **facts: Fact) -> None:
        super().__init__(one, many, number=number, **facts)

    def __call__(self, event: Any, moment: Moment) -> str:
        facts, (one, many) = self.facts_of(event, moment), self.texts
        return say_count(one, many, facts.pop("number"), **facts)


class TellAs(Tell):
    """A sentence made from a message with a context, because its English words have several meanings."""

    __slots__ = ()

    def __init__(self, context: str, text: str, **facts: Fact) -> None:
        super().__init__(context, text, **facts)

    def __call__(self, event: Any, moment: Moment) -> str:
        context, text = self.texts
        return say_as(context, text, **self.facts_of(event, moment))


class Either:
    """One of two sentences, by whether the value of a field or a function is true."""

    __slots__ = ("fact", "no", "yes")

    def __init__(self, fact: Choice, yes: Sentence, no: Sentence | None = None) -> None:
        self.fact, self.yes, self.no = fact, yes, no or silent

    def __call__(self, event: Any, moment: Moment) -> str:
        return (self.yes if choice_value(self.fact, event, moment) else self.no)(event, moment)


class By:
    """One of several sentences, by the value of a field or a function."""

    __slots__ = ("fact", "ways")

    def __init__(self, fact: Choice, ways: Mapping[Any, Sentence] = {}, /, **named: Sentence) -> None:
        self.fact, self.ways = fact, {**ways, **named}

    def __call__(self, event: Any, moment: Moment) -> str:
        return self.ways.get(choice_value(self.fact, event, moment), silent)(event, moment)


def varied(*sentences: Sentence) -> By:
    """Return one of several wordings for a moment of drama, by table and move, so that an edit repeats it."""
    return By(
        lambda _, moment: (moment.scene.session_id + moment.scene.revision) % len(sentences),
        dict(enumerate(sentences)),
    )


class About:
    """Words for the first event of a kind in the same move, if it has one."""

    __slots__ = ("kind", "sentence")

    def __init__(self, kind: type[Event], sentence: Sentence) -> None:
        self.kind, self.sentence = kind, sentence

    def __call__(self, _event: Any, moment: Moment) -> str:
        found = moment.first(self.kind)
        return "" if found is None else self.sentence(found, moment)


class Joined:
    """Sentences one after the other, without the empty ones."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Sentence) -> None:
        self.parts = parts

    def __call__(self, event: Any, moment: Moment) -> str:
        return joined(*(part(event, moment) for part in self.parts))


def joined(*texts: str) -> str:
    """Return these sentences in one text, without the empty ones."""
    return " ".join(filter(None, texts))


def choice_value(fact: Choice, event: Any, moment: Moment) -> Any:
    """Return the value that chooses a sentence."""
    return value_of(event, fact) if isinstance(fact, str) else fact(event, moment)


def if_own(sentence: Sentence) -> Either:
    """Return a sentence that only the event's player sees."""
    return Either(is_own, sentence)


def is_own(event: Any, moment: Moment) -> bool:
    """Whether an event is about the viewer."""
    return bool(event.seat == moment.scene.viewer)


def labelled(scene: Scene) -> Moment:
    """Return a scene's moment for labels. Their names aren't escaped, because nothing formats a label."""
    return Moment(scene, (), Scene.name)


def private(you: str, computer: str) -> Either:
    """Return a sentence about a viewer's secret: `you`, or `computer` while one plays for them."""
    return Either(lambda _, moment: moment.scene.is_stood_in, Tell(computer, player=_stand_in), Tell(you))


def _stand_in(_event: Any, moment: Moment) -> str:
    return words.stand_in(moment.scene)


def has(*kinds: type[Event]) -> Callable[[Any, Moment], bool]:
    """Return a function that says whether a move has an event of one of these kinds."""
    return lambda _event, moment: moment.has(*kinds)


def always(value: object) -> Writer:
    """Return a function that makes a constant fact."""
    return lambda _event, _moment: value


def named(seat: Callable[[Any, Moment], Seat | None]) -> Writer:
    """Return a function that makes a fact from a seat: its player's name. Empty without a seat."""
    return lambda event, moment: "" if (one := seat(event, moment)) is None else moment.name(one)


def counted(seats: Callable[[Any, Moment], Sequence[Seat]]) -> dict[str, Any]:
    """Return the facts `players` and `number` for the seats that a function returns."""
    return {
        "players": lambda event, moment: moment.names(seats(event, moment)),
        "number": lambda event, moment: len(seats(event, moment)),
    }


def phrases(table: Mapping[type[Event], Sentence], moment: Moment) -> list[str]:
    """Return the sentences in `table` about the events of a move."""
    lines = [table[type(event)](event, moment) for event in moment.events if type(event) in table]
    return list(filter(None, lines))


def is_news(events: Sequence[Event], quiet: tuple[type[Event], ...]) -> bool:
    """Whether any of these events is neither a `quiet` one nor a clock that ran out."""
    return any(not isinstance(event, (*quiet, TimedOut)) for event in events)


def label_of(
    move: Move, scene: Scene, labels: Mapping[type[Move], Sentence], verbs: Mapping[str, str]
) -> str:
    """Return a move's text for a select or button: its label, or else its verb."""
    write = labels.get(type(move), silent)
    return write(move, labelled(scene)) or say(verbs[move.verb])


def silent(_event: Any, _moment: Moment) -> str:
    """Return an empty text for any event."""
    return ""


def value_of(event: Any, name: str) -> Any:
    """Return the value of an event's field, or of a refusal's fact."""
    return event[name] if isinstance(event, Mapping) else getattr(event, name)


def _writer_of(fact: Fact, kind: type) -> Writer:
    """Return the function that makes a fact from an event of this kind."""
    if isinstance(fact, tuple):
        other, write = fact
        return lambda event, _: write(value_of(event, other))
    if not isinstance(fact, str):
        return fact
    if not issubclass(kind, msgspec.Struct):
        return partial(_fact_of_refusal, fact)
    types = {one.name: one.type for one in fields_of(kind)}
    field = fact if fact in types else ALIASES[fact]
    write_field = _writer_for(types[field])
    return lambda event, moment: write_field(getattr(event, field), moment)


def _fact_of_refusal(fact: str, facts: Mapping[str, Any], moment: Moment) -> object:
    name = fact if fact in facts else ALIASES[fact]
    return _writer_for(FACT_KINDS.get(name))(facts[name], moment)


def _writer_for(annotation: Any) -> Writer:
    """Return the function that words a field of this kind. It leaves numbers and texts alone."""
    is_many = get_origin(annotation) is tuple
    kind = kind_of(annotation) or _literal(annotation)
    return (LIST_WRITERS if is_many else WRITERS).get(kind or "", lambda value, _: value)


def _literal(annotation: Any) -> str | None:
    """Return the kind of a field with a `Literal` type: rank, suit or shape. None for other types."""
    return next((LITERALS[one] for one in (annotation, *get_args(annotation)) if one in LITERALS), None)
