"""Reword messages without losing translations: `python -m tests.conventions.renaming TABLE…`.

A table has a line for each message, its columns separated by tabs: the context (often empty), the old text, the
new text, and `new` if the meaning changed, so that translations are dropped. Singular and plural forms are
separated by ` || `, and line breaks are written `\\n`. Run `make messages` afterwards.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.rendering.catalog import COMMAND
from tests.conventions import messages, translations
from tests.conventions.messages import COUNTING, FOLDERS, ROOT, SAYING, WITH_CONTEXT
from tests.conventions.speaking import PAGES, PART

MAX_LITERAL: Final = 84
"""The number of a text's characters that fit on a line of code."""
MIN_KNOWN: Final = 8
"""The least length of a message's longest fixed part at which tests are searched for the message."""

FIRST_PRIVATE: Final = 0xE000


class Row(NamedTuple):
    """A message with its new texts."""

    context: str | None
    old: tuple[str, ...]
    new: tuple[str, ...]
    has_new_meaning: bool


Rows = dict[tuple[str | None, tuple[str, ...]], Row]


def read(table: str) -> Iterator[Row]:
    """Yield the rows of a table."""
    for line in filter(None, table.splitlines()):
        context, old, new, *rest = line.split("\t")
        yield Row(context or None, _forms(old), _forms(new), bool(rest))


def _forms(text: str) -> tuple[str, ...]:
    return tuple(text.replace("\\n", "\n").split(" || "))


def in_code(source: str, rows: Rows) -> str:
    """Return a file of the program with the new texts in the calls that say the old ones."""
    edits: dict[ast.expr, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for context, nodes in _said(node):
                texts = tuple(str(one.value) for one in nodes if isinstance(one, ast.Constant))
                if row := rows.get((context, texts)):
                    edits.update(zip(nodes, row.new, strict=True))
    return _edited(source, edits)


def _said(call: ast.Call) -> Iterator[tuple[str | None, list[ast.expr]]]:
    if isinstance(call.func, ast.Name) and call.func.id in SAYING:
        texts = call.args[: SAYING[call.func.id]]
        if call.func.id in WITH_CONTEXT and isinstance(texts[0], ast.Constant):
            yield str(texts[0].value), texts[1:]
        elif call.func.id in COUNTING or len(texts) == 1:
            yield None, texts
    elif isinstance(call.func, ast.Attribute):
        yield from ((COMMAND, [one.value]) for one in call.keywords)


def in_tests(source: str, patterns: Iterable["Pattern"]) -> str:
    """Return a test file with the new texts, filled in with the facts that it expects."""
    edits: dict[ast.expr, str] = {}
    nodes = list(ast.walk(ast.parse(source)))
    others = {part for node in nodes for part in _no_messages(node)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\\" not in node.value:
            text = _replaced(node.value, patterns)
            if text != node.value and (node.lineno, node.col_offset) not in others:
                edits[node] = text
    return re.sub(r'f"[^"\n]*"', lambda one: _replaced(one[0], patterns), _edited(source, edits))


def _no_messages(node: ast.AST) -> Iterator[tuple[int, int]]:
    """Yield the positions of docstrings and of parts of f-strings."""
    if isinstance(node, ast.JoinedStr):
        yield from ((one.lineno, one.col_offset) for one in node.values)
    elif isinstance(node, ast.Expr):
        yield node.lineno, node.col_offset


class Pattern(NamedTuple):
    """A regular expression that finds a message in a test, and the message's new text."""

    known: str
    found: re.Pattern[str]
    new: str


def pattern(old: str, new: str) -> Pattern | None:
    """Return the pattern that finds a message, or None if it's unchanged or too short to be sure."""
    parts = list(Formatter().parse(old))
    known = max((text for text, *_ in parts), key=len)
    if old == new or len(known) < MIN_KNOWN or " " not in known.strip():
        return None
    seen: set[str] = set()
    found = "".join(re.escape(text) + _blank(name, seen) for text, name, *_ in parts)
    return Pattern(known, re.compile(found), new)


def _blank(name: str | None, seen: set[str]) -> str:
    if name is None:
        return ""
    group = re.sub(r"\W", "_", name)
    is_known = group in seen
    seen.add(group)
    return f"(?P={group})" if is_known else rf"(?P<{group}>(?:(?!\. )[^\n\"])+)"


def _replaced(text: str, patterns: Iterable[Pattern]) -> str:
    done: list[str] = []  # Texts that no later pattern may replace.

    def kept(new: str, found: re.Match[str]) -> str:
        done.append(_filled(new, found))
        return chr(FIRST_PRIVATE + len(done) - 1)

    for one in patterns:
        if one.known in text:
            text = one.found.sub(partial(kept, one.new), text)
    for number, new in reversed(list(enumerate(done))):
        text = text.replace(chr(FIRST_PRIVATE + number), new)
    return text


def _filled(new: str, found: re.Match[str]) -> str:
    facts = found.groupdict()
    return re.sub(r"\{([^}]+)\}", lambda blank: facts.get(re.sub(r"\W", "_", blank[1]), blank[0]), new)


def _edited(source: str, edits: dict[ast.expr, str]) -> str:
    """Return source code with these constants replaced. Positions in the syntax tree count bytes."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0, *(sum(map(len, lines[:number])) for number in range(1, len(lines)))]
    code = source.encode()
    for node, text in sorted(edits.items(), key=lambda one: (-one[0].lineno, -one[0].col_offset)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        literal = f"'{text}'" if code[start : start + 1] == b"'" else _literal(text)  # within an f-string
        code = code[:start] + literal.encode() + code[end:]
    return code.decode()


def _literal(text: str) -> str:
    lines = [""]
    for word in re.findall(r"\S*\s*", text):
        if len(lines[-1] + word) > MAX_LITERAL:
            lines.append("")
        lines[-1] += word
    quoted = [json.dumps(line, ensure_ascii=False) for line in lines]
    return quoted[0] if len(quoted) == 1 else f"({' '.join(quoted)})"


def in_page(page: str, row: Row) -> str:
    """Return a page with a new text, except in the part that's generated."""
    words = re.escape(row.old[0]).replace(r"\ ", r"\s+")
    kept = PART.search(page)
    page = PART.sub("\0", page)
    page = page.replace(
        json.dumps(row.old[0], ensure_ascii=False), json.dumps(row.new[0], ensure_ascii=False)
    )
    page = re.sub(rf"(data-say[^<>]*>\s*){words}(?=\s*<)", lambda one: one[1] + row.new[0], page)
    return page.replace("\0", kept[0]) if kept else page


def in_catalog(there: Catalog, rows: Rows) -> Iterator[str]:
    """Move a catalog's translations to the new texts. Yield each new text that two compete for."""
    for row in rows.values():
        old, new = (texts[0] if len(texts) == 1 else texts for texts in (row.old, row.new))
        entry = there.get(old, row.context)
        if entry is None or old == new or messages.texts(entry.id) != row.old:
            continue
        there.delete(old, row.context)
        if other := there.get(new, row.context):
            if messages.texts(other.string) != messages.texts(entry.string):
                yield f"{there.locale}: “{new}” was translated as {other.string!r}, now also as {entry.string!r}"
        elif not row.has_new_meaning:
            there.add(new, entry.string, context=row.context, user_comments=entry.user_comments)


def main(tables: Iterable[str]) -> None:
    """Apply the tables, and print the changes that must be made by hand."""
    listed = list(chain.from_iterable(read(Path(table).read_text(encoding="utf-8")) for table in tables))
    rows = {(row.context, row.old): row for row in listed}
    said = {(one.context, messages.texts(one.id)) for one in messages.catalog()}
    print(*(f"not said: {key}" for key in rows if key not in said), sep="\n")
    for row in rows.values():
        most = 100 if row.context == COMMAND else translations.limits_of_messages().get(row.old[0], 0)
        if most and len(row.new[0]) > most:
            print(f"{len(row.new[0])} characters, {most} are the most: {row.new[0]}")
    for file in chain.from_iterable((ROOT / folder).rglob("*.py") for folder in FOLDERS):
        _write(file, in_code(file.read_text(encoding="utf-8"), rows))
    forms = sorted(
        {form for row in listed for form in zip(row.old, row.new, strict=True)}, key=lambda one: -len(one[0])
    )
    patterns = list(filter(None, (pattern(*form) for form in forms)))
    for file in (ROOT / "tests").rglob("*.py"):
        _write(file, in_tests(file.read_text(encoding="utf-8"), patterns))
    for page in PAGES:
        for row in listed:
            _write(page, in_page(page.read_text(encoding="utf-8"), row))
    for tag in translations.languages():
        file = translations.catalog_of(tag)
        with file.open("rb") as opened:
            there = read_po(opened, locale=tag.replace("-", "_"))
        print(*in_catalog(there, rows), sep="\n")
        with file.open("wb") as out:
            write_po(out, there, width=200)


def _write(file: Path, text: str) -> None:
    if text != file.read_text(encoding="utf-8"):
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
