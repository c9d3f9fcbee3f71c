"""The options of a table (section 7)."""

from typing import Annotated, Final

from bot.engine.contract import Lengths, Options, between


class CrapOptions(Options, frozen=True):
    """The options of C.R.A.P."""

    threshold: Annotated[int, between(1, 1_000_000, offered=(300, 1000))] = 1000
    """A total above this many points in a scoring round wins."""
    jokers: bool = False
    """Whether the game has four jokers, which can replace cards of a set."""
    force_recycle: bool = False
    """Whether the others can vote to make a player recycle, which breaks a stalemate."""
    turn_limit: Annotated[int, between(50, 2000, offered=(150, 600))] = 600
    """The game ends after this many turns, and the sets are counted."""
    idle_limit: Annotated[int, between(1, 10, offered=(2, 3))] = 3
    """The number of timed-out turns in a row after which a player is out of the game."""
    turn_timeout: Annotated[int, between(30, 259200, offered=(120, 300))] = 300
    """Seconds for a turn."""
    response_timeout: Annotated[int, between(15, 259200, offered=(30, 60))] = 60
    """Seconds for any other answer."""


LENGTHS: Final[Lengths] = {
    "short": {"threshold": 300},
    "normal": {"threshold": 600},
    "long": {"threshold": 1000},
}
"""The lengths players can choose from."""
