"""Covers of lobbies, and the row of small covers for choosing a game."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rendering.art.kit import cards
from bot.rendering.art.kit.backs import back
from bot.rendering.art.kit.canvas import SCALE, WIDE, Canvas, Mark, fitted, pixels
from bot.rendering.art.kit.colours import GOLD, WHITE
from bot.rendering.art.kit.looks import CoverCard, Medal, Piece, Robot, look_of
from bot.rendering.art.kit.outlines import Point, rectangle
from bot.rendering.art.kit.pen import Pen
from bot.rendering.art.parts.grounds import ray_ground
from bot.rendering.art.parts.middle import robot
from bot.rendering.art.plan import BACK, CoverPlan, GamesPlan

HIGH: Final = 240
NAMES: Final = (50, 42, 36)
GAMES_HIGH: Final = 186


def _lay(canvas: Canvas, piece: Piece) -> None:
    """Draw a piece of a cover's still life."""
    match piece:
        case CoverCard():
            _lay_sprite(canvas, piece)
        case Robot(arms, values, corner, size):
            robot(canvas, arms, values, corner, size)
        case Medal((x, y)):
            canvas.box((x - 54.5, y - 54.5, 109, 109), 54.5, canvas.theme.accent)
            canvas.box((x - 49.5, y - 49.5, 99, 99), 49.5, canvas.theme.low)
            canvas.emblem(x, y + 1, 74, canvas.theme.accent, canvas.theme.low)


def _lay_sprite(canvas: Canvas, sprite: CoverCard) -> None:
    """Draw a card with its shadow."""
    shade = _turned(cards.shadow(pixels(sprite.wide)), sprite.turned)
    canvas.image.paste("#000000", _corner(shade, sprite.middle), shade)
    card = _turned(_sprite(canvas.game, sprite), sprite.turned)
    canvas.image.paste(card, _corner(card, sprite.middle), card)


def _sprite(game: str, sprite: CoverCard) -> Image.Image:
    """Return a card with its rim, star and mask, and room around it."""
    fine, room = pixels(sprite.wide), pixels(6)
    card = back(game, fine) if sprite.shown == BACK else cards.face(sprite.shown, fine, "two", sprite.run)
    pen = Pen(card.width + 2 * room, card.height + 2 * room, 1)
    if sprite.rim:
        outline = rectangle(room - 1, room - 1, card.width + 2, card.height + 2, 0.1 * card.width)
        pen.stroke(outline, sprite.rim, pixels(5), closed=True)
    whole = pen.done()
    rim = whole.copy()
    whole.alpha_composite(card, (room, room))
    whole.alpha_composite(rim)
    if sprite.rim == GOLD:
        star = cards.wild_star(pixels(0.34 * sprite.wide))
        whole.alpha_composite(star, (room + round(0.65 * fine), room + round(0.01 * fine)))
    if sprite.is_masked:
        _mask(whole, game, fine, room)
    return whole


def _turned(image: Image.Image, turned: float) -> Image.Image:
    """Return an image turned clockwise by degrees."""
    return image.rotate(-turned, Image.Resampling.BICUBIC, expand=True)


def _corner(image: Image.Image, middle: Point) -> tuple[int, int]:
    """Return the upper left corner of an image with this middle."""
    x, y = middle
    return round(x * SCALE - image.width / 2), round(y * SCALE - image.height / 2)


def _mask(card: Image.Image, game: str, wide: int, room: int) -> None:
    """Draw the game's emblem as a mask over a queen's eyes."""
    pen = Pen(120, 120, 0.547 * wide / 100).at(60, 60)
    look_of(game).emblem(pen, "#16090D", "#F2C6A0")
    mask = pen.done()
    card.alpha_composite(
        mask, (room + round(0.613 * wide - mask.width / 2), room + round(0.773 * wide - mask.height / 2))
    )


FACTS: Final = (26, 24)
"""The sizes of the line about players and minutes. The first that fits is used."""
BESIDE_ART: Final = 290
"""The width for lines next to the still life."""


def cover(plan: CoverPlan, notes: list[Mark] | None = None) -> Canvas:
    """Return a cover: emblem, name, mood, players and minutes, next to a still life of the game."""
    canvas = Canvas(HIGH, plan.game, notes=notes)
    theme = canvas.theme
    canvas.image.paste(ray_ground(plan.game, HIGH, 460, 130, 0.05, across=True), (0, 0))
    for piece in look_of(plan.game).cover:
        _lay(canvas, piece)
    canvas.box((0, HIGH - 3, WIDE, 3), 0, theme.accent)
    canvas.emblem(42, 38, 48, theme.accent, theme.top)
    room = 20 + BESIDE_ART - 76
    size = next((one for one in NAMES if canvas.measure(plan.name, one, "Cover") <= room), NAMES[-1])
    canvas.text(76, 39, plan.name, size, WHITE, weight="Cover", room=room + 10)
    for place, line in enumerate(plan.mood[:2]):
        canvas.text(20, 80 + 31 * place, line, 28, theme.quiet, weight="Regular", room=BESIDE_ART)
    canvas.text(20, 143, plan.facts, FACTS, WHITE, room=BESIDE_ART)
    return canvas


def games(plan: GamesPlan, notes: list[Mark] | None = None) -> Canvas:
    """Return a small cover for each game, side by side, with emblem and name."""
    canvas = Canvas(GAMES_HIGH, plan.games[0][0], notes=notes)
    wide = WIDE / max(1, len(plan.games))
    for place, (game, name) in enumerate(plan.games):
        left, right = pixels(place * wide), pixels((place + 1) * wide)
        small = _small(game, right - left)
        canvas.image.paste(small, (left, 0))
        fine, lines = fitted(name, wide - 8, (30, 26), 2)
        for line, text in enumerate(lines):
            canvas.text((place + 0.5) * wide, 88 + 32 * line, text, fine, WHITE, align="middle")
    return canvas


@lru_cache(maxsize=8)
def _small(game: str, wide: int) -> Image.Image:
    """Return a game's part of the row without its name: ground with rays, and emblem."""
    ground = ray_ground(game, GAMES_HIGH, 300, 60, 0.07)
    left = (ground.width - wide) // 2
    part = ground.crop((left, 0, left + wide, ground.height))
    canvas = Canvas(GAMES_HIGH, game)
    canvas.image.paste(part, (0, 0))
    canvas.emblem(wide / SCALE / 2, 40, 58, canvas.theme.accent, canvas.theme.top)
    return canvas.image.crop((0, 0, wide, ground.height))
