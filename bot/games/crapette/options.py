"""The options the players agree on before the deal (section 7)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from bot.engine.contract import Lengths, Options, Unplayable, between

MIN_CLOCK_MINUTES: Final = 5
MAX_CLOCK_MINUTES: Final = 120
"""The longest time on each player's chess clock. `MIN_CLOCK_MINUTES` is the shortest."""
MAX_TURNS: Final = 60
"""The most turns for each player in a short game."""


class CrapetteOptions(Options, frozen=True):
    """The options of Crapette."""

    court_order: Literal["KQJ", "KJQ"] = "KQJ"
    """Order of the face cards, high to low. KJQ is the Portuguese custom."""
    stack_moves: bool = True
    """Whether one command may move several cards between houses."""
    undo: bool = True
    """Whether players can take back moves that didn't reveal a card."""
    clock_minutes: Annotated[int, between(0, MAX_CLOCK_MINUTES, offered=(15, 0))] = 0
    """Minutes on each player's chess clock for the whole game, 5 to 120. 0 for no clock."""
    turn_hours: Annotated[int, between(1, 168, offered=(1, 24))] = 24
    """Hours for a turn if there's no chess clock."""
    repetition: Literal[0, 2, 3, 4, 5] = 3
    """The number of times a position must occur for a draw. 0 for never."""
    no_progress_turns: Annotated[int, between(60, 400, offered=(60, 120))] = 120
    """Turns in a row without progress after which the game is a draw."""
    turns: Annotated[int, between(0, MAX_TURNS, offered=(6, 0))] = 0
    """Turns for each player in a short game, up to 60. Then fewer cards win. 0 for a whole game."""
    untimed: Annotated[bool, Meta(extra={"hidden": True})] = False
    """Whether time is only counted and never runs out, as against a computer. Players can't choose it."""
    fits_only: Literal["first-games", "on", "off"] = "first-games"
    """The players who are offered only moves that fit. The rules stay the same."""

    @property
    def has_chess_clock(self) -> bool:
        """Whether each player has a chess clock that may run out."""
        return self.clock_minutes > 0 and not self.untimed

    @property
    def counts_whole_game(self) -> bool:
        """Whether each player's time is counted over the whole game."""
        return self.clock_minutes > 0 or self.untimed

    @property
    def allowance_seconds(self) -> int:
        """The seconds a player may use, in the whole game with a chess clock, else in one turn."""
        return self.clock_minutes * 60 or self.turn_hours * 3600


LENGTHS: Final[Lengths] = {
    "short": {"clock-minutes": 10},
    "normal": {"clock-minutes": 15},
    "long": {"clock-minutes": 0, "turn-hours": 24},
}
"""The lengths players can choose from."""
LENGTHS_ALONE: Final[Lengths] = {"short": {"turns": 6}, "normal": {"turns": 0}}
"""The lengths against a computer, where the game is untimed."""
ALONE: Final = {"untimed": True}


def unplayable(seats: int, options: CrapetteOptions) -> Unplayable | None:
    """Return why these options can't be played. None when they can."""
    given = options.clock_minutes
    if 0 < given < MIN_CLOCK_MINUTES:
        facts = {"least": MIN_CLOCK_MINUTES, "most": MAX_CLOCK_MINUTES, "given": given}
        line = f"clock-minutes must be 0 for none, or {MIN_CLOCK_MINUTES} to {MAX_CLOCK_MINUTES}, not {given}"
        return Unplayable("unplayable-clock", facts, line)
    return None
