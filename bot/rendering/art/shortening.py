"""Shortening of texts that have several parts, fair to every part.

Each part has several wordings, from full to brief. While the whole is too long, its longest part gets
its next wording, so that no player loses all their cards before another.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

MAX_ALT_CHARACTERS: Final = 1024
"""The most characters that Discord allows in the description of a picture."""


class TextPart(NamedTuple):
    """A part of a text with several `ways` to say it. `by(0)` says everything, and each next one is briefer.

    Briefer ones are made only when needed, because the first ones nearly always fit.
    """

    wording: Callable[[int], str]
    ways: int = 1
    is_spare: bool = False
    """Whether it's shortened before all parts that aren't spare."""


def shortened(parts: Sequence[TextPart], most: int) -> str:
    """Return the fullest versions of all parts that fit together, or else all of them cut evenly."""
    full = [(part, part.wording(0)) for part in parts]
    parts, chosen = [part for part, text in full if text], [text for _, text in full if text]
    level = [0] * len(parts)
    while _length(chosen) > most:
        briefer = [place for place, part in enumerate(parts) if level[place] + 1 < part.ways]
        if not briefer:
            return "\n".join(_cut_evenly([text for text in chosen if text], most))
        spare = [place for place in briefer if parts[place].is_spare]
        longest = max(spare or briefer, key=lambda place: len(chosen[place]))
        level[longest] += 1
        chosen[longest] = parts[longest].wording(level[longest])
    return "\n".join(filter(None, chosen))


def _length(chosen: Sequence[str]) -> int:
    texts = [text for text in chosen if text]
    return sum(map(len, texts)) + max(0, len(texts) - 1)


def _cut_evenly(texts: Sequence[str], most: int) -> list[str]:
    """Return the texts, with long ones cut to the same length."""
    limit = most
    while _length([text[:limit] for text in texts]) > most:
        limit -= 1
    return [text if len(text) <= limit else text[: limit - 1] + "…" for text in texts]
