"""Grounds of pictures: fading colours with the game's emblem or with rays, made once for each size."""

from functools import lru_cache

from PIL import Image

from bot.rendering.art.kit.backs import emblem
from bot.rendering.art.kit.canvas import SCALE, WIDE, pixels
from bot.rendering.art.kit.looks import look_of
from bot.rendering.art.kit.outlines import rays
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.palette import Colour

LINE: int = 3
"""The height of the accented lower edge, in units."""


def gradient(wide: int, high: int, first: Colour, last: Colour, *, across: bool = False) -> Image.Image:
    """Return a ground that fades from one colour to another, downwards or across."""
    ramp = Image.linear_gradient("L")
    ramp = (ramp.rotate(90) if across else ramp).resize((wide, high))
    return Image.composite(Image.new("RGB", ramp.size, last), Image.new("RGB", ramp.size, first), ramp)


@lru_cache(maxsize=24)
def stage_ground(game: str, high: int) -> Image.Image:
    """Return the ground of a stage, `high` units high, with the game's emblem. It's shared."""
    theme = look_of(game).theme
    ground = gradient(pixels(WIDE), pixels(high), theme.top, theme.low)
    sprite = emblem(game, pixels(330), theme.line, theme.top)
    faint = sprite.getchannel("A").point(lambda light: round(light * 0.075))
    at = round(215 * SCALE - sprite.width / 2), round((0.55 * high) * SCALE - sprite.height / 2)
    ground.paste(sprite, at, faint)
    return _with_edge(ground, game)


@lru_cache(maxsize=4)
def head_ground(game: str, high: int) -> Image.Image:
    """Return the ground of a head with one line. It's shared."""
    theme = look_of(game).theme
    return _with_edge(gradient(pixels(WIDE), pixels(high), theme.top, theme.low), game)


@lru_cache(maxsize=12)
def ray_ground(game: str, high: int, x: int, y: int, strength: float, *, across: bool = False) -> Image.Image:
    """Return a ground with rays from a point, for covers and winners. It's shared."""
    theme = look_of(game).theme
    last = theme.ground if across else theme.low
    ground = gradient(pixels(WIDE), pixels(high), theme.top, last, across=across)
    pen = Pen(WIDE, high, SCALE)
    for ray in rays(x, y, 700, 18):
        pen.fill(ray, theme.line)
    beams = pen.done()
    ground.paste(beams, (0, 0), beams.getchannel("A").point(lambda light: round(light * strength)))
    return _with_edge(ground, game)


def _with_edge(ground: Image.Image, game: str) -> Image.Image:
    """Return a ground with its lower edge in a quiet accent."""
    top = ground.height - pixels(LINE)
    edge = Image.new("L", (ground.width, pixels(LINE)), round(255 * 0.55))
    ground.paste(look_of(game).theme.accent, (0, top), edge)
    return ground
