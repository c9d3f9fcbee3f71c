"""The requests of a page as JSON bodies. Anything else is rejected."""

from typing import Annotated, Any

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=4000)]
Number = Annotated[str, msgspec.Meta(pattern=r"^\d{1,20}$")]
"""A Discord id as text, because JavaScript can't represent it as a number."""
Place = Annotated[str, msgspec.Meta(pattern=r"^(channel|dm|\d{1,20})$")]


class UserRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of one user in one place."""

    seat: str
    place: Place = "channel"


class Say(UserRequest, frozen=True):
    """A request to type a line and send it, or to ask how it may continue."""

    text: Text = ""


class Press(UserRequest, frozen=True, kw_only=True):
    """A click on a button."""

    message: Number
    control: Text


class Menu(UserRequest, frozen=True, kw_only=True):
    """A choice in the menu of another user."""

    other: Text
    entry: Text


class Choose(Press, frozen=True, kw_only=True):
    """A choice of options of a select menu."""

    values: list[Text]


class Submit(UserRequest, frozen=True, kw_only=True):
    """A submitted form."""

    form: str
    values: dict[str, Any]


class Dismiss(UserRequest, frozen=True, kw_only=True):
    """A request to dismiss a private answer."""

    message: Number


class CloseDms(UserRequest, frozen=True, kw_only=True):
    """A request to close or open a user's DMs."""

    closed: bool


class Speak(UserRequest, frozen=True, kw_only=True):
    """A request to use Discord in a language, given by its tag."""

    language: Text


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a complete game: a table, its players, the deal.

    With a `seat`, that user plays against computers in their DM. Otherwise users take every seat.
    """

    game: str
    seat: str | None = None


class Learn(UserRequest, frozen=True, kw_only=True):
    """A request for the lesson of a game."""

    game: Text


class Wait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to let time pass."""

    seconds: Annotated[float, msgspec.Meta(gt=0, le=86400)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request without data."""
