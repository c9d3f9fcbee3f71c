"""What becomes of a player whose time is up, in words."""

from typing import Final

import msgspec

from bot.rendering.catalog import message


class Default(msgspec.Struct, frozen=True):
    """The rules' default for a `player` whose time is up, in marked messages."""

    label: str
    """Of the button."""
    silence: str
    """What comes of choosing nothing, at `time`."""
    chosen: str
    """That one of the others, the `chooser`, wanted it."""
    unchosen: str
    """That nobody chose anything."""


ANSWER: Final = Default(
    message("Go on without {player}"),
    message("No answer? The game goes on without {player}. Auto-skip {time}."),
    message("{chooser} went on without {player}'s answer."),
    message("Nobody chose, so the game went on without {player}'s answer."),
)
"""The same in every game where someone owes no more than an answer."""
