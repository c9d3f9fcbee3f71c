"""One spelling for what people type: on any keyboard, small or large, with accents or without."""

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
"""What represents a letter or a hyphen. Phones make such of what is typed."""


def plain(text: str) -> str:
    """Return a text in small letters without accents, suits as their letters, with single blanks."""
    letters = unicodedata.normalize("NFKD", text.translate(_SIGNS)).casefold()
    return " ".join(
        "".join(sign for sign in letters if unicodedata.category(sign) not in ("Mn", "Cf")).split()
    )


def key(text: str) -> str:
    """Return what texts are compared by that mean the same: letters and digits only."""
    return "".join(filter(str.isalnum, plain(text)))
