"""The texts around *Mention me*, for users who found a table taken and want to hear of the next one."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.catalog import say, say_count
from bot.rendering.page import Button, Page, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene

CANCEL: Final = "not"
"""The argument of the control that takes a request back."""


def button(scene: Scene) -> Button:
    """Return the button with which an outsider asks for a mention."""
    return Button(say("Mention me"), action(scene, "mention"), "blue")


def accepted(scene: Scene, *, pings: bool) -> Page:
    """Return the answer that the user will be mentioned, without a notification unless `pings`."""
    text = (
        say("I'll mention you when the next table opens.")
        if pings
        else say(
            "I'll name you when the next table opens, silently, as you chose in {command "
            "cardcrate} (*Settings*)."
        )
    )
    cancel = Button(say("Don't"), action(scene, f"mention {CANCEL}"))
    return text_page(text, cancel)


def withdrawn(scene: Scene) -> Page:
    """Return the answer that the user won't be mentioned."""
    return text_page(say("I won't mention you."), button(scene))


def too_many(number: int) -> str:
    """Return the answer that one line can't mention more people than are waiting already."""
    return say_count(
        "One person is already waiting for the next one. I can't mention more.",
        "{number} people are already waiting for the next one. I can't mention more.",
        number,
    )


def next_table(game: str, table: int, users: Sequence[int], pings: Sequence[int]) -> Page:
    """Return the line about a new table for the users who asked for it. It notifies those in `pings`."""
    text = say(
        "{users} The next one is open: {game}, table {number}. Press **Join** to play.",
        users=" ".join(f"<@{user}>" for user in users),
        game=game,
        number=table,
    )
    return text_page(text, pings=tuple(pings))
