"""Texts of several parts brought within a limit, fairly.

Each part can be said in several ways, from full to brief. When all together are too long, the longest
is said more briefly, again and again, so that no player's cards are given up before another's.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

MAX_ALT_CHARACTERS: Final = 1024
"""How long Discord lets the description of a picture be."""


class Said(NamedTuple):
    """A part, which `by` says in this many `ways`: 0 says all, and each next one is briefer.

    They're made only when they're wanted, because nearly always the first ones fit.
    """

    by: Callable[[int], str]
    ways: int = 1
    is_spare: bool = False
    """Whether it gives way before all that isn't."""


def shortened(parts: Sequence[Said], most: int) -> str:
    """One version of each part that says anything, the fullest that fit together. Else all cut evenly."""
    full = [(part, part.by(0)) for part in parts]
    parts, chosen = [part for part, text in full if text], [text for _, text in full if text]
    level = [0] * len(parts)
    while _length(chosen) > most:
        briefer = [place for place, part in enumerate(parts) if level[place] + 1 < part.ways]
        if not briefer:
            return "\n".join(_cut_evenly([text for text in chosen if text], most))
        spare = [place for place in briefer if parts[place].is_spare]
        longest = max(spare or briefer, key=lambda place: len(chosen[place]))
        level[longest] += 1
        chosen[longest] = parts[longest].by(level[longest])
    return "\n".join(filter(None, chosen))


def _length(chosen: Sequence[str]) -> int:
    texts = [text for text in chosen if text]
    return sum(map(len, texts)) + max(0, len(texts) - 1)


def _cut_evenly(texts: Sequence[str], most: int) -> list[str]:
    """Return the texts, the long ones cut to the same length."""
    limit = most
    while _length([text[:limit] for text in texts]) > most:
        limit -= 1
    return [text if len(text) <= limit else text[: limit - 1] + "…" for text in texts]
