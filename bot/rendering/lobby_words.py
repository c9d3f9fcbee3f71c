"""A game's words before the deal: its pitch, other names, lengths and options."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from bot.rendering.catalog import message, say_as
from bot.rendering.values import Value

AS_AUTHORS: Final = message("As its authors play it.")
"""Mark the length in which a game was described."""


class OptionWords:
    """An option: a select where it has `values`, else a number.

    `changed` has the number as its fact `number`, or `time` if it's in seconds. It has two forms if the
    number may be one.
    """

    def __init__(self, name: str, *values: Value, changed: str | tuple[str, str] = "") -> None:
        self.name, self.values, self.changed = name, values, changed


class Advice(msgspec.Struct, frozen=True):
    """Something that plays better at such a table, in the reader's language, and the button that does it."""

    text: str
    label: str
    option: str
    value: Any


class LobbyWords(msgspec.Struct, frozen=True):
    """The words of a game before its deal."""

    pitch: str
    line: str
    """The character of a game, for someone who chooses among them."""
    options: Mapping[str, OptionWords]
    """By the option's name, in the order in which people see them."""
    goal: Callable[[Mapping[str, Any]], str]
    """What ends a game with these options: `first over 300`."""
    hints: Mapping[str, str] = {}
    """For a length, what it means at the table. The rules quote it as `{length short}`."""
    is_learned_quickly: bool = False
    """Whether it's offered before games that take longer to learn."""
    aim: str = ""
    """What players try to reach, in a line, for someone who learns the game."""
    mood: tuple[str, ...] = ()
    """Two short lines about the game, for the cover."""
    other_names: tuple[str, ...] = ()
    """Names by which people know this game or ask for it."""
    origin: str = ""
    """The author or origin of a game. The fact `game` is its name."""
    most_minutes: Callable[[Mapping[str, Any]], int | None] = lambda _: None
    """Minutes after which a clock of the rules ends the game."""
    advice: Callable[[Mapping[str, Any], int], Advice | None] = lambda _options, _players: None
    """What would play better with these options and this many players."""


def number(value: int) -> str:
    """Return a number as people read it: `1,000`, `−20`."""
    return grouped(f"{value:,}".replace("-", "−"))


def grouped(digits: str) -> str:
    """Digits with commas between thousands, as the language groups them."""
    return digits.replace(",", between_thousands())


def between_thousands() -> str:
    """Return the sign that the language writes between thousands."""
    return say_as("between thousands", ",")
