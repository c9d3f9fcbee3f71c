"""The options of a table (section 7)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from bot.engine.contract import Lengths, Options, between


class CraitsOptions(Options, frozen=True):
    """The options of Craits."""

    hands: Annotated[int, between(1, 15, offered=(8, 15))] = 15
    """Hands in a game. 8 is the usual short game."""
    faces: bool = False
    """Whether jacks, the queen of spades and kings have powers."""
    # Players type 2 as a number, but a case may have it as a text.
    packs: Annotated[Literal["auto", "2", 2], Meta(examples=["auto", 2])] = "auto"
    """Decks. auto adds a second one for six or more players, 2 always takes two."""
    opening_suit: Literal["blind", "seen"] = "blind"
    """Whether the dealer sees their hand before they name the suit of a turned-up 8 or 9."""
    forced_draws: Literal["by-itself", "by-hand"] = "by-itself"
    """Whether a player who can't play draws automatically or by hand."""
    hand_cap: Annotated[int, between(100, 5000, offered=(300, 1000))] = 1000
    """A hand stops after this many plays and draws."""


LENGTHS: Final[Lengths] = {"short": {"hands": 2}, "normal": {"hands": 8}, "long": {"hands": 15}}
"""The lengths players can choose from."""


def packs_for(players: int, options: CraitsOptions) -> int:
    """Return the number of packs for this many players (R1)."""
    return 1 if options.packs == "auto" and players <= 5 else 2
