"""The pages that users keep: `python -m tests.conventions.speaking` writes their words in all languages."""

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
"""The script that every page switches its language with."""
PART: Final = re.compile(r'(<script id="words">\n).*?(</script>)', re.DOTALL)
SAID: Final = re.compile(r'\b(?:say|message)\(("(?:[^"\\]|\\.)*")')


class _Marked(HTMLParser):
    """A parser for marked messages: the text of an element with `data-say`, and the value of `data-name`."""

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
    """Return the messages of a page: first those in its markup, then those in its scripts."""
    marked = _Marked()
    marked.feed(page)
    return [*marked.found, *(json.loads(text) for text in SAID.findall(PART.sub("", page)))]


def speaking(page: str, folder: Path = FOLDER) -> str:
    """Return the page with its words in all languages, from the catalogs in a folder."""
    others = [read_language(tag, folder).messages for tag in NAMES if tag != ENGLISH]
    lines = [
        f"{_script(text)}: {_script([one.get(text) for one in others])},"
        for text in sorted(set(said_in(page)))
    ]
    words = "\n".join([f"const LANGUAGES = {_script(NAMES)};", "const WORDS = {", *lines, "};\n"])
    said = words + SPEAKING.read_text(encoding="utf-8")
    return PART.sub(lambda part: part[1] + said + part[2], page)


def _script(value: object) -> str:
    """Return a value as JSON that's safe inside a page's script."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def outdated() -> Iterator[Path]:
    """Yield the pages whose words aren't those of the catalogs any more."""
    for file in PAGES:
        page = file.read_text(encoding="utf-8")
        if speaking(page) != page:
            yield file


def write() -> Iterator[Path]:
    """Write the catalogs' words into the pages. Yield every page that changes."""
    for file in outdated():
        file.write_text(speaking(file.read_text(encoding="utf-8")), encoding="utf-8")
        yield file


if __name__ == "__main__":
    for changed in write():
        print(f"written: {changed.name}")
