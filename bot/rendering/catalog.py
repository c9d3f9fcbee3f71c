"""The catalog: every sentence for users is one whole message with named facts, in its reader's language."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from bot.rendering.commands import PLACEHOLDER, command_text
from bot.rendering.languages import ENGLISH, NAMES
from bot.rendering.po import GAP, Translated, read_po
from bot.shipped import DATA

FOLDER: Final = DATA / "locale"
COMMAND: Final = "command"
"""The context of messages that Discord shows for commands."""


class Facts(dict[str, object]):
    """The facts of a message. The names of commands are always among them."""

    def __missing__(self, name: str) -> str:
        if name.startswith(PLACEHOLDER):
            return command_text(name.removeprefix(PLACEHOLDER))
        raise KeyError(name)


class Language:
    """A language and its messages. Those without a translation are said in English."""

    __slots__ = ("counted", "form", "messages", "tag")

    def __init__(self, tag: str, translated: Translated = Translated({}, {}, int)) -> None:  # noqa: B008
        self.tag = tag
        self.messages, self.counted, self.form = translated


_ENGLISH: Final = Language(ENGLISH)
_current: Final[ContextVar[Language]] = ContextVar("spoken", default=_ENGLISH)
"""The present language. Each task has its own."""


def say(message: str, /, **facts: object) -> str:
    """Return a whole message with its facts filled in: `say("It is {player}'s turn.", player=name)`."""
    text = _current.get().messages.get(message)
    return message.format_map(Facts(facts)) if text is None else _fill(text, message, facts)


def say_count(one: str, many: str, number: int, /, **facts: object) -> str:
    """Return the form of a message for a number, its fact `number`: `("A card", "{number} cards", 3)`."""
    return _count_form(one, one if number == 1 else many, {**facts, "number": number}, number)


def say_count_as(context: str, one: str, many: str, number: int, /, **facts: object) -> str:
    """Return the form for a number of a message whose English words are ambiguous. See `say_as`."""
    key = context + GAP + one
    return _count_form(key, one if number == 1 else many, {**facts, "number": number}, number)


def _count_form(key: str, english: str, facts: Mapping[str, object], number: int) -> str:
    current = _current.get()
    forms = current.counted.get(key)
    if forms is None:
        return english.format_map(Facts(facts))
    text = forms[min(current.form(abs(number)), len(forms) - 1)]
    if not number and text.count("{") < forms[-1].count("{"):
        text = forms[-1]  # The form for 0 may be that for 1, which can say "a card".
    return _fill(text, english, facts)


def say_as(context: str, message: str, /, **facts: object) -> str:
    """Return a message whose English words are ambiguous. `context` tells translators what is meant."""
    text = _current.get().messages.get(context + GAP + message)
    return message.format_map(Facts(facts)) if text is None else _fill(text, message, facts)


def say_command(tag: str, text: str) -> str:
    """Return the translation of a text that Discord shows for a command, or the text itself."""
    messages = language(tag).messages
    return messages.get(COMMAND + GAP + text) or messages.get(text) or text


def message(text: str, /) -> str:
    """Mark a message of a constant table, which `say` fills in when it's needed."""
    return text


def message_count(one: str, many: str, /) -> tuple[str, str]:
    """Mark the two forms of a message in a constant table, which `say_count` fills in."""
    return one, many


def _fill(text: str, english: str, facts: Mapping[str, object]) -> str:
    """Fill in a translation, or the English message if the translation names unknown facts."""
    try:
        return text.format_map(Facts(facts))
    except (LookupError, ValueError, AttributeError):
        return english.format_map(Facts(facts))


def language_tag() -> str:
    """Return the tag of the present language."""
    return _current.get().tag


def speak(tag: str) -> None:
    """Use a language for the rest of the present task."""
    _current.set(language(tag))


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Use a language, then return to the one before."""
    before = _current.set(language(tag))
    try:
        yield
    finally:
        # A generator of a discarded task is closed in another context, which has its own language.
        with suppress(ValueError):
            _current.reset(before)


@cache
def language(tag: str) -> Language:
    """Return a language by its tag, English for an unknown one. Raise ValueError for an unreadable file."""
    return read_language(tag) if tag in NAMES and tag != ENGLISH else _ENGLISH


def read_language(tag: str, folder: Path = FOLDER) -> Language:
    """Read a language from its file. Without a file, it says everything in English."""
    file = folder / tag / "LC_MESSAGES" / "messages.po"
    if not file.is_file():
        return Language(tag)
    try:
        return Language(tag, read_po(file.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
