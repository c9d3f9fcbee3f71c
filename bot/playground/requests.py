"""What a page may ask for: the JSON bodies of its requests. Anything else is refused unread."""

from typing import Annotated, Any

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=4000)]
Number = Annotated[str, msgspec.Meta(pattern=r"^\d{1,20}$")]
"""A Discord id; JavaScript cannot hold it as a number."""
Place = Annotated[str, msgspec.Meta(pattern=r"^(channel|dm|\d{1,20})$")]


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that one user does in one place."""

    seat: str
    place: Place = "channel"


class Say(Ask, frozen=True):
    """Type a line and send it, or ask what may follow on it."""

    text: Text = ""


class Press(Ask, frozen=True, kw_only=True):
    """Press a button."""

    message: Number
    control: Text


class Choose(Press, frozen=True, kw_only=True):
    """Choose entries of a select."""

    values: list[Text]


class Submit(Ask, frozen=True, kw_only=True):
    """Send a form off."""

    form: str
    values: dict[str, Any]


class Dismiss(Ask, frozen=True, kw_only=True):
    """Put a private answer away."""

    message: Number


class CloseDms(Ask, frozen=True, kw_only=True):
    """Accept no DMs from the bot, or accept them again."""

    closed: bool


class Speak(Ask, frozen=True, kw_only=True):
    """Use Discord in a language, by its tag."""

    language: Text


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a game with all that belongs to it: a table, its players, the deal.

    `alone` seats computers beside the first user.
    """

    game: str
    alone: bool = False


class Wait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let time pass."""

    seconds: Annotated[float, msgspec.Meta(gt=0, le=86400)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish that needs no words."""
