"""Sprites of cards, with a shadow that separates overlapping ones, and the star of a wild one."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.rendering.art.kit.backs import back
from bot.rendering.art.kit.cards import Run, face, shadow, silhouette, wild_star
from bot.rendering.art.kit.corners import rounded
from bot.rendering.art.kit.sprites import Sprite
from bot.rendering.art.palette import Deck
from bot.rendering.art.plan import BACK


class Look(NamedTuple):
    """The appearance of a card on a canvas."""

    run: Run = "fan"
    shadow: bool = True
    star: bool = False


def side_sprite(shown: str, wide: int, game: str, deck: Deck, look: Look) -> Sprite:
    """Return a card or a back, `wide` pixels wide, to be laid by its own upper left corner."""
    if shown == BACK:
        return back_sprite(game, wide, shaded=look.shadow)
    return card_sprite(shown, wide, deck, look)


@lru_cache(maxsize=16)
def back_sprite(game: str, wide: int, *, shaded: bool) -> Sprite:
    """Return a back ready to lay. Sprites are shared."""
    return _sprite(back(game, wide), shaded=shaded)


@lru_cache(maxsize=1024)
def card_sprite(shown: str, wide: int, deck: Deck, look: Look) -> Sprite:
    """Return a card ready to lay. All games share it, because it looks the same in each."""
    card = face(shown, wide, deck, look.run)
    if look.star:
        card = card.copy()
        card.alpha_composite(wild_star(round(0.34 * wide)), (round(0.65 * wide), round(0.01 * wide)))
    return _sprite(card, shaded=look.shadow)


def _sprite(card: Image.Image, *, shaded: bool) -> Sprite:
    """Return a card with or without its shadow, which reaches out below and at both sides."""
    if not shaded:
        return Sprite.of(card)
    mask = shadow(card.width)
    out, down = round(0.03 * card.width), round(0.01 * card.width)
    sheet = Image.new("RGBA", (max(mask.width, out + card.width), max(card.height, down + mask.height)))
    alpha = Image.new("L", sheet.size)
    alpha.paste(mask, (0, down))
    sheet.putalpha(alpha)
    sheet.alpha_composite(card, (out, 0))
    return Sprite.of(sheet, (out, 0))


@lru_cache(maxsize=16)
def veil(wide: int, share: float) -> Image.Image:
    """Return the mask for a ground that takes a share of a card's light."""
    return silhouette(wide).point(lambda light: round(light * share))


@lru_cache(maxsize=256)
def upper(shown: str, size: tuple[int, int], radius: int, deck: Deck) -> Sprite:
    """Return the upper part of a face with round corners."""
    part = face(shown, size[0], deck, "covered").crop((0, 0, *size))
    part.putalpha(rounded(*size, radius))
    return Sprite.of(part)
