"""Round corners, as masks to fill with a colour."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.rendering.art.kit.colours import GOLD

EDGE: Final = "#7A5600"
"""The colour of the line along the gold corner of a new card."""
FINE: Final = 8
"""The enlargement in which masks are drawn before they're reduced, which smooths their edges."""


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners."""
    mask, radius = Image.new("L", (width, height), 255), max(1, min(radius, width // 2, height // 2))
    for (x, y), corner in corners(radius).items():
        mask.paste(corner, (x * (width - radius), y * (height - radius)))
    return mask


@lru_cache(maxsize=64)
def corners(radius: int) -> dict[tuple[int, int], Image.Image]:
    """Return the masks of four round corners. (1, 0) is the upper right one."""
    fine = 2 * radius * FINE
    disc = Image.new("L", (fine, fine))
    ImageDraw.Draw(disc).ellipse((0, 0, fine - 1, fine - 1), fill=255)
    disc = disc.reduce(FINE)
    return {
        (x, y): disc.crop((x * radius, y * radius, (x + 1) * radius, (y + 1) * radius))
        for y in (0, 1)
        for x in (0, 1)
    }


@lru_cache(maxsize=64)
def gold_corner(size: int, radius: int) -> Image.Image:
    """Return the upper right corner of a new card: a gold triangle, as round as the card."""
    fine = size * FINE
    mask = Image.new("L", (fine, fine))
    draw = ImageDraw.Draw(mask)
    draw.polygon([(0, 0), (fine - 1, 0), (fine - 1, fine - 1)], fill=255)
    mask = ImageChops.multiply(
        mask.reduce(FINE), rounded(2 * size, 2 * size, radius).crop((size, 0, 2 * size, size))
    )
    edge = Image.new("L", (fine, fine))
    ImageDraw.Draw(edge).line([(0, 0), (fine - 1, fine - 1)], fill=255, width=2 * FINE)
    corner = Image.new("RGBA", (size, size), GOLD)
    corner.paste(EDGE, (0, 0), edge.reduce(FINE))
    corner.putalpha(mask)
    return corner
