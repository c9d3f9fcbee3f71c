"""The catalog: every sentence for users is one whole message with named facts, ready to be translated."""

from contextvars import ContextVar
from gettext import NullTranslations
from typing import Final

_ENGLISH: Final = NullTranslations()
_spoken: Final[ContextVar[NullTranslations]] = ContextVar("spoken")
"""The messages of the language that is being written, English where none is set."""


def say(message: str, /, **facts: object) -> str:
    """A whole message with its facts filled in: `say("It is {player}'s turn.", player=name)`."""
    return _spoken.get(_ENGLISH).gettext(message).format(**facts)


def say_count(one: str, many: str, number: int, /, **facts: object) -> str:
    """The form of a message that fits a number, its fact `number`: `("A card", "{number} cards", 3)`."""
    return _spoken.get(_ENGLISH).ngettext(one, many, number).format(number=number, **facts)


def say_as(context: str, message: str, /, **facts: object) -> str:
    """A message whose English words mean several things; `context` tells translators which is meant."""
    return _spoken.get(_ENGLISH).pgettext(context, message).format(**facts)


def message(text: str, /) -> str:
    """Mark a message of a constant table, which `say` fills in when it is needed."""
    return text
