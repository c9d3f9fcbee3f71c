"""The colours of the pictures: those of a game's theme, and those of every game.

A shape, a sign or a word repeats whatever a colour says.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.engine.cards import Suit
from bot.rendering.art.palette import Colour, Deck

WHITE: Final[Colour] = "#FFFFFF"
GOLD: Final[Colour] = "#FFD45E"
"""The colour of leaders and winners, of wild and new cards, and of the piles that a card can go to."""
ON_GOLD: Final[Colour] = "#2B1D00"
STAR_ON_GOLD: Final[Colour] = "#4A3300"
PAPER: Final[Colour] = "#FFFCF4"
PAPER_EDGE: Final[Colour] = "#B8AE9C"
PAPER_UNDER: Final[Colour] = "#CFC6B4"
PAPER_SHADE: Final[Colour] = "#8F8778"
PILL: Final[Colour] = "#0B0B10"
INK: Final[Colour] = "#1A1F2B"
JOKER: Final[Colour] = "#5B3EB8"

SUITS: Final[Mapping[Deck, Mapping[Suit, Colour]]] = {
    "two": {"C": INK, "D": "#D0202E", "H": "#D0202E", "S": INK},
    # A test shows that every kind of colour-blindness can tell them apart.
    "four": {"C": "#0B7A5F", "D": "#1A3BF5", "H": "#D2310F", "S": "#15181F"},
}


class Theme(NamedTuple):
    """The colours of one game."""

    ground: Colour
    top: Colour
    """The upper edge of the stage, which fades to `low`."""
    low: Colour
    panel: Colour
    slot: Colour
    quiet: Colour
    """The colour of secondary text."""
    accent: Colour
    on_accent: Colour
    back: Colour
    line: Colour
    deep: Colour


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two: `share` of the first."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)
