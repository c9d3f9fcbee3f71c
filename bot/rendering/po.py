"""Reading a file of translated messages as translators' tools write it: gettext's `.po`."""

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py
from typing import Final, NamedTuple

GAP: Final = "\x04"
"""Between a context and its message, as gettext has it."""
_KEYWORDS: Final = ("msgctxt", "msgid", "msgid_plural", "msgstr", *(f"msgstr[{form}]" for form in range(6)))
_ESCAPED: Final = re.compile(r"\\(.)")
_SIGNS: Final = {"n": "\n", "t": "\t"}
_PLURAL: Final = re.compile(r"plural=([^;]+);?")


class Translated(NamedTuple):
    """The messages of one language."""

    messages: Mapping[str, str]
    """By the English message, with its context and `GAP` before it where it has one."""
    counted: Mapping[str, tuple[str, ...]]
    """By the English message for one: its forms."""
    form: Callable[[int], int]
    """Which of the forms a number takes."""


class _Entry:
    """A message while its lines are read: its parts by keyword."""

    def __init__(self) -> None:
        self.parts: dict[str, list[str]] = {}
        self.is_fuzzy = False

    @property
    def key(self) -> str:
        """What the message is found by; empty for the head of the file."""
        context = self.parts.get("msgctxt")
        before = "" if context is None else "".join(context) + GAP
        return before + self.text("msgid")

    def text(self, keyword: str) -> str:
        """A part as one text."""
        return "".join(self.parts.get(keyword, ()))

    @property
    def forms(self) -> tuple[str, ...]:
        """All translations, in the order of the file."""
        return tuple(self.text(keyword) for keyword in self.parts if keyword.startswith("msgstr"))


def read_po(text: str) -> Translated:
    """The messages of a file; raise ValueError saying in one line what is wrong, and where.

    What is not translated, or only guessed by a tool (`fuzzy`), is left out.
    """
    messages: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    form: Callable[[int], int] = int
    for entry in _entries(text):
        if not entry.key:
            form = _form(entry.text("msgstr"))
        elif entry.is_fuzzy or not all(entry.forms):
            continue
        elif "msgid_plural" in entry.parts:
            counted[entry.key] = entry.forms
            messages.setdefault(entry.key, entry.forms[0])  # it may be said without a number, too
        else:
            messages[entry.key] = entry.forms[0]
    return Translated(messages, counted, form)


def _entries(text: str) -> Iterator[_Entry]:
    """What a file says of each message; the first entry is its head."""
    entry, part, is_fuzzy = _Entry(), [""], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('"'):
            part.append(_unquoted(line, number))
        elif line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.strip():
            keyword, _, quoted = line.partition(" ")
            if keyword not in _KEYWORDS:
                raise ValueError(f"line {number} is no part of a message: {line[:60]!r}")
            if keyword in ("msgctxt", "msgid") and any(one.startswith("msgstr") for one in entry.parts):
                yield entry
                entry = _Entry()
            entry.is_fuzzy, is_fuzzy = entry.is_fuzzy or is_fuzzy, False
            part = entry.parts[keyword] = [_unquoted(quoted, number)]
    if entry.forms:
        yield entry


def _unquoted(quoted: str, number: int) -> str:
    line = quoted.strip()
    text = line[1:-1]
    plain = _ESCAPED.sub("", text)
    if len(line) < 2 or line[0] != '"' or line[-1] != '"' or '"' in plain or plain.endswith("\\"):
        raise ValueError(f"line {number} has no closed quotation: {quoted[:60]!r}")
    return _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), text) if "\\" in text else text


def _form(head: str) -> Callable[[int], int]:
    """Which form a number takes, from the head of a file."""
    match = _PLURAL.search(head)
    return int if match is None else c2py(match[1].strip())
