"""The messages in the code: `python -m tests.conventions.messages` writes the template of the catalogs."""

import ast
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.rendering.catalog import COMMAND
from tests.conventions.speaking import PAGES, said_in

ROOT: Final = Path(__file__).parents[2]
TEMPLATE: Final = ROOT / "data" / "locale" / "messages.pot"
FOLDERS: Final = ("bot", "cogs")
SAYING: Final = {
    "say": 1, "say_as": 2, "say_count": 2, "say_count_as": 3, "message": 1, "message_count": 2,
    "Tell": 1, "TellAs": 2, "TellCount": 2,
}  # fmt: skip
"""The number of texts that each function of `catalog.py` and `telling.py` takes first."""
WITH_CONTEXT: Final = ("say_as", "say_count_as", "TellAs")
"""Functions whose first text is a context, which only translators see."""
COUNTING: Final = ("say_count", "message_count", "TellCount")
"""Functions that take a singular and a plural form."""


class Said(msgspec.Struct, frozen=True):
    """A call in the code that says a message."""

    where: str
    function: str
    texts: tuple[str | None, ...]
    """The texts, with None for one that isn't a literal."""
    facts: frozenset[str]
    gives_more: bool
    """Whether facts come from a mapping, so that their names don't show in the call."""
    is_glued: bool
    """Whether the call puts a text together from pieces."""


COMMAND_LIMIT: Final = "At most 100 characters."
SHOWN: Final = ("command", "Group", "Choice")
"""Calls that declare a command, a group of commands, or a value of an option."""


@cache
def calls(folder: str) -> tuple[tuple[Path, ast.Call], ...]:
    """Return every call in the code of a folder, with its file."""
    files = sorted((ROOT / folder).rglob("*.py"))
    trees = ((file, ast.parse(file.read_text(encoding="utf-8"))) for file in files)
    return tuple(
        (file, node) for file, tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)
    )


def said() -> Iterator[Said]:
    """Yield every call in the code that says a message."""
    for file, node in chain.from_iterable(map(calls, FOLDERS)):
        if (
            file.name not in ("catalog.py", "telling.py")
            and isinstance(node.func, ast.Name)
            and node.func.id in SAYING
        ):
            texts = node.args[: SAYING[node.func.id]]
            yield Said(
                where=f"{file.relative_to(ROOT)}:{node.lineno}",
                function=node.func.id,
                texts=tuple(map(_text, texts)),
                facts=frozenset(one.arg for one in node.keywords if one.arg),
                gives_more=any(one.arg is None for one in node.keywords),
                is_glued=any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in texts),
            )


def described() -> Iterator[str]:
    """Yield the texts that Discord shows of commands: their descriptions, and names of values."""
    for _, node in calls("cogs"):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from _described_by(node, name)


def _described_by(node: ast.Call, name: str) -> Iterator[str]:
    wanted = "name" if name == "Choice" else "description"
    for one in node.keywords:
        text = _text(one.value)
        if text is not None and (name == "describe" or (name in SHOWN and one.arg == wanted)):
            yield text


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def catalog() -> Catalog:
    """Return a catalog of all messages in the code, in the pages and in the descriptions of commands."""
    made = Catalog(project="Cardcrate", copyright_holder="the contributors of Cardcrate", charset="utf-8")
    made.creation_date = datetime(2026, 1, 1, tzinfo=UTC)  # Today's date would change the template every day.
    for one in said():
        if None in one.texts or not one.texts:
            continue
        texts = [text for text in one.texts if text is not None]
        if one.function in COUNTING:
            made.add(tuple(texts))
        elif one.function == "say_count_as":
            made.add((texts[1], texts[2]), context=texts[0])
        elif one.function in WITH_CONTEXT:
            made.add(texts[1], context=texts[0])
        else:
            made.add(texts[0])
    for page in PAGES:
        for text in said_in(page.read_text(encoding="utf-8")):
            made.add(text)
    for text in described():
        made.add(text, context=COMMAND, auto_comments=(COMMAND_LIMIT,))
    return made


def texts(one: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the texts of a message or its translation: one, or one for each form."""
    if one is None:
        return ()
    return (one,) if isinstance(one, str) else tuple(one)


def written(messages: Catalog) -> bytes:
    """Return the bytes of the template's file."""
    out = io.BytesIO()
    write_po(out, messages, no_location=True, sort_output=True, omit_header=False, width=110)
    return out.getvalue()


def stored() -> Catalog:
    """Read the template that the project keeps."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(catalog()))
