"""Languages that mark every message with their name, so that a test sees who reads what."""

import re

import pytest

from bot.rendering import catalog
from bot.rendering.catalog import Language
from bot.rendering.po import GAP, Translated


class TaggedMessages(dict[str, str]):
    """Every message there can be, in English with the language's tag."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag

    def get(self, key: str, default: object = None) -> str:
        return re.sub(r"^([^A-Za-z{]*)", rf"\1{self._tag}~", key.rpartition(GAP)[2])


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every language but English say its tag."""

    def language(tag: str) -> Language:
        return Language(tag) if tag == "en" else Language(tag, Translated(TaggedMessages(tag), {}, int))

    monkeypatch.setattr(catalog, "language", language)
