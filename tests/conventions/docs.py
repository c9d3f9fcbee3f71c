"""The code and the cases that the documents show."""

import re

from tests.conventions.source import ROOT


def text_of(name: str) -> str:
    """A document of `docs/`, or another text of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of a language in a document, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)
