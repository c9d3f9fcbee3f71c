"""Numbers and names where every sign is equally wide."""

import math
import unicodedata
from typing import Final

from bot.rendering import lobby_words

EXACT: Final = 10**7
LEFT_TO_RIGHT: Final = "\u200e"
"""Between names written from right to left it keeps each above its own column."""


def number(value: int) -> str:
    """A number in little room: `1234`, `−50`, `≈10^45`."""
    size = abs(value)
    exact = f"{size}" if size < EXACT else f"≈10^{int(math.log10(size))}"
    return f"−{exact}" if value < 0 else exact


def score(value: int) -> str:
    """Points of a result, written alike in its title, its block and its picture: `1,234`, `−50`, `≈10^45`."""
    return lobby_words.number(value) if abs(value) < EXACT else number(value)


def fitted(name: str, width: int) -> str:
    """A name in so much room, kept apart from its neighbours where it is written from right to left."""
    short = name
    while cells_of(short) > width:
        short = f"{short.removesuffix('…')[:-1]}…"
    is_turned = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in short)
    return LEFT_TO_RIGHT + short if is_turned else short


def cells_of(text: str) -> int:
    """How many places a text takes where all letters are equally wide: some take two, marks take none."""
    wide = sum(unicodedata.east_asian_width(sign) in ("W", "F") for sign in text)
    return len(text) + wide - sum(unicodedata.category(sign) in ("Mn", "Cf") for sign in text)
