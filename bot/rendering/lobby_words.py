"""A game's words before the deal: its pitch, other names, lengths and options."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from bot.rendering.catalog import message
from bot.rendering.values import Value

AS_AUTHORS: Final = message("As its authors play it.")
"""The hint at the length in which a game's authors play it."""


class OptionWords:
    """The words of an option: a select if it has `values`, else a number.

    `changed` words the number for the lobby, by its fact `number`, or `time` if it's in seconds. It has two
    forms if the number may be 1.
    """

    def __init__(self, name: str, *values: Value, changed: str | tuple[str, str] = "") -> None:
        self.name, self.values, self.changed = name, values, changed


class Advice(msgspec.Struct, frozen=True):
    """Advice on an option that plays better at such a table, in the reader's language, and its button."""

    text: str
    label: str
    option: str
    value: Any


class LobbyWords(msgspec.Struct, frozen=True):
    """The words of a game before its deal."""

    pitch: str
    line: str
    """The character of the game, for someone who chooses among several."""
    options: Mapping[str, OptionWords]
    """By the option's name, in the order in which people see them."""
    goal: Callable[[Mapping[str, Any]], str]
    """The goal of a game with these options: `first over 300`."""
    hints: Mapping[str, str] = {}
    """The meaning of each length at the table. The rules quote it as `{length short}`."""
    is_learned_quickly: bool = False
    """Whether it's offered before games that take longer to learn."""
    aim: str = ""
    """The aim of the players in a line, for someone who learns the game."""
    mood: tuple[str, ...] = ()
    """Two short lines about the game, for the cover."""
    other_names: tuple[str, ...] = ()
    """Names by which people know this game or ask for it."""
    origin: str = ""
    """The author or origin of a game. The fact `game` is its name."""
    most_minutes: Callable[[Mapping[str, Any]], int | None] = lambda _: None
    """Minutes after which a clock of the rules ends the game."""
    advice: Callable[[Mapping[str, Any], int], Advice | None] = lambda _options, _players: None
    """The advice for these options and this many players, if any."""
