"""Decisions are dated and listed, words have one meaning, and links between all texts lead somewhere."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.conventions.source import ROOT

FOLDER = ROOT / "docs" / "decisions"
DECISIONS = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
TEXTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", ".github/**/*.md", "data/art/*.md")
    for path in ROOT.glob(pattern)
    if path.name != "promises-report.md"
)
MAX_WORDS = 78


def prose(path: Path) -> str:
    """Return a text without code blocks and comments, where something can look like a link."""
    return re.sub(
        r"^```.*?^```$|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )


def anchors(path: Path) -> set[str]:
    """Return the anchors of a text's headings."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(path: Path) -> Iterator[str]:
    """Yield the links of a text that lead nowhere. Links to other sites aren't checked."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name) if name else path
        if not file.exists() or (anchor and anchor not in anchors(file)):
            yield target


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert list(broken(path)) == []


def test_link_to_missing_file_or_heading_is_noticed(tmp_path: Path) -> None:
    text = tmp_path / "a.md"
    text.write_text("# One word\n[a](#one-word) [b](#two) [c](b.md) [d](a.md#one-word) [e](https://x.y)\n")

    assert list(broken(text)) == ["#two", "b.md"]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_decision_is_title_date_and_two_paragraphs(path: Path) -> None:
    title, when, *paragraphs = path.read_text(encoding="utf-8").strip().split("\n\n")

    assert re.fullmatch(r"\d{4}-[a-z-]+", path.stem)
    assert title.startswith(f"# {int(path.stem[:4])}. ")
    assert date.fromisoformat(when)
    assert len(paragraphs) == 2


def test_index_lists_every_decision_with_its_date() -> None:
    listed = re.findall(
        r"^\| (\d+) \| \[(.*)\]\((.*)\) \| (.*) \|$", prose(FOLDER / "README.md"), re.MULTILINE
    )
    expected = []
    for path in DECISIONS:
        number, title, when = re.findall(r"\A# (\d+)\. (.*)\n\n(.*)\n", path.read_text(encoding="utf-8"))[0]
        expected.append((number, title, path.name, when))

    assert listed == expected
    assert [when for *_, when in listed] == sorted(when for *_, when in listed)


def test_no_word_of_the_house_has_two_meanings() -> None:
    rows = re.findall(r"^\| ([a-z][a-z -]+) \| (.+) \|$", prose(ROOT / "docs" / "words.md"), re.MULTILINE)
    words = [word for word, _ in rows if word not in ("word", "verb")]

    assert 30 <= len(words) <= MAX_WORDS
    assert len(set(words)) == len(words)
