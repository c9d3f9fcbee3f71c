"""The reader of lesson files. It plays every step once, which checks the file as well."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from bot.engine.chance import ScriptError, Seat, SeededChance
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Move
from bot.engine.notation import Case, Referee, parse_move, read_options, read_seat
from bot.lessons.lesson import (
    MAX_HEADING_CHARACTERS,
    MAX_LABEL_CHARACTERS,
    MAX_STEPS,
    MAX_TEXT_CHARACTERS,
    MAX_WRONG,
    Answer,
    Lesson,
    PastEvents,
    Snapshot,
    Step,
    Texts,
    WrittenLesson,
    WrittenStep,
)
from bot.players.computers import CHARACTERS

LEARNER: Final[Seat] = 0
"""The seat of the learner."""


@cache
def read_lesson(game: AnyGame, text: str) -> Lesson:
    """Return the lesson in a TOML text. Raises ValueError with one line on what's wrong, and where."""
    try:
        written = msgspec.toml.decode(text, type=WrittenLesson)
    except msgspec.DecodeError as error:  # This includes unknown fields and wrong types.
        raise ValueError(str(error)) from error
    for mistake in _mistakes_in(written):
        raise ValueError(mistake)
    seats = 1 + len(written.computers)
    options = read_options(game, written.options)
    game.check_table(seats, options)
    steps: list[Step] = []
    for number, step in enumerate(written.steps, 1):
        previous = steps[-1].after.state if steps else None
        try:
            steps.append(_play_step(game, seats, written.options, step, previous))
        except (Malformed, ScriptError) as error:
            raise ValueError(f"step {number} ({step.teaches}): {error}") from error
    return Lesson(game, written.computers, msgspec.to_builtins(options), tuple(steps))


def _mistakes_in(lesson: WrittenLesson) -> Iterator[str]:
    """Yield the mistakes that can be found without playing the lesson, one sentence each."""
    if not 1 <= len(lesson.steps) <= MAX_STEPS:
        yield f"there are {len(lesson.steps)} steps; there must be 1 to {MAX_STEPS}"
    unknown = [name for name in lesson.computers if name not in CHARACTERS]
    if unknown:
        yield f"there is no computer {unknown[0]!r}; there are {', '.join(CHARACTERS)}"
    if len(set(lesson.computers)) < len(lesson.computers):
        yield "each computer can sit at the table once"
    for number, step in enumerate(lesson.steps, 1):
        yield from (f"step {number} ({step.teaches}): {mistake}" for mistake in _mistakes_in_step(step))


def _mistakes_in_step(step: WrittenStep) -> Iterator[str]:
    if not 1 <= len(step.wrong) <= MAX_WRONG:
        yield f"there are {len(step.wrong)} wrong presses; there must be 1 to {MAX_WRONG}"
    if step.right.refused:
        yield "the right press cannot be one that is refused"
    pages: tuple[Texts, ...] = (step, step.right, *step.wrong)
    for one in pages:
        yield from _length_mistakes("a heading", one.heading, MAX_HEADING_CHARACTERS)
        yield from _length_mistakes("a text", one.text, MAX_TEXT_CHARACTERS)
    for press in (step.right, *step.wrong):
        yield from _length_mistakes("a label", press.label, MAX_LABEL_CHARACTERS, least=0)


def _length_mistakes(what: str, text: str, most: int, least: int = 1) -> Iterator[str]:
    if not least <= len(text) <= most:
        yield f"{what} must have {least} to {most} characters, not {len(text)}: {text!r}"


def _play_step(game: AnyGame, seats: int, options: dict[str, Any], step: WrittenStep, previous: Any) -> Step:
    """Play a step through. Raises Malformed or ScriptError if that's impossible."""
    position = step.position
    if position is None:
        if previous is None:
            raise Malformed("the first step needs a position")
        position = game.dump(previous)
    case = Case(game.id, seats, options=options, position=position, chance=list(step.chance))
    referee = Referee(game, case)
    past = _run_commands(game, referee, step.first)
    before = Snapshot(referee.state, past, step.before)
    right, *wrong = (parse_move(game, press.move, seats) for press in (step.right, *step.wrong))
    if len({right, *wrong}) <= len(wrong):
        raise Malformed("two presses make the same move")
    for move, press in zip(wrong, step.wrong, strict=True):
        _check_wrong(game, referee.state, move, press)
    past += _run_commands(game, referee, (f"A: {right}", *step.then))
    if left := referee.chance_left:
        raise Malformed(f"the chance script is too long: {left} of it was not asked for")
    return Step(step, right, tuple(wrong), before, Snapshot(referee.state, past, step.after))


def _run_commands(game: AnyGame, referee: Referee, commands: Sequence[str]) -> tuple[PastEvents, ...]:
    """Carry out these commands and return their events. Raises Malformed if one is refused."""
    past: list[PastEvents] = []
    for command in commands:
        if code := referee.command(command):
            raise Malformed(f"{command!r} is refused: {code}")
        for fault in game.faults(referee.state):
            raise Malformed(fault)
        who = command.strip()[0]
        seat = None if who == "*" else read_seat(who, referee.case.seats)
        past.append(PastEvents(seat, referee.events))
    return tuple(past)


def _check_wrong(game: AnyGame, state: Any, move: Move, press: Answer) -> None:
    """Raise Malformed unless a wrong button's move gets the refusal that the file names, or none."""
    step = game.apply(state, LEARNER, move, SeededChance.from_text("0"))
    code = step.code if isinstance(step, Refusal) else ""
    if code != press.refused:
        outcome = f"is refused: {code}" if code else "is not refused"
        raise Malformed(f"the wrong press {press.move!r} {outcome}")
