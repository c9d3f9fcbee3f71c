"""Languages that mark every message with their tag, so that a test knows which one was used."""

import re

import pytest

from bot.rendering import catalog
from bot.rendering.catalog import Language
from bot.rendering.po import SEPARATOR, Translations


class TaggedMessages(dict[str, str]):
    """A catalog that has every message, in English with the language's tag."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag

    def get(self, key: str, default: object = None) -> str:
        return re.sub(r"^([^A-Za-z{]*)", rf"\1{self._tag}~", key.rpartition(SEPARATOR)[2])


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every language but English mark its messages."""

    def language(tag: str) -> Language:
        return Language(tag) if tag == "en" else Language(tag, Translations(TaggedMessages(tag), {}, int))

    monkeypatch.setattr(catalog, "language", language)
