"""The options of a table (section 7)."""

from typing import Annotated, Final, Literal

from bot.engine.contract import Lengths, Options, Unplayable, between
from bot.games.crazy_rummy.cards import DEAL_SIZE, PLAYED_PACK


class CrazyRummyOptions(Options, frozen=True):
    """The options of Crazy Rummy."""

    target: Annotated[int, between(300, 5000, offered=(500, 1500))] = 1500
    """Points that end the game."""
    packs: Literal["auto", 1, 2, 3, 4, 5, 6] = "auto"
    """Decks shuffled together. auto takes one for every two players."""
    dealer_wild: Literal["marker", "hand"] = "marker"
    """Whether the dealer's wildcard stays on the table or goes to the dealer's hand."""
    reshuffles: Annotated[int, between(0, 3, offered=(0, 1))] = 1
    """The number of times in a hand that the discard pile becomes a new stock."""
    max_hands: Annotated[int, between(1, 100, offered=(5, 50))] = 50
    """The game ends after this many hands."""
    turns_for_all: bool = False
    """Whether hands are added until everyone has had a turn."""


LENGTHS: Final[Lengths] = {
    "short": {"target": 1500, "max-hands": 3, "turns-for-all": True},
    "normal": {"target": 1500, "max-hands": 5, "turns-for-all": True},
    "long": {"target": 1500, "max-hands": 50, "turns-for-all": False},
}
"""The lengths players can choose from: a few hands, or until the target of the rules."""


def packs_for(players: int, options: CrazyRummyOptions) -> int:
    """Return the number of packs for this many players, by default one for every two, rounded up (R2)."""
    return (players + 1) // 2 if options.packs == "auto" else options.packs


def unplayable(seats: int, options: CrazyRummyOptions) -> Unplayable | None:
    """Return why this many seats can't play with the chosen packs. None if they can."""
    cards = len(PLAYED_PACK) * packs_for(seats, options)
    needed = max(DEAL_SIZE.values()) * seats + 2
    if cards >= needed:
        return None
    enough = -(-needed // len(PLAYED_PACK))
    facts = {"players": seats, "needed": enough, "given": options.packs}
    line = f"packs must be {enough} or more for {seats} players, not {options.packs}"
    return Unplayable("unplayable-packs", facts, line)
