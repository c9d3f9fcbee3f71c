"""Texts in a fixed-width font."""

import unicodedata
from typing import Final

LEFT_TO_RIGHT: Final = "\u200e"
"""A mark that keeps names written from right to left in their own columns."""


def fit_width(name: str, width: int) -> str:
    """Return a name cut to a width. One written from right to left begins with `LEFT_TO_RIGHT`."""
    short = name
    while cells_of(short) > width:
        short = f"{short.removesuffix('…')[:-1]}…"
    is_rtl = any(unicodedata.bidirectional(char) in ("R", "AL") for char in short)
    return LEFT_TO_RIGHT + short if is_rtl else short


def cells_of(text: str) -> int:
    """Return the cells that a text fills in a fixed-width font: some letters take two, marks take none."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    return len(text) + wide - sum(unicodedata.category(char) in ("Mn", "Cf") for char in text)
