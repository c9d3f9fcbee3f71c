"""Texts of several parts brought within a limit, fairly.

Each part can be said in several ways, from full to brief. When all together are too long, the longest
is said more briefly, again and again, so that no player's cards are given up before another's.
"""

from collections.abc import Sequence
from typing import Final

MAX_ALT_CHARACTERS: Final = 1024
"""How long Discord lets the description of a picture be."""


def shortened(parts: Sequence[list[str]], most: int) -> str:
    """One version of each part, the fullest that fit together; cut evenly when not even the briefest do."""
    level = [0] * len(parts)
    while _length(chosen := [part[at] for part, at in zip(parts, level, strict=True)]) > most:
        briefer = [place for place, part in enumerate(parts) if level[place] + 1 < len(part)]
        if not briefer:
            return "\n".join(_cut_evenly(chosen, most))
        level[max(briefer, key=lambda place: len(chosen[place]))] += 1
    return "\n".join(chosen)


def _length(chosen: Sequence[str]) -> int:
    return sum(map(len, chosen)) + max(0, len(chosen) - 1)


def _cut_evenly(texts: Sequence[str], most: int) -> list[str]:
    """The texts, the long ones cut to the same length."""
    limit = most
    while _length([text[:limit] for text in texts]) > most:
        limit -= 1
    return [text if len(text) <= limit else text[: limit - 1] + "…" for text in texts]
