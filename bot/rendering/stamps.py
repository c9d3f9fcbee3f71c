"""Stamps: a translated file's note of the English text behind it, which shows when it's out of date."""

import hashlib
import re
from typing import Final

CHARACTERS: Final = 12
_STAMP: Final = re.compile(r"(?:<!-- source: (\w+) -->|# source: (\w+))\n")


def stamp_of(english: str) -> str:
    """Return the stamp of an English text."""
    return hashlib.sha256(english.encode()).hexdigest()[:CHARACTERS]


def is_outdated(translated: str, english: str) -> bool:
    """Whether a translated text was made from a different English text, or doesn't have a stamp."""
    match = _STAMP.match(translated)
    return match is None or stamp_of(english) not in match.groups()


def unstamp(translated: str) -> str:
    """Return a translated text without its stamp."""
    return _STAMP.sub("", translated, count=1)
