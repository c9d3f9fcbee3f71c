"""The notation shared by all games: seats, commands, cases and the referee that runs them.

`docs/notation.md` describes it for people. Each game adds the fields of its own position.
"""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import ascii_uppercase
from typing import Any, TypeVar

import msgspec

from bot.engine.cards import Card, Cards, NotACard, parse_card
from bot.engine.chance import Chance, ScriptedChance, ScriptError, Seat, SeededChance, seat_letter, seat_of
from bot.engine.contract import AnyGame, Malformed, Options
from bot.engine.draft import Refusal, Step
from bot.engine.events import Event
from bot.engine.moves import Leave, Move, fields_of, kind_of, verb_of
from bot.engine.options import hidden_options, option_faults

T = TypeVar("T")

_COMMAND = re.compile(r"\s*([A-Z*])\s*:\s*(\S.*?)\s*", re.DOTALL)


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case for the referee: a game and its commands, with a position and a chance script if wanted."""

    game: str
    seats: int
    id: str | None = None
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    chance: list[dict[str, Any]] | None = None
    seed: str = "0"
    commands: list[str] = []
    expect: dict[str, Any] = {}


def read_seat(letter: str, seats: int) -> Seat:
    """Return the seat of a letter. Raise Malformed when the table doesn't have this seat."""
    seat = seat_of(letter) if len(letter) == 1 else -1
    if not 0 <= seat < seats:
        last = seat_letter(seats - 1)
        raise Malformed(f"there is no seat {letter!r}: the seats are A to {last}")
    return seat


def by_letter(values: Sequence[T]) -> dict[str, T]:
    """Return a seat object: the values of all seats under their letters."""
    return dict(zip(ascii_uppercase, values, strict=False))


def by_seat(given: Mapping[str, T], seats: int, empty: T) -> list[T]:
    """Return the values of a seat object in seat order, with `empty` for each missing seat."""
    values = [empty] * seats
    for letter, value in given.items():
        values[read_seat(letter, seats)] = value
    return values


def letters(seats: Sequence[Seat]) -> list[str]:
    """Return these seats as letters, in the order given."""
    return [seat_letter(seat) for seat in seats]


def read_options(game: AnyGame, given: Mapping[str, Any]) -> Options:
    """Return a game's options, with defaults filled in. Raise Malformed for an unknown one or a bad value."""
    try:
        return msgspec.convert(dict(given), game.options)
    except msgspec.ValidationError as error:
        not_offered = hidden_options(game.options)
        faults = option_faults(game.options, {name: given[name] for name in given if name not in not_offered})
        raise Malformed(f"options: {'; '.join(map(str, faults)) or error}") from error


def stored_options(game: AnyGame, stored: Mapping[str, Any]) -> Options:
    """Return the options of a stored game. One without an edition began with the first."""
    return read_options(game, {"edition": 1, **stored})


def read_card(text: str) -> Card:
    """Return a card of a position. Raise Malformed if the text isn't a card."""
    try:
        return parse_card(text)
    except NotACard as bad:
        raise Malformed(f"position: {bad}") from bad


def read_cards(texts: Iterable[str]) -> Cards:
    """Return the cards of a zone of a position, in the order given."""
    return tuple(map(read_card, texts))


@cache
def _moves_by_verb(game: AnyGame) -> dict[str, type[Move]]:
    kinds: tuple[type[Move], ...] = (*game.moves, Leave)
    return {verb_of(kind): kind for kind in kinds}


def parse_move(game: AnyGame, text: str, seats: int) -> Move:
    """Return the move of `acquire rank:K`. Raise Malformed for unknown words or a missing option."""
    try:
        verb, *words = shlex.split(text)
    except ValueError as error:
        raise Malformed(f"command {text!r}: {error}") from error
    kind = _moves_by_verb(game).get(verb)
    if kind is None:
        raise Malformed(f"{game.id} has no command {verb!r}")
    given: dict[str, str] = {}
    for word in words:
        name, colon, value = word.partition(":")
        if not colon:
            raise Malformed(f"command {text!r}: {word!r} is not an option")
        given[name] = value  # The last value of a repeated option counts.
    return build_move(kind, given, seats)


def build_move(kind: type[Move], given: Mapping[str, Any], seats: int) -> Move:
    """Return a move from its options as texts or values. Raise Malformed with the option that's wrong."""
    fields = {field.encode_name: field for field in fields_of(kind)}
    verb = verb_of(kind)
    filled: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            raise Malformed(f"{verb} has no option {name!r}")
        is_letter = kind_of(fields[name].type) == "seat" and isinstance(value, str)
        filled[name] = read_seat(value.upper(), seats) if is_letter else value
    try:
        return msgspec.convert({"verb": verb, **filled}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(f"{verb}: {error}") from error


class Referee:
    """The referee of one case, which runs its commands and reports the result."""

    def __init__(self, game: AnyGame, case: Case) -> None:
        self.game, self.case = game, case
        options = read_options(game, case.options)
        game.check_table(case.seats, options)
        self.script = None if case.chance is None else ScriptedChance(case.chance, case.seats)
        self.chance: Chance = self.script or SeededChance.from_text(case.seed)
        self.events: tuple[Event, ...] = ()
        """The events of the last command that was carried out."""
        if case.position is None:
            self.state = game.deal(case.seats, options, self.chance).state
        else:
            self.state = game.load(case.position, case.seats, options)

    def run(self) -> dict[str, Any]:
        """Return the result of the case as plain JSON values."""
        steps = [{"command": text, "error": self.command(text)} for text in self.case.commands]
        summary = result(self.game, self.state, self.case.seats, self.chance_left)
        return {"id": self.case.id, "steps": steps, **summary}

    def command(self, text: str) -> str | None:
        """Run `A: acquire rank:K`, `*: timeout` or `*: wait seconds:5`. Return its error code, if any."""
        found = _COMMAND.fullmatch(text)
        if found is None:
            raise Malformed(f"{text!r} is not a command: write A: {self.case.game} ... or *: timeout")
        who, what = found.groups()
        if who == "*":
            return self._keep_step(self._run_clock(what))
        seat = read_seat(who, self.case.seats)
        if what in self.game.looks:
            refused = self.game.look(self.state, seat, what)
            return refused.code if refused else None
        move = parse_move(self.game, what, self.case.seats)
        return self._keep_step(self.game.apply(self.state, seat, move, self.chance))

    def _run_clock(self, what: str) -> Step[Any] | Refusal:
        if what == "timeout":
            return self.game.timeout(self.state, self.chance)
        passed = re.fullmatch(r"wait\s+seconds:(\d+)", what)
        if passed and self.game.measures_time:
            return self.game.wait(self.state, int(passed[1]), self.chance)
        raise Malformed(f"{self.game.id} has no clock command {what!r}")

    def _keep_step(self, step: Step[Any] | Refusal) -> str | None:
        if isinstance(step, Refusal):
            return step.code
        self.state, self.events = step.state, step.events
        return None

    @property
    def chance_left(self) -> int:
        """Return the number of unused entries of the chance script."""
        return self.script.left if self.script else 0


def result(game: AnyGame, state: Any, seats: int, chance_left: int = 0) -> dict[str, Any]:
    """Return a state as the referee prints it: position, deciders, winners and every seat's view."""
    outcome = game.outcome(state)
    viewers: list[Seat | None] = [*range(seats), None]
    return {
        "position": game.dump(state),
        "phase": game.phase(state),
        "deciders": letters(game.deciders(state)),
        "over": outcome is not None,
        "winners": letters(outcome.winners) if outcome else [],
        "chance_left": chance_left,
        "views": {_viewer_letter(seat): game.view(state, seat) for seat in viewers},
    }


def _viewer_letter(seat: Seat | None) -> str:
    return "*" if seat is None else seat_letter(seat)


def referee(games: Mapping[str, AnyGame], raw: bytes | str) -> Any:
    """Judge a case or a list of cases in JSON, and return the result or results. Raise Malformed."""
    try:
        given = msgspec.json.decode(raw)
        many = isinstance(given, list)
        cases = [msgspec.convert(one, Case) for one in (given if many else [given])]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"not a case: {error}") from error
    results = [_run_case(games, case) for case in cases]
    return results if many else results[0]


def _run_case(games: Mapping[str, AnyGame], case: Case) -> dict[str, Any]:
    """Return one case's result. Raise Malformed with the name of the case."""
    name = case.id or "case"
    if case.game not in games:
        raise Malformed(f"{name}: there is no game {case.game!r}; there are {', '.join(games)}")
    try:
        return Referee(games[case.game], case).run()
    except (Malformed, ScriptError) as error:
        raise Malformed(f"{name}: {error}") from error
