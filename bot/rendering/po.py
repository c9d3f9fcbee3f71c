"""The reader of gettext's `.po` files, from which the catalog gets its translations."""

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py
from typing import Final, NamedTuple

GAP: Final = "\x04"
"""The separator between a context and its message, as in gettext."""
_PLURAL: Final = re.compile(r"plural=([^;]+);?")
_LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d+\])\s+)?"((?:[^"\\]|\\.)*)"')
"""A line with a quoted piece of a text. A keyword in front of it begins a new text."""
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_FIRST: Final = ("msgctxt", "msgid")
"""The keywords with which an entry may begin."""

Entry = dict[str, str]
"""The texts of a message by their keywords."""


class Translated(NamedTuple):
    """The messages of one language."""

    messages: Mapping[str, str]
    """Translations by English message, with its context and `GAP` in front if it has a context."""
    counted: Mapping[str, tuple[str, ...]]
    """The plural forms of counted messages, by the English singular."""
    form: Callable[[int], int]
    """A function that returns the index of a number's plural form."""


def read_po(text: str) -> Translated:
    """Return the messages of a file. Raises ValueError with one line that says what is wrong, and where.

    Messages without a translation, or with one that a tool only guessed (`fuzzy`), are left out.
    """
    messages: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    head = ""
    for entry in _entries(text):
        key = entry["msgid"] if "msgctxt" not in entry else entry["msgctxt"] + GAP + entry["msgid"]
        forms = tuple(words for keyword, words in entry.items() if keyword.startswith("msgstr"))
        if not key:
            head = forms[0] if forms else ""
        elif not forms or not all(forms):
            continue
        elif "msgid_plural" in entry:
            counted[key] = forms
            messages.setdefault(key, forms[0])  # The catalog may also need it without a number.
        else:
            messages[key] = forms[0]
    return Translated(messages, counted, _form(head))


def _entries(text: str) -> Iterator[Entry]:
    """Yield the entries of a file that aren't fuzzy."""
    entry: Entry = {}
    keyword, is_fuzzy = "", False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            if entry:
                yield from () if is_fuzzy else (_whole(entry, number),)
                entry, is_fuzzy = {}, False
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or keyword):
            raise ValueError(f"line {number}: write a keyword such as msgstr and a text in double quotes")
        if found[1] in _FIRST and "msgid" in entry:
            yield from () if is_fuzzy else (_whole(entry, number),)
            entry, is_fuzzy = {}, False
        keyword = found[1] or keyword
        entry[keyword] = entry.get(keyword, "") + _ESCAPED.sub(_unescaped, found[2])
    if entry and not is_fuzzy:
        yield _whole(entry, len(text.splitlines()))


def _whole(entry: Entry, number: int) -> Entry:
    """Return an entry that ends at this line. Raises ValueError if a part is missing."""
    if "msgid" not in entry:
        raise ValueError(f"line {number}: a msgid is missing before it")
    return entry


def _unescaped(found: "re.Match[str]") -> str:
    return _ESCAPES.get(found[1], found[1])


def _form(head: str) -> Callable[[int], int]:
    """Return the plural function in a file's head. Without one, the number itself is the form's index."""
    match = _PLURAL.search(head)
    return int if match is None else c2py(match[1].strip())
