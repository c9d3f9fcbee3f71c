"""A file of translated messages as translators' tools write it (gettext's `.po`), for the catalog."""

import re
from collections.abc import Callable, Mapping
from gettext import c2py
from typing import Final, NamedTuple

import polib

GAP: Final = "\x04"
"""Between a context and its message, as gettext has it."""
_PLURAL: Final = re.compile(r"plural=([^;]+);?")


class Translated(NamedTuple):
    """The messages of one language."""

    messages: Mapping[str, str]
    """By the English message, with its context and `GAP` before it where it has one."""
    counted: Mapping[str, tuple[str, ...]]
    """By the English message for one: its forms."""
    form: Callable[[int], int]
    """Which of the forms a number takes."""


def read_po(text: str) -> Translated:
    """The messages of a file; raise ValueError saying in one line what is wrong, and where.

    What is not translated, or only guessed by a tool (`fuzzy`), is left out.
    """
    try:
        file = polib.pofile(text)
    except OSError as error:
        raise ValueError(str(error)) from error
    messages: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    for entry in file.translated_entries():
        key = entry.msgid if entry.msgctxt is None else entry.msgctxt + GAP + entry.msgid
        if entry.msgid_plural:
            counted[key] = tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural))
            messages.setdefault(key, counted[key][0])  # it may be said without a number, too
        else:
            messages[key] = entry.msgstr
    return Translated(messages, counted, _form(file.metadata.get("Plural-Forms", "")))


def _form(head: str) -> Callable[[int], int]:
    """Which form a number takes, from the head of a file."""
    match = _PLURAL.search(head)
    return int if match is None else c2py(match[1].strip())
