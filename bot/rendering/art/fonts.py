"""The shipped fonts: loading them, and what they can draw."""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from io import BytesIO
from typing import Final, Literal

from PIL import ImageFont

from bot.rendering.catalog import say
from bot.shipped import DATA

Weight = Literal["Bold", "Regular", "Cover"]
"""Two weights of the font for everything, and the one for the names on covers."""

FOLDER: Final = DATA / "art"
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


def drawn_name(name: str, place: int) -> str:
    """A player's name as a picture shows it; the seat's number where nothing of the name can be drawn."""
    return printable(name) or unnamed(name, place)


def unnamed(name: str, place: int) -> str:
    """What a picture shows in place of a name of which nothing can be drawn; nothing for any other."""
    return "" if printable(name) else say("Seat {number}", number=place)
