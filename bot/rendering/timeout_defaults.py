"""The words about the rules' default for a player whose time is up."""

from typing import Final

import msgspec

from bot.rendering.catalog import message


class Default(msgspec.Struct, frozen=True):
    """The rules' default for a `player` whose time is up, in marked messages."""

    label: str
    """The label of the button that chooses it."""
    timeout_notice: str
    """The line that it follows at `time` if nobody chooses."""
    chosen: str
    """The line that one of the others, the `chooser`, chose it."""
    unchosen: str
    """The line that it followed because nobody chose."""


ANSWER: Final = Default(
    message("Go on without {player}"),
    message("No answer? The game goes on without {player}. Auto-skip {time}."),
    message("{chooser} went on without {player}'s answer."),
    message("Nobody chose, so the game went on without {player}'s answer."),
)
"""The default in every game for a player who owes only an answer."""
