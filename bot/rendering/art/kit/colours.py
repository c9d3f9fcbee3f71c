"""The colours of the pictures: a theme for each game, and what is the same in all of them.

Whatever a colour says is said by a shape, a sign or a word as well.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.engine.cards import Suit
from bot.rendering.art.kit.looks import Looks
from bot.rendering.art.palette import Colour, Deck

WHITE: Final[Colour] = "#FFFFFF"
GOLD: Final[Colour] = "#FFD45E"
"""Who leads, and the wild card of Crazy Rummy; nothing else."""
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
    # Far enough apart for every kind of colour-blindness; a test simulates each.
    "four": {"C": "#0B7A5F", "D": "#1A3BF5", "H": "#D2310F", "S": "#15181F"},
}


class Theme(NamedTuple):
    """The colours of one game."""

    ground: Colour
    top: Colour
    """The stage's upper edge; it fades to `low`."""
    low: Colour
    panel: Colour
    slot: Colour
    quiet: Colour
    """Text that is not the first to be read."""
    accent: Colour
    on_accent: Colour
    back: Colour
    line: Colour
    deep: Colour


_OWN: Final[Mapping[str, Theme]] = {
    "crap": Theme(
        *("#21141A", "#5A1D2A", "#2C161D", "#38222B", "#4C303A", "#E3C6CB", "#FF8474", "#2B0608"),
        *("#A5283A", "#FFB9AE", "#7C1B2B"),
    ),
    "skrap": Theme(
        *("#1B1A19", "#4E3827", "#272220", "#322D29", "#463E37", "#DDCFC1", "#FF9F43", "#2A1500"),
        *("#8F4D17", "#FFCB94", "#6B3810"),
    ),
    "craits": Theme(
        *("#18142B", "#43308A", "#211A42", "#2C2450", "#3F3570", "#D2C8F2", "#BFA2FF", "#180B38"),
        *("#5C3FC0", "#DDCFFF", "#452C97"),
    ),
    "crazy-rummy": Theme(
        *("#0F1A29", "#15507F", "#13263C", "#1D324A", "#2B4767", "#C0D6EC", "#63C4FF", "#03192C"),
        *("#1A68AC", "#BCE4FF", "#114B7F"),
    ),
    "crapette": Theme(
        *("#0E2018", "#175A3F", "#122E22", "#1C3A2D", "#2A5141", "#BFE0CF", "#66DBA0", "#03200F"),
        *("#1B7B50", "#B9F2D4", "#115A39"),
    ),
}
THEMES: Final = Looks(
    _OWN,
    Theme(
        *("#1A1C20", "#3C4350", "#22252B", "#2D3138", "#3E434C", "#D3D8E0", "#B9C7DC", "#10141B"),
        *("#53627C", "#D2DCEC", "#3D4A60"),
    ),
)
"""By the game's id."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` of the first."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)
