"""The options of a table (section 7)."""

from typing import Annotated, Final

from msgspec import Meta

from bot.engine.contract import Lengths, Options


class CrapOptions(Options, frozen=True):
    """The options of C.R.A.P."""

    threshold: Annotated[
        int, Meta(ge=1, le=1_000_000, description="Points to pass in a scoring round", examples=[300, 1000])
    ] = 1000
    jokers: Annotated[bool, Meta(description="Four jokers that stand for any card of a set")] = False
    force_recycle: Annotated[
        bool, Meta(description="Everyone else may vote to make a player recycle, which breaks a stalemate")
    ] = False
    turn_limit: Annotated[
        int,
        Meta(
            ge=50,
            le=2000,
            description="The game ends after this many turns, and the sets are counted",
            examples=[150, 600],
        ),
    ] = 600
    idle_limit: Annotated[
        int,
        Meta(
            ge=1, le=10, description="Turns in a row in which a player may run out of time", examples=[2, 3]
        ),
    ] = 3
    turn_timeout: Annotated[
        int, Meta(ge=30, le=259200, description="Seconds for a turn", examples=[120, 300])
    ] = 300
    response_timeout: Annotated[
        int, Meta(ge=15, le=259200, description="Seconds for any other answer", examples=[30, 60])
    ] = 60


LENGTHS: Final[Lengths] = {
    "short": {"threshold": 300},
    "normal": {"threshold": 600},
    "long": {"threshold": 1000},
}
"""The lengths that people choose from."""
