"""Slash commands as typed text, such as `/score-set rank:7 double:True`: parsing and completion."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from discord import AppCommandOptionType as Kind
from discord import AppCommandType as CommandKind

from bot.app import Cardcrate
from bot.playground.refusals import Refused
from bot.rendering import commands
from bot.rendering.catalog import language_tag, say_command
from bot.rendering.languages import locales_of

GROUPS: Final = (Kind.subcommand.value, Kind.subcommand_group.value)
YES_OR_NO: Final = {"true": True, "false": False}
SIGNS: Final = {Kind.user.value: "@", Kind.channel.value: "#"}
"""The sign before a name, by the kind of option that takes it."""
Named: TypeAlias = Mapping[int, Mapping[str, Any]]
"""Everything that can be named, by the kind of option that takes it, and by its name."""
NUMBERS: Final[Mapping[int, type[int] | type[float]]] = {Kind.integer.value: int, Kind.number.value: float}


@dataclass(frozen=True)
class Option:
    """An option of a command, as registered with Discord."""

    given: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.given["name"])

    @property
    def kind(self) -> int:
        return int(self.given["type"])

    @property
    def is_required(self) -> bool:
        return bool(self.given.get("required"))

    @property
    def completes(self) -> bool:
        """Whether the bot completes its values."""
        return bool(self.given.get("autocomplete"))

    @property
    def help(self) -> str:
        """The description of the option, and whether it's optional."""
        bounds = [str(self.given[name]) for name in ("min_value", "max_value") if name in self.given]
        needs = "" if self.is_required else " (may be left out)"
        text = say_command(language_tag(), self.given["description"])
        return f"{text}{', ' + ' to '.join(bounds) if bounds else ''}{needs}"

    def fixed(self, named: Named) -> list[tuple[str, Any]]:
        """Return the values the option is limited to, each with the text to type for it."""
        if choices := self.given.get("choices"):
            return [(_choice_name(choice), choice["value"]) for choice in choices]
        if self.kind == Kind.boolean.value:
            return [(word.title(), value) for word, value in YES_OR_NO.items()]
        if self.kind in SIGNS:
            return [(f"{SIGNS[self.kind]}{name}", name) for name in named[self.kind]]
        return []

    def value(self, typed: str, named: Named) -> Any:
        """Return the typed value. Raises Refused if it isn't valid."""
        fixed = self.fixed(named)
        if fixed:
            hits = [value for label, value in fixed if typed.lower() in (label.lower(), str(value).lower())]
            if not hits:
                raise Refused(f"{self.name} is one of {', '.join(label for label, _ in fixed)}.")
            return named[self.kind][hits[0]] if self.kind in SIGNS else hits[0]
        number = NUMBERS.get(self.kind)
        try:
            return typed if number is None else number(typed)
        except ValueError as error:
            raise Refused(f"{self.name} is a number.") from error


@dataclass(frozen=True)
class Command:
    """A slash command, or one of a group."""

    name: str
    help: str
    options: tuple[Option, ...]

    def option(self, name: str) -> Option:
        """Return the option with this name."""
        return next(option for option in self.options if option.name == name)


@dataclass(frozen=True)
class Line:
    """A parsed command line."""

    command: Command
    given: Mapping[str, str]
    """The typed text of each option. The last one may be unfinished."""
    loose: str
    """The text before the first option."""
    last: Option | None
    head: str
    """The line up to the start of the last option's value."""
    typed: str
    """The value of the last option, including blanks."""

    def missing(self) -> list[Option]:
        """Return the options that are still missing, required ones first."""
        left = [option for option in self.command.options if option.name not in self.given]
        return sorted(left, key=lambda option: not option.is_required)

    def values(self, named: Named) -> dict[str, Any]:
        """Return the options as the bot receives them. Raises Refused if the line can't be sent."""
        if self.loose:
            raise Refused(f"Name the option before its value, for example {self._example()}")
        for option in self.missing():
            if option.is_required:
                raise Refused(f"{option.name} is missing: {option.given['description']}.")
        return {name: self.command.option(name).value(typed, named) for name, typed in self.given.items()}

    def _example(self) -> str:
        names = [option.name for option in self.command.options]
        return f"{names[0]}:{self.loose}" if names else "none: it has no options"


def _choice_name(choice: Mapping[str, Any]) -> str:
    """Return the name of a value in the current language."""
    names = choice.get("name_localizations") or {}
    return str(names.get(locales_of(language_tag())[0], choice["name"]))


_descriptions: Final[WeakKeyDictionary[Cardcrate, list[dict[str, Any]]]] = WeakKeyDictionary()
"""The commands of a bot in every language, cached because building them at each keystroke is slow."""


async def commands_of(bot: Cardcrate, names: Iterable[str]) -> list[Command]:
    """Return the bot's commands with these names, in the order of the list."""
    if bot not in _descriptions:
        # Menus of a user don't have a description and can't be typed.
        _descriptions[bot] = [
            one for one in await bot.describe_commands() if one["type"] == CommandKind.chat_input.value
        ]
    every = {command.name: command for node in _descriptions[bot] for command in _leaves_below(node, "")}
    return [every[name] for name in commands.names() if name in every and name in names]


def _leaves_below(node: Mapping[str, Any], path: str) -> Iterator[Command]:
    name = f"{path} {node['name']}".strip()
    options = node.get("options") or []
    inner = [option for option in options if option["type"] in GROUPS]
    for option in inner:
        yield from _leaves_below(option, name)
    if not inner:
        yield Command(name, say_command(language_tag(), node["description"]), tuple(map(Option, options)))


def parse_line(text: str, commands: Iterable[Command]) -> Line | None:
    """Return the parsed command line, or None while its command is incomplete."""
    body = text[1:]
    fitting = [one for one in commands if body == one.name or body.startswith(one.name + " ")]
    if not fitting:
        return None
    command = max(fitting, key=lambda one: len(one.name))
    names = "|".join(re.escape(option.name) for option in command.options)
    start = 1 + len(command.name)
    marks = list(re.finditer(rf"\s({names}):", text[start:])) if names else []
    ends = [mark.start() for mark in marks[1:]] + [len(text) - start]
    given = {
        mark[1]: text[start + mark.end() : start + end].strip()
        for mark, end in zip(marks, ends, strict=False)
    }
    loose = text[start : start + marks[0].start()] if marks else text[start:]
    last = command.option(marks[-1][1]) if marks else None
    cut = start + marks[-1].end() if marks else len(text)
    return Line(command, given, loose.strip(), last, text[:cut], text[cut:])
