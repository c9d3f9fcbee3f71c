"""The pages that people keep on their disk, in all languages: `python -m tests.conventions.speaking` writes their words."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from bot.rendering.catalog import FOLDER, read_language
from bot.rendering.languages import ENGLISH, NAMES
from bot.shipped import DATA

PAGES: Final = (DATA / "replay.html", DATA / "verify.html")
SPEAKING: Final = Path(__file__).with_name("speaking.js")
"""What every page speaks with."""
PART: Final = re.compile(r'(<script id="words">\n).*?(</script>)', re.DOTALL)
SAID: Final = re.compile(r'\b(?:say|message)\(("(?:[^"\\]|\\.)*")')


class _Marked(HTMLParser):
    """Finds what is marked: the text of an element with `data-say`, and the value of `data-name`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.is_said = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = dict(attrs)
        self.is_said = "data-say" in marks
        if name := marks.get("data-name"):
            self.found.append(name)

    def handle_data(self, data: str) -> None:
        if self.is_said:
            self.found.append(" ".join(data.split()))

    def handle_endtag(self, tag: str) -> None:
        self.is_said = False


def said_in(page: str) -> list[str]:
    """The messages of a page, in order."""
    marked = _Marked()
    marked.feed(page)
    return [*marked.found, *(json.loads(text) for text in SAID.findall(PART.sub("", page)))]


def speaking(page: str, folder: Path = FOLDER) -> str:
    """The page with what all languages of the catalogs there say."""
    others = [read_language(tag, folder).messages for tag in NAMES if tag != ENGLISH]
    lines = [
        f"{_script(text)}: {_script([one.get(text) for one in others])},"
        for text in sorted(set(said_in(page)))
    ]
    words = "\n".join([f"const LANGUAGES = {_script(NAMES)};", "const WORDS = {", *lines, "};\n"])
    said = words + SPEAKING.read_text(encoding="utf-8")
    return PART.sub(lambda part: part[1] + said + part[2], page)


def _script(value: object) -> str:
    """A value as a script has it within a page."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def outdated() -> Iterator[Path]:
    """The pages that don't say what the catalogs say now."""
    for file in PAGES:
        page = file.read_text(encoding="utf-8")
        if speaking(page) != page:
            yield file


def write() -> Iterator[Path]:
    """Write into the pages what the catalogs say. Which ones have changed."""
    for file in outdated():
        file.write_text(speaking(file.read_text(encoding="utf-8")), encoding="utf-8")
        yield file


if __name__ == "__main__":
    for changed in write():
        print(f"written: {changed.name}")
