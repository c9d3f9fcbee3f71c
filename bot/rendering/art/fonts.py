"""The shipped fonts, and the characters that they can draw.

Names in Chinese, Japanese or Korean need a font of the machine, which is searched for on first use.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from PIL import ImageFont

from bot.rendering.catalog import say
from bot.shipped import DATA

Weight = Literal["Bold", "Regular", "Cover"]
"""The two weights of the main font, and the font for names on covers."""

FOLDER: Final = DATA / "art"
FILES: Final[Mapping[Weight, str]] = {
    "Bold": "RobotoCondensed-Bold.ttf",
    "Regular": "RobotoCondensed-Regular.ttf",
    "Cover": "LeagueSpartan-ExtraBold.otf",
}
ELLIPSIS: Final = "…"
MAX_READ_CHARACTERS: Final = 400
"""The most characters of a text that are read. Nothing longer fits anywhere."""
FONT_FOLDERS: Final = (
    *(Path("/usr/share/fonts"), Path("/usr/local/share/fonts")),
    *(Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path("C:/Windows/Fonts")),
)
"""The folders where machines keep their fonts."""
EAST_ASIAN_FILES: Final = (
    *("NotoSansCJK*Bold*.ttc", "NotoSansCJK*.ttc", "NotoSansCJK*.otf", "SourceHanSans*.ttc"),
    *("wqy-microhei.ttc", "wqy-zenhei.ttc", "DroidSansFallback*.ttf", "PingFang.ttc"),
    *("Hiragino Sans GB.ttc", "msyhbd.ttc", "msyh.ttc", "NotoSansSC*", "NotoSansJP*", "NotoSansKR*"),
)
"""Fonts with Chinese, Japanese or Korean characters, the best first."""
EAST_ASIAN: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+"
)
_ACCOUNT: Final = re.compile(r"\(([^()]+)\)")
_NO_CHARACTER: Final = "\U0010ffff"


@cache
def _font_bytes(weight: Weight) -> bytes:
    return (FOLDER / FILES[weight]).read_bytes()


@cache
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return the font of this weight and size."""
    # The basic layout doesn't need an optional library, so text looks the same on every machine.
    return ImageFont.truetype(BytesIO(_font_bytes(weight)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def east_asian_file() -> Path | None:
    """Return the best font of this machine for names in Chinese, Japanese or Korean."""
    found = (path for name in EAST_ASIAN_FILES for folder in FONT_FOLDERS for path in folder.rglob(name))
    return next(found, None)


@cache
def east_asian_font(size: int) -> ImageFont.FreeTypeFont | None:
    """Return the machine's East Asian font in a size. None if there isn't one that can be read."""
    file = east_asian_file()
    try:
        return None if file is None else ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        return None


@cache
def _missing_glyph(typeface: ImageFont.FreeTypeFont) -> bytes:
    return bytes(typeface.getmask(_NO_CHARACTER))


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether a font can draw this character."""
    typeface = east_asian_font(20) if EAST_ASIAN.match(character) else font(20)
    return typeface is not None and bytes(typeface.getmask(character)) != _missing_glyph(typeface)


def printable(text: str) -> str:
    """Return the part of a text that can be drawn, with fancy letters made plain and emoji left out.

    If only the account's name in parentheses remains, return it without them.
    """
    plain = unicodedata.normalize("NFKC", text[:MAX_READ_CHARACTERS])
    kept = (" " if one.isspace() else one for one in plain if one.isspace() or _is_drawable(one))
    drawn = " ".join("".join(kept).split())
    return found[1] if (found := _ACCOUNT.fullmatch(drawn)) else drawn


def _is_drawable(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CM" and has_glyph(character)


def printable_name(name: str, place: int) -> str:
    """Return a player's name as a picture shows it, or the seat's number if none of it can be drawn."""
    return printable(name) or seat_name(name, place)


def seat_name(name: str, place: int) -> str:
    """Return the text in place of a name that can't be drawn at all. Empty for any other name."""
    return "" if printable(name) else say("Seat {number}", number=place)
