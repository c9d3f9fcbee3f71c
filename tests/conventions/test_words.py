"""Names in the code avoid the words that `docs/words.md` rules out."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.conventions.messages import ROOT

WORDS = ROOT / "docs" / "words.md"
CODE = ("bot", "cogs", "tests", "benchmarks")


def shunned() -> set[str]:
    """Return the words in the last columns, which the code doesn't use."""
    rows = [line.strip().strip("|").split("|") for line in WORDS.read_text("utf-8").splitlines()]
    cells = [cells[2] for cells in rows if len(cells) == 3]
    return {word.strip() for cell in cells for word in cell.split(",")} - {"", "not", "---"}


def named_in(path: Path) -> Iterator[str]:
    """Yield the words that a file's names are made of, in lower case."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.NAME:
            yield from (part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", token.string))


def test_names_shun_words_with_better_ones() -> None:
    words, files = shunned(), [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]

    assert {"courier", "notebook"} <= words
    assert {(word, path.name) for path in files for word in words.intersection(named_in(path))} == set()
