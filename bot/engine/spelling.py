"""Normalisation of typed text: case, accents, card symbols and dashes."""

import unicodedata
from typing import Final

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("♣♧", "c"),
        **dict.fromkeys("♦♢", "d"),
        **dict.fromkeys("♥♡❤", "h"),
        **dict.fromkeys("♠♤", "s"),
        "🃏": "jk",
        "×": "x",
        **dict.fromkeys("‐‑–—−", "-"),
    }
)
"""Symbols read as a letter or a hyphen. Phones substitute some of them for typed ones."""


def plain(text: str) -> str:
    """Return a text in small letters without accents, with letters for suits and single blanks."""
    letters = unicodedata.normalize("NFKD", text.translate(_SIGNS)).casefold()
    return " ".join(
        "".join(sign for sign in letters if unicodedata.category(sign) not in ("Mn", "Cf")).split()
    )


def key(text: str) -> str:
    """Return a text's letters and digits in plain spelling, the same for texts that mean the same."""
    return "".join(filter(str.isalnum, plain(text)))
