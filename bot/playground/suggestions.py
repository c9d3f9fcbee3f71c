"""Completions of a command line: commands, options, values."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from bot.playground.commands import Command, Line, Named, commands_of, parse_line
from bot.playground.refusals import Refused
from bot.playground.seat import Place, Seat
from bot.playground.world import World

MAX_SUGGESTIONS = 25


class Suggestion(msgspec.Struct, frozen=True):
    """One completion: its name, a description, and the whole line including it."""

    label: str
    hint: str
    text: str


class Suggestions(msgspec.Struct, frozen=True):
    """All completions, a hint about the expected input, and whether the line can be sent as it stands."""

    items: Sequence[Suggestion]
    note: str = ""
    ready: bool = False


async def suggest(world: World, seat: Seat, place: Place, text: str) -> Suggestions:
    """Return how `text`, the line up to the cursor, may continue."""
    commands = await commands_of(world.bot, seat.commands(place))
    line = parse_line(text, commands)
    if line is None:
        return Suggestions(_names(text, commands))
    if line.last is None:
        return Suggestions(_options(text, line), line.command.help, _is_ready(world, line, []))
    values = await _values(world, seat, place, line)
    items = [Suggestion(label, "", f"{line.head}{value} ") for label, value in values]
    if line.typed.endswith(" "):
        items = [*_options(text, line), *items]
    elif " " in line.typed:
        items += _options(text, line)
    return Suggestions(items[:MAX_SUGGESTIONS], line.last.help, _is_ready(world, line, values))


def _is_ready(world: World, line: Line, values: Sequence[tuple[str, str]]) -> bool:
    """Whether Enter should send the line instead of taking the first completion."""
    try:
        line.values(world.named)
    except Refused:
        return False
    if line.last is None or line.typed.endswith(" "):
        return True
    return not values or any(line.typed.lower() in (label.lower(), value.lower()) for label, value in values)


def _names(text: str, commands: Sequence[Command]) -> list[Suggestion]:
    typed = text[1:].lower()
    fitting = [command for command in commands if typed in command.name]
    # Among names that begin with the typed text, the shortest is the closest match.
    fitting.sort(key=lambda command: (not command.name.startswith(typed), bool(typed) * len(command.name)))
    return [
        Suggestion(f"/{command.name}", command.help, f"/{command.name}{' ' if command.options else ''}")
        for command in fitting
    ]


def _options(text: str, line: Line) -> list[Suggestion]:
    """Return the options that begin with the last word of the line."""
    word = "" if text == f"/{line.command.name}" else text.rsplit(" ", maxsplit=1)[-1]
    head = text.removesuffix(word).rstrip()
    return [
        Suggestion(f"{option.name}:", option.help, f"{head} {option.name}:")
        for option in line.missing()
        if option.name.startswith(word)
    ]


async def _values(world: World, seat: Seat, place: Place, line: Line) -> list[tuple[str, str]]:
    """Return the values that match the typed text with their labels, without the ones already given."""
    option, typed = line.last, line.typed.strip()
    if option is None:
        return []
    fitting = [(label, label) for label, _ in option.fixed(world.named) if typed.lower() in label.lower()]
    if option.completes:
        given = _valid_values(line, world.named)
        offered = await world.do(
            lambda: seat.complete(place, line.command.name, option.name, line.typed.lstrip(), given),
            unseen=True,
        )
        fitting = [(str(choice["name"]), str(choice["value"])) for choice in offered]
    is_ended = line.typed.endswith(" ")
    return [(label, value) for label, value in fitting if not (is_ended and value.lower() == typed.lower())]


def _valid_values(line: Line, named: Named) -> dict[str, Any]:
    """Return the values of the other options, without those that aren't valid yet."""
    valid = {}
    for name, typed in line.given.items():
        option = line.command.option(name)
        if option != line.last:
            with suppress(Refused):
                valid[name] = option.value(typed, named)
    return valid
