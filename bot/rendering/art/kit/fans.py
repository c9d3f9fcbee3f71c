"""Fans of cards, turned around a point below them. They're cached, because turning a card is slow."""

from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from PIL import Image

from bot.engine.cards import Card
from bot.rendering.art.kit.card_sprites import Look, back_sprite, card_sprite
from bot.rendering.art.kit.cards import RATIO
from bot.rendering.art.kit.sprites import Sprite
from bot.rendering.art.palette import Deck
from bot.rendering.art.plan import BACK

EDGE = 4
"""Transparent pixels around a card, which keep its turned edges smooth."""


class Spread(NamedTuple):
    """The measures of a fan."""

    wide: int
    """The width of a card in pixels."""
    step: float
    """Degrees from one card to the next."""
    radius: int
    """The distance in pixels between the middle of a card and the point around which it's turned."""


@lru_cache(maxsize=60)
def fan(
    cards: tuple[Card, ...], spread: Spread, game: str, deck: Deck, wild: frozenset[Card] = frozenset()
) -> Image.Image:
    """Return a fan of cards on a sheet with the same middle. Images are shared."""
    wide, step, radius = spread
    reach = round(RATIO * wide) + radius
    sheet = Image.new("RGBA", (2 * reach, 2 * reach))
    first = -(len(cards) - 1) / 2 * step
    for place, card in enumerate(cards):
        degrees = first + place * step
        turned = _card_sheet(card, wide, game, deck, starred=card in wild).rotate(
            -degrees, Image.Resampling.BICUBIC, expand=True
        )
        x = reach + radius * sin(radians(degrees))
        y = reach + radius * (1 - cos(radians(degrees)))
        sheet.alpha_composite(turned, (round(x - turned.width / 2), round(y - turned.height / 2)))
    return sheet


def _card_sheet(card: str, wide: int, game: str, deck: Deck, *, starred: bool) -> Image.Image:
    """Return a card or a back with its shadow on a sheet of its own, the card in its middle."""
    sprite: Sprite = (
        back_sprite(game, wide, shaded=True)
        if card == BACK
        else card_sprite(card, wide, deck, Look(star=starred))
    )
    left = min(x for (x, _), _ in sprite.parts)
    sheet = Image.new("RGBA", (wide + 2 * (EDGE - left), round(RATIO * wide) + 2 * (EDGE - left)))
    for (x, y), part in sprite.parts:
        sheet.paste(part, (x + EDGE - left, y + EDGE - left), part if part.mode == "RGBA" else None)
    return sheet
