"""The names of colours and decks."""

from typing import Literal

Colour = str
"""Red, green and blue: `#1A1F2B`."""
Deck = Literal["two", "four"]
"""Suits in two colours, as in most decks, or each suit in its own."""
