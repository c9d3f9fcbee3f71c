"""The options of a table (section 7)."""

from typing import Annotated, Final

from msgspec import Meta

from bot.engine.contract import Lengths, Options, between


class CrapOptions(Options, frozen=True):
    """The options of C.R.A.P."""

    threshold: Annotated[int, between(1, 1_000_000, "Points to pass in a scoring round", 300, 1000)] = 1000
    jokers: Annotated[bool, Meta(description="Four jokers that stand for any card of a set")] = False
    force_recycle: Annotated[
        bool, Meta(description="Everyone else may vote to make a player recycle, which breaks a stalemate")
    ] = False
    turn_limit: Annotated[
        int, between(50, 2000, "The game ends after this many turns, and the sets are counted", 150, 600)
    ] = 600
    idle_limit: Annotated[
        int, between(1, 10, "Turns in a row in which a player may run out of time", 2, 3)
    ] = 3
    turn_timeout: Annotated[int, between(30, 259200, "Seconds for a turn", 120, 300)] = 300
    response_timeout: Annotated[int, between(15, 259200, "Seconds for any other answer", 30, 60)] = 60


LENGTHS: Final[Lengths] = {
    "short": {"threshold": 300},
    "normal": {"threshold": 600},
    "long": {"threshold": 1000},
}
"""The lengths that people choose from."""
