"""Pages around *Mention me*: who found a table taken hears of the next one."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.catalog import say, say_count
from bot.rendering.page import Button, Page, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene

NOT: Final = "not"
"""Behind the act of a control: the user doesn't want to be mentioned."""


def button(scene: Scene) -> Button:
    """By which an outsider asks to be mentioned."""
    return Button(say("Mention me"), action(scene, "mention"), "blue")


def noted(scene: Scene, *, pings: bool) -> Page:
    """Someone is going to be mentioned. Without a notification where they want none."""
    text = (
        say("I'll mention you when the next one opens.")
        if pings
        else say(
            "I'll name you when the next one opens, silently, as you chose in {command "
            "cardcrate} (*Settings*)."
        )
    )
    take_back = Button(say("Don't"), action(scene, f"mention {NOT}"))
    return text_page(text, take_back)


def taken_back(scene: Scene) -> Page:
    """Someone isn't going to be mentioned."""
    return text_page(say("I won't mention you."), button(scene))


def too_many(number: int) -> str:
    """As many people wait for the next table as one line can mention."""
    return say_count(
        "One person is already waiting for the next one. I can't mention more.",
        "{number} people are already waiting for the next one. I can't mention more.",
        number,
    )


def next_table(game: str, table: int, users: Sequence[int], pings: Sequence[int]) -> Page:
    """A table has opened: a line for those who waited for it, of whom those in `pings` are notified."""
    text = say(
        "{users} The next one is open: {game}, table {number}. Press **Join** to play.",
        users=" ".join(f"<@{user}>" for user in users),
        game=game,
        number=table,
    )
    return text_page(text, pings=tuple(pings))
