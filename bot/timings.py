"""How long the bot waits before it does something on its own."""

from typing import Final

import msgspec


class Timings(msgspec.Struct, frozen=True):
    """Waits in seconds. Handed in where the bot is put together."""

    answer: float = 1.0
    """How long an answer may take before Discord hears that it's coming. Discord allows three seconds."""
    press: float = 0.1
    """How long background work gives way to presses whose answers are about to go out."""
    behind: float = 0.03
    """A loop that runs its next callback this late is behind, and background work gives way to answers."""
    mention: float = 1.0
    """How long a mention waits to learn whether DMs reach the other players who are called."""
    computer: float = 2.0
    """How long after the last change a computer on turn acts, give or take a quarter."""
    computer_answer: float = 5.0
    """The same where people are asked, too: they have the first word."""
    think: float = 1.5
    """How long a computer may think ahead. After that its move is made at once."""
    forced: float = 4.0
    """How long after the last change a forced move is made for a person, whatever they hold."""


USUAL: Final = Timings()
