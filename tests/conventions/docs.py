"""The texts of the project's documents, and the code blocks in them."""

import re

from tests.conventions.source import ROOT


def text_of(name: str) -> str:
    """Return a document's text, by its path from the project's folder."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """Return the fenced blocks of a language in a document, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)
