"""Cards and names for the tests of pictures."""

from bot.engine.cards import DECK, JOKER, Card

EVERY_CARD: tuple[Card, ...] = (*DECK, JOKER)
TWO_PACKS: tuple[Card, ...] = (*DECK * 2, *(JOKER,) * 4)
LONG_NAME = "Wolfgang 🎉 Amadeus 田中 von Müller"
"""32 characters, some of which no font of ours can draw."""
