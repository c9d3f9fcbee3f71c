"""The options of a table (section 7)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from bot.engine.contract import Lengths, Options, between


class CraitsOptions(Options, frozen=True):
    """The options of Craits."""

    hands: Annotated[int, between(1, 15, offered=(8, 15))] = 15
    """Hands in a game. 8 is the usual short game."""
    faces: bool = False
    """Jacks, the queen of spades and kings have powers."""
    # Both spellings of two: a number as people type it, a text as a case may write it.
    packs: Annotated[Literal["auto", "2", 2], Meta(examples=["auto", 2])] = "auto"
    """Decks. auto adds a second one for six or more players, 2 always takes two."""
    opening_suit: Literal["blind", "seen"] = "blind"
    """Whether the dealer sees their hand before they name the suit of a turned-up 8 or 9."""
    forced_draws: Literal["by-itself", "by-hand"] = "by-itself"
    """Whether a player who can't play draws automatically or by hand."""
    hand_cap: Annotated[int, between(100, 5000, offered=(300, 1000))] = 1000
    """A hand stops after this many plays and draws."""


LENGTHS: Final[Lengths] = {"short": {"hands": 2}, "normal": {"hands": 8}, "long": {"hands": 15}}
"""The lengths that people choose from."""


def packs_for(players: int, options: CraitsOptions) -> int:
    """Return how many packs this many players begin with (R1)."""
    return 1 if options.packs == "auto" and players <= 5 else 2
