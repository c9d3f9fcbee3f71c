"""Playing a daily again. Its computers' moves follow from its key, so that a result can be checked.

The person has the first seat, and moves first if several seats decide. Computers then move by seat.
"""

import random
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame, DailySettings, Notes
from bot.engine.draft import Step
from bot.engine.events import visible_to
from bot.engine.moves import Move
from bot.engine.notation import read_options
from bot.fair import daily, deal
from bot.fair.daily import NO_MOVES, Choices, ResultLine, Source
from bot.players.computers import CHARACTERS, Computer, computer_of
from bot.players.player import choose, seen_by
from bot.players.policy import EDITION

PERSON: Final[Seat] = 0
FIRST_REVISION: Final = 2
"""A table's revision after its deal. Computers' dice depend on the revision."""
PAR_PLAYS: Final = 32
"""The number of plays by sensible moves to find par, their mean."""
MAX_MOVES: Final = 3000


class Daily(NamedTuple):
    """The daily of a game: its options, its computers, and its deal."""

    game: AnyGame
    day: str
    options: dict[str, Any]
    computers: tuple[int, ...]
    deal: deal.Deal

    @property
    def key(self) -> bytes:
        """The key of the game's chance."""
        return deal.key(self.deal.secret, self.deal.transcript)


def daily_of(game: AnyGame, day: str, source: Source) -> Daily:
    """Return the daily of a game."""
    form = _form(game)
    options = msgspec.to_builtins(read_options(game, {**game.alone, **form.options}))
    computers = computers_of(game, day)
    sealed = daily.deal_of(
        source, day, game=game.id, options=options, computers=[_computer_text(one) for one in computers]
    )
    return Daily(game, day, options, computers, sealed)


def computers_of(game: AnyGame, day: str) -> tuple[int, ...]:
    """Return the ids of a day's computers: medium ones, whose characters change every day."""
    first = daily.number_of(day)
    return tuple(
        Computer(CHARACTERS[(first + place) % len(CHARACTERS)], "medium").id
        for place in range(_form(game).computers)
    )


def first_to_move(deciders: Sequence[Seat]) -> Seat:
    """Return the seat that moves first among those that have to decide."""
    return PERSON if PERSON in deciders else min(deciders)


def lead(game: AnyGame, state: Any) -> int:
    """Return the person's points less those of the best computer."""
    own, *others = game.points(state)
    return own - max(others)


class Play:
    """A play of a daily, always up to the person's next decision."""

    def __init__(self, of_day: Daily) -> None:
        game = self.game = of_day.game
        self._daily = of_day
        self._chance = SeededChance(of_day.key)
        seats = 1 + len(of_day.computers)
        dealt = game.deal(seats, read_options(game, of_day.options), self._chance)
        self.state: Any = dealt.state
        assert game.notes is not None
        self.notes: list[Notes] = [game.notes(seat=seat) for seat in range(seats)]
        self.moves = 0
        self._note(dealt)
        self._move_computers()

    @property
    def legal(self) -> Sequence[Move]:
        """The person's legal moves. None after the end."""
        return self.game.legal(self.state, PERSON) if self.game.deciders(self.state) else ()

    def make(self, move: Move) -> None:
        """Make the person's move, then those of computers up to the next decision."""
        self._apply(PERSON, move)
        self._move_computers()

    def sensible_move(self, rng: random.Random) -> Move:
        """Return the move that a medium computer in the person's seat would make."""
        return choose(self._seen_from(PERSON, rng.randbytes(16)))

    def _move_computers(self) -> None:
        while deciders := self.game.deciders(self.state):
            seat = first_to_move(deciders)
            if seat == PERSON or self.moves > MAX_MOVES:
                return
            seed = self._chance.seed_of_player(seat, FIRST_REVISION + self.moves)
            computer = computer_of(self._daily.computers[seat - 1])
            assert computer is not None
            seen = msgspec.structs.replace(self._seen_from(seat, seed), play_style=computer.play_style)
            self._apply(seat, choose(seen))

    def _seen_from(self, seat: Seat, seed: bytes) -> Any:
        return seen_by(self.game, self.state, self.notes[seat], level="medium", seed=seed)

    def _apply(self, seat: Seat, move: Move) -> None:
        step = self.game.apply(self.state, seat, move, self._chance)
        assert isinstance(step, Step), f"{move} is refused"
        self.state, self.moves = step.state, self.moves + 1
        self._note(step)

    def _note(self, step: Step[Any]) -> None:
        self.notes = [self.game.observe(one, visible_to(step.events, one.seat)) for one in self.notes]


def line_of(of_day: Daily, moves: Sequence[str]) -> ResultLine:
    """Return the line of a finished play, from the person's moves."""
    play, choices, is_complete = Play(of_day), [], True
    for text in moves:
        legal = list(map(str, play.legal))
        place = _index_of(text, legal)
        if place is None:
            is_complete = False
            break
        if len(legal) > 1:
            choices.append((place, len(legal)))
        play.make(play.legal[place])
    is_complete = is_complete and not play.game.deciders(play.state)
    month_and_day = of_day.day[5:].replace("-", "")
    line = ResultLine(EDITION, of_day.game.id, month_and_day, lead(play.game, play.state), NO_MOVES)
    packed = line._replace(moves=daily.pack_choices(choices))
    return packed if is_complete and len(str(packed)) <= daily.MAX_LINE else line


def _index_of(text: str, legal: Sequence[str]) -> int | None:
    """Return a move's place among the legal ones, or else that of the only one with the same cards."""
    same = [place for place, one in enumerate(legal) if _sorted_parts(one) == _sorted_parts(text)]
    return next((place for place in same if legal[place] == text), same[0] if len(same) == 1 else None)


def _sorted_parts(text: str) -> list[str]:
    return sorted(re.split("[ :,]", text))


class Checked(NamedTuple):
    """The result of replaying a line's moves."""

    moves: int
    lead: int | None
    """None if the moves don't lead exactly to the end of the game."""


def checked(of_day: Daily, line: ResultLine) -> Checked:
    """Play the moves of a line again, and return their result."""
    play, choices, made = Play(of_day), Choices(line.moves), 0
    while legal := play.legal:
        place = choices.next(len(legal)) if len(legal) > 1 else 0
        if place is None or made > MAX_MOVES:
            return Checked(made, None)
        play.make(legal[place])
        made += 1
    return Checked(made, lead(play.game, play.state) if choices.is_over else None)


def par(of_day: Daily) -> int:
    """Return the mean lead of a number of plays by sensible moves."""
    leads = [_sensible_lead(of_day, number) for number in range(PAR_PLAYS)]
    return round(sum(leads) / len(leads))


def _sensible_lead(of_day: Daily, number: int) -> int:
    play, rng = Play(of_day), random.Random(f"{of_day.day} {number}")  # noqa: S311 # repeatable on purpose
    while play.legal:
        play.make(play.sensible_move(rng))
    return lead(play.game, play.state)


def _form(game: AnyGame) -> DailySettings:
    assert game.daily is not None, f"there's no daily of {game.id}"
    return game.daily


def _computer_text(user: int) -> str:
    computer = computer_of(user)
    assert computer is not None
    return f"{computer.character} {computer.level}"
