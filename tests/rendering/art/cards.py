"""Cards and a long name for the picture tests."""

from bot.engine.cards import DECK, JOKER, Card

EVERY_CARD: tuple[Card, ...] = (*DECK, JOKER)
TWO_PACKS: tuple[Card, ...] = (*DECK * 2, *(JOKER,) * 4)
LONG_NAME = "Wolfgang 🎉 Amadeus 田中 von Müller"
"""A name of 32 characters, some of which the shipped font can't draw."""
