"""A pseudo-language: every message is marked and a third longer, so that unmarked words stand out."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from bot.rendering import catalog
from bot.rendering.catalog import Language
from bot.rendering.po import GAP, Translated
from tests.conventions import messages

TAG: Final = "de"
"""The tag of a real language, so that settings, files and Discord's locales accept it."""
MARKED: Final = str.maketrans(
    {
        "a": "àà", "e": "èè", "i": "ìì", "o": "òò", "u": "ùù", "y": "ýý",
        "A": "ÀÀ", "E": "ÈÈ", "I": "ÌÌ", "O": "ÒÒ", "U": "ÙÙ", "Y": "ÝÝ",
    }
)  # fmt: skip
"""Vowels are marked and doubled, which makes a text a third longer."""
KEPT: Final = re.compile(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>|https?://\S+|C\.R\.A\.P\.|\b11th\b")
"""Unchanged parts: commands, facts, mentions, addresses, the name of a game, a number without a vowel."""
WORD: Final = re.compile(r"[A-Za-z]*[a-z][a-z]+", re.ASCII)
"""Unmarked words. Cards, seats and signs are shorter or in capitals."""


def marked(text: str) -> str:
    """Return a message in the pseudo-language."""
    parts, at = [], 0
    for kept in KEPT.finditer(text):
        parts += [text[at : kept.start()].translate(MARKED), kept[0]]
        at = kept.end()
    return "".join([*parts, text[at:].translate(MARKED)])


def language() -> Language:
    """Return a language with all messages of the template, marked."""
    single: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    for one in messages.catalog():
        before = f"{one.context}{GAP}" if one.context else ""
        forms = tuple(map(marked, messages.texts(one.id)))
        first = before + messages.texts(one.id)[0]
        single[first] = forms[0]
        if len(forms) > 1:
            counted[first] = forms
    return Language(TAG, Translated(single, counted, lambda number: number != 1))


@contextmanager
def spoken_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use the pseudo-language in place of every other."""
    pseudo = language()
    monkeypatch.setattr(catalog, "language", lambda _tag: pseudo)
    before = catalog._current.set(pseudo)
    yield
    catalog._current.reset(before)


def unmarked(text: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """Return the words of a text that come from no message."""
    left = KEPT.sub(" ", text)
    return [word for word in WORD.findall(_without_marks(left)) if word.lower() not in allowed]


def _without_marks(text: str) -> str:
    """Return a text without its marked words."""
    return " ".join(word for word in re.split(r"[\s ]+", text) if word.isascii() or not _has_mark(word))


def _has_mark(word: str) -> bool:
    return any(sign in word for sign in "àèìòùýÀÈÌÒÙÝ")
