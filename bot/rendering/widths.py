"""Points, and names where every sign is equally wide."""

import math
import unicodedata
from typing import Final

from bot.rendering import lobby_words

EXACT: Final = 10**7
LEFT_TO_RIGHT: Final = "\u200e"
"""Between names written from right to left it keeps each above its own column."""


def number(value: int) -> str:
    """Points, written alike at a table, in its picture and in its result: `1,234`, `−50`, `≈10^45`."""
    if abs(value) < EXACT:
        return lobby_words.number(value)
    return f"{'−' if value < 0 else ''}≈10^{int(math.log10(abs(value)))}"


def signed(value: int) -> str:
    """Points won or lost: `+1,130`, `−20`, `0`."""
    return f"+{number(value)}" if value > 0 else number(value)


def fitted(name: str, width: int) -> str:
    """Return a name fitted to a width, apart from its neighbours if it's written from right to left."""
    short = name
    while cells_of(short) > width:
        short = f"{short.removesuffix('…')[:-1]}…"
    is_turned = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in short)
    return LEFT_TO_RIGHT + short if is_turned else short


def cells_of(text: str) -> int:
    """How many places a text takes where all letters are equally wide: some take two, marks take none."""
    wide = sum(unicodedata.east_asian_width(sign) in ("W", "F") for sign in text)
    return len(text) + wide - sum(unicodedata.category(sign) in ("Mn", "Cf") for sign in text)
