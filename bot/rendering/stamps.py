"""Stamps: from which English text a translated file was made, so that one that lags behind is noticed."""

import hashlib
import re
from typing import Final

CHARACTERS: Final = 12
_STAMP: Final = re.compile(r"(?:<!-- source: (\w+) -->|# source: (\w+))\n")


def stamp_of(english: str) -> str:
    """Return the stamp of an English text."""
    return hashlib.sha256(english.encode()).hexdigest()[:CHARACTERS]


def lags(translated: str, english: str) -> bool:
    """Whether a translated text was made from another English one than this, or doesn't say."""
    match = _STAMP.match(translated)
    return match is None or stamp_of(english) not in match.groups()


def unstamped(translated: str) -> str:
    """Return a translated text without its stamp."""
    return _STAMP.sub("", translated, count=1)


def stamped(translated: str, english: str) -> str:
    """Return a translated text that says it was made from this English one."""
    match = _STAMP.match(translated)
    if match is None:
        return translated
    known = match[1] or match[2]
    return match[0].replace(known, stamp_of(english)) + translated[match.end() :]
