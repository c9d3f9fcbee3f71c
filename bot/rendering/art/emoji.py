"""Small card faces for Discord's application emojis."""

from io import BytesIO
from typing import Final

from PIL import Image

from bot.engine.cards import DECK, JOKER, Card
from bot.rendering.art.kit.cards import RATIO, face

SIDE: Final = 128
"""The width and height in pixels. Discord shows such emojis crisply, and takes up to 256 KiB."""
CARDS: Final[tuple[Card, ...]] = (*DECK, JOKER)


def emoji_name(card: Card) -> str:
    """Return the name of a card's emoji: letters, digits and underscores."""
    return f"card_{card}"


def emoji_png(card: Card) -> bytes:
    """Return a card in a transparent square, as PNG."""
    drawn = face(card, int(SIDE / RATIO), "two")
    square = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    square.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2), drawn)
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()
