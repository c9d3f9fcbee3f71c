"""The times for which the bot waits before it does something on its own."""

from typing import Final

import msgspec


class Timings(msgspec.Struct, frozen=True):
    """Waits in seconds, which are passed in when the bot is assembled."""

    answer: float = 1.0
    """The time for an answer before Discord is told that it's coming. Discord allows three seconds."""
    press: float = 0.1
    """The time for which background work gives way to clicks that are about to be answered."""
    behind: float = 0.03
    """The delay of a callback at which the loop is behind. Background work then gives way to answers."""
    mention: float = 1.0
    """The time a mention waits to learn whether DMs reach the other players who are called."""
    computer: float = 2.0
    """The time from the last change until a computer on turn acts, give or take a quarter."""
    computer_answer: float = 5.0
    """The same if people are asked, too, because they should come first."""
    think: float = 1.5
    """The time a computer may think ahead. After that, its move is made at once."""
    forced: float = 4.0
    """The time from the last change until a forced move is made for a person, whatever they hold."""
    heartbeat: float = 10.0
    """The time between two notes that players can reach the bot."""


USUAL: Final = Timings()
