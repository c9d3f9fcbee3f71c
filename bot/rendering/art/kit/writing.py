"""Text in pixels: measured, cut and drawn as masks, with suit signs that no font needs to have."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from bot.rendering.art.fonts import EAST_ASIAN, ELLIPSIS, Weight, east_asian_font, font, printable
from bot.rendering.art.kit.signs import sign

Align = Literal["left", "middle", "right"]

CAPITAL: Final = 0.356
"""The distance from the middle of the capitals to their baseline, in type sizes."""
SUIT_ROOM: Final = 0.76
SUIT_SIZE: Final = 0.68
SUIT_OF_SIGN: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_SIGNS: Final = re.compile("([♠♥♦♣])")
_RUNS: Final = re.compile(f"([♠♥♦♣]|{EAST_ASIAN.pattern})")
_BREAKS: Final = re.compile(r"(?<![/0-9]) +(?![/:;!?»]|[+−]?[0-9]+(?:,|$))")
_QUOTES: Final = re.compile("“[^“”]*”|„[^“”]*“|«[^«»]*»")
_NBSP: Final = "\u00a0"


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """Return the part of a text that can be drawn. Suit signs stay, with the spaces around them."""
    parts = _SIGNS.split(" ".join(text.split()))
    return "".join(part if part in SUIT_OF_SIGN else _printable_part(part) for part in parts)


def _printable_part(part: str) -> str:
    """Return the part that can be drawn between suit signs, with the spaces at its ends."""
    inner = printable(part)
    if not inner:
        return " " if part[:1].isspace() else ""
    return " " * part[:1].isspace() + inner + " " * part[-1:].isspace()


@lru_cache(maxsize=4096)
def width(text: str, pixels: int, weight: Weight = "Bold") -> float:
    """Return the width of a text in pixels."""
    parts = filter(None, _RUNS.split(text))
    return sum(
        pixels * SUIT_ROOM if one in SUIT_OF_SIGN else _font_of(one, pixels, weight).getlength(one)
        for one in parts
    )


def _font_of(run: str, pixels: int, weight: Weight) -> FreeTypeFont:
    """Return the font that draws a run of characters."""
    other = east_asian_font(pixels) if EAST_ASIAN.match(run) else None
    return other or font(pixels, weight)


def cut(text: str, room: float, pixels: int, weight: Weight = "Bold") -> str:
    """Return the text, or as much of its beginning as fits into `room` pixels, with an ellipsis."""
    text = drawable(text)
    if width(text, pixels, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, pixels, weight) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrapped(text: str, room: float, pixels: int, weight: Weight = "Bold") -> list[str]:
    """Return the text in lines of `room` pixels. A word too long for a line has one of its own.

    Numbers joined by a slash are one word: `14 / 7`. So are a number and its noun, a name and its number,
    and the words of a call: `“One card!”`.
    """
    lines: list[str] = []
    whole = _QUOTES.sub(lambda call: call[0].replace(" ", _NBSP), drawable(text))
    for word in filter(None, _BREAKS.split(whole)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, pixels, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line.replace(_NBSP, " ") for line in lines]


def fitted(
    text: str, room: float, sizes: Sequence[int], weight: Weight, most: int, *, spare: int = 0
) -> tuple[int, list[str]]:
    """Return the first size in which the text takes at most `most` lines, and those lines.

    In the last size it may take `spare` lines more before it's cut. The lines are evened out, so that
    the last one isn't a single word.
    """
    for pixels, limit in (*((one, most) for one in sizes), (sizes[-1], most + spare)):
        lines = wrapped(text, room, pixels, weight)
        if len(lines) <= limit and all(width(one, pixels, weight) <= room for one in lines):
            return pixels, _balanced(lines, pixels, weight)
    most += spare
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return pixels, [cut(one, room, pixels, weight) for one in kept if one]


def _balanced(lines: list[str], pixels: int, weight: Weight) -> list[str]:
    """Return the same words in as many lines, spread so that the last line is about as long as the others."""
    while len(lines) > 1:
        widest = max(width(one, pixels, weight) for one in lines)
        closer = wrapped(" ".join(lines), widest - 1, pixels, weight)
        widths = [width(one, pixels, weight) for one in closer]
        if len(closer) > len(lines) or max(widths) >= widest or widths[-1] > widths[0]:
            break
        lines = closer
    return lines


@lru_cache(maxsize=2048)
def mask(text: str, pixels: int, weight: Weight = "Bold") -> Image.Image:
    """Return one line as a mask, as high as the font's lines are. It's shared, don't draw on it."""
    typeface = font(pixels, weight)
    ascent, descent = typeface.getmetrics()
    image = Image.new("L", (max(1, round(width(text, pixels, weight)) + 2), ascent + descent))
    draw = ImageDraw.Draw(image)
    x = 0.0
    for part in _RUNS.split(text):
        if part in SUIT_OF_SIGN:
            stamp = sign(SUIT_OF_SIGN[part], round(pixels * SUIT_SIZE), "#FFFFFF").getchannel("A")
            left = round(x + pixels * SUIT_ROOM / 2 - stamp.width / 2)
            image.paste(stamp, (left, round(ascent - CAPITAL * pixels - stamp.height / 2)))
        elif part:
            draw.text((round(x), ascent), part, font=_font_of(part, pixels, weight), fill=255, anchor="ls")
        x += width(part, pixels, weight)
    return image


def height(pixels: int, weight: Weight = "Bold") -> int:
    """Return the height of a mask."""
    return sum(font(pixels, weight).getmetrics())


def ascent(pixels: int, weight: Weight = "Bold") -> int:
    """Return the distance from the top of a mask to the baseline."""
    return font(pixels, weight).getmetrics()[0]
