"""The shipped font: loading it, measuring with it, cutting text so that it fits, and drawing it."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from bot.rendering.art.palette import Colour

Weight = Literal["Bold", "Regular", "Cover"]
"""Two weights of the font for everything, and the one for the names on covers."""

FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "art"
FILES: Final[Mapping[Weight, str]] = {
    "Bold": "RobotoCondensed-Bold.ttf",
    "Regular": "RobotoCondensed-Regular.ttf",
    "Cover": "LeagueSpartan-ExtraBold.otf",
}
ELLIPSIS: Final = "…"
MAX_READ_CHARACTERS: Final = 400
"""Characters of a text that are looked at; nothing longer fits anywhere."""
_NO_CHARACTER: Final = "\U0010ffff"


@cache
def _file(weight: Weight) -> bytes:
    return (FOLDER / FILES[weight]).read_bytes()


@cache
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """The font in a size."""
    # The basic layout needs no library that another machine may lack, so text looks the same everywhere.
    return ImageFont.truetype(BytesIO(_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _unknown() -> bytes:
    return bytes(font(20).getmask(_NO_CHARACTER))


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the font can draw this character."""
    return bytes(font(20).getmask(character)) != _unknown()


def printable(text: str) -> str:
    """The text as far as the font can draw it: fancy letters made plain, emoji and the like left out."""
    plain = unicodedata.normalize("NFKC", text[:MAX_READ_CHARACTERS])
    kept = (" " if one.isspace() else one for one in plain if one.isspace() or _is_drawable(one))
    return " ".join("".join(kept).split())


def _is_drawable(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CM" and has_glyph(character)


@lru_cache(maxsize=4096)
def width(text: str, size: int, weight: Weight = "Bold") -> int:
    """How many pixels a text is wide."""
    return round(font(size, weight).getlength(text))


def cut(text: str, room: int, size: int, weight: Weight = "Bold") -> str:
    """The text, or as much of its beginning as fits into `room` pixels, with an ellipsis."""
    text = printable(text)
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrapped(text: str, room: int, size: int, weight: Weight = "Bold", *, most: int = 3) -> list[str]:
    """The text in at most `most` lines of `room` pixels; what is too long is cut at the end."""
    return lines_of(printable(text).split(), " ", room, size, weight, most=most)


def lines_of(
    pieces: Sequence[str], glue: str, room: int, size: int, weight: Weight = "Bold", *, most: int = 3
) -> list[str]:
    """The pieces in lines, none of them broken unless it is too long for a line or the lines run out."""
    lines: list[str] = []
    left = list(pieces)
    while left and len(lines) < most - 1:
        taken = 1
        while taken < len(left) and width(glue.join(left[: taken + 1]), size, weight) <= room:
            taken += 1
        lines.append(cut(glue.join(left[:taken]), room, size, weight))
        left = left[taken:]
    return [*lines, cut(glue.join(left), room, size, weight)] if left else lines


@lru_cache(maxsize=512)
def text_image(text: str, size: int, weight: Weight, colour: Colour) -> Image.Image:
    """One line of text on a transparent ground, as high as the font's lines are."""
    face = font(size, weight)
    ascent, descent = face.getmetrics()
    image = Image.new("RGBA", (max(1, width(text, size, weight) + 2), ascent + descent), colour)
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).text((0, 0), text, font=face, fill=255)
    image.putalpha(mask)
    return image


def drawn_name(name: str, place: int) -> str:
    """A player's name as a picture shows it; the seat's number where nothing of the name can be drawn."""
    return printable(name) or f"Seat {place}"
