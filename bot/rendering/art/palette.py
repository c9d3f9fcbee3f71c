"""The colours of all pictures. Whatever a colour says is said by a sign or a word as well."""

from collections.abc import Mapping
from typing import Final, Literal

from bot.engine.cards import Suit

Colour = str
Deck = Literal["two", "four"]
"""Suits in two colours, as most packs have them, or each suit in its own."""

TABLE: Final[Colour] = "#1B1E23"
PANEL: Final[Colour] = "#2B2F36"
EDGE: Final[Colour] = "#3F4550"
WHITE: Final[Colour] = "#F5F6F8"
SOFT: Final[Colour] = "#C3C8D0"
FAINT: Final[Colour] = "#7E8692"
GOLD: Final[Colour] = "#F7C948"
BADGE: Final[Colour] = "#0F1114"

CARD: Final[Colour] = "#FCFCF9"
CARD_EDGE: Final[Colour] = "#868C96"
COURT: Final[Colour] = "#F1ECDD"
BACK: Final[Colour] = "#24508F"
BACK_LINE: Final[Colour] = "#8FB8EE"
JOKER_INK: Final[Colour] = "#6B1FB3"

BLACK: Final[Colour] = "#16181C"
RED: Final[Colour] = "#C50C14"

INK: Final[Mapping[Deck, Mapping[Suit, Colour]]] = {
    "two": {"C": BLACK, "D": RED, "H": RED, "S": BLACK},
    # Chosen by search: far apart for every kind of colour-blindness, and dark enough on a white card.
    "four": {"C": "#178365", "D": "#0431FA", "H": RED, "S": BLACK},
}
