"""Cards and a long name for the picture tests."""

from bot.engine.cards import JOKER, PACK, Card

EVERY_CARD: tuple[Card, ...] = (*PACK, JOKER)
TWO_PACKS: tuple[Card, ...] = (*PACK * 2, *(JOKER,) * 4)
LONG_NAME = "Wolfgang 🎉 Amadeus 田中 von Müller"
"""A name of 32 characters, some of which the shipped font can't draw."""
