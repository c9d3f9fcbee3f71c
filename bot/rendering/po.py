"""The reader of gettext's `.po` files, from which the catalog gets its translations."""

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py
from typing import Final, NamedTuple

SEPARATOR: Final = "\x04"
"""The separator between a context and its message, as in gettext."""
_PLURAL: Final = re.compile(r"plural=([^;]+);?")
_LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d+\])\s+)?"((?:[^"\\]|\\.)*)"')
"""A line with a quoted piece of a text. A keyword in front of it begins a new text."""
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_OPENERS: Final = ("msgctxt", "msgid")
"""The keywords with which an entry may begin."""

Entry = dict[str, str]
"""The texts of a message by their keywords."""


class Translations(NamedTuple):
    """The messages of one language."""

    messages: Mapping[str, str]
    """Translations by English message, with its context and `SEPARATOR` in front if it has a context."""
    plurals: Mapping[str, tuple[str, ...]]
    """The plural forms of counted messages, by the English singular."""
    form: Callable[[int], int]
    """A function that returns the index of a number's plural form."""


def read_po(text: str) -> Translations:
    """Return the messages of a file. Raises ValueError with one line that says what is wrong, and where.

    Messages without a translation, or with one that a tool only guessed (`fuzzy`), are left out.
    """
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    header = ""
    for entry in _entries(text):
        key = entry["msgid"] if "msgctxt" not in entry else entry["msgctxt"] + SEPARATOR + entry["msgid"]
        forms = tuple(words for keyword, words in entry.items() if keyword.startswith("msgstr"))
        if not key:
            header = forms[0] if forms else ""
        elif not forms or not all(forms):
            continue
        elif "msgid_plural" in entry:
            plurals[key] = forms
            messages.setdefault(key, forms[0])  # The catalog may also need it without a number.
        else:
            messages[key] = forms[0]
    return Translations(messages, plurals, _plural_form(header))


def _entries(text: str) -> Iterator[Entry]:
    """Yield the entries of a file that aren't fuzzy."""
    entry: Entry = {}
    keyword, is_fuzzy = "", False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            if entry:
                yield from () if is_fuzzy else (_complete_entry(entry, number),)
                entry, is_fuzzy = {}, False
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        match = _LINE.fullmatch(line)
        if match is None or not (match[1] or keyword):
            raise ValueError(f"line {number}: write a keyword such as msgstr and a text in double quotes")
        if match[1] in _OPENERS and "msgid" in entry:
            yield from () if is_fuzzy else (_complete_entry(entry, number),)
            entry, is_fuzzy = {}, False
        keyword = match[1] or keyword
        entry[keyword] = entry.get(keyword, "") + _ESCAPE.sub(_unescape, match[2])
    if entry and not is_fuzzy:
        yield _complete_entry(entry, len(text.splitlines()))


def _complete_entry(entry: Entry, number: int) -> Entry:
    """Return an entry that ends at this line. Raises ValueError if a part is missing."""
    if "msgid" not in entry:
        raise ValueError(f"line {number}: a msgid is missing before it")
    return entry


def _unescape(match: "re.Match[str]") -> str:
    return _ESCAPES.get(match[1], match[1])


def _plural_form(header: str) -> Callable[[int], int]:
    """Return the plural function in a file's head. Without one, the number itself is the form's index."""
    match = _PLURAL.search(header)
    return int if match is None else c2py(match[1].strip())
