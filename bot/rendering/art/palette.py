"""How colours and decks are named."""

from typing import Literal

Colour = str
"""Red, green and blue: `#1A1F2B`."""
Deck = Literal["two", "four"]
"""Suits in two colours, as most packs have them, or each suit in its own."""
