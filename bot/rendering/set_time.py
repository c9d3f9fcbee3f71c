"""A table's start time in words: the host's form, the lobby's line, and the call before it begins."""

from typing import Final

from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.page import Button, Field, Page, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene

WHEN: Final = "when"
"""The name of the form's field."""
MAX_CHARACTERS: Final = 40
TITLE: Final = message("Set a time")
EXAMPLE: Final = message("Fri 20:00")
"""An example of a time that the form accepts."""


def button(scene: Scene) -> Button:
    """Return the button that opens the form."""
    return Button(say("Set a time…"), action(scene, "time"))


def field(place: str | None) -> Field:
    """Return the form's only field. `place` is the time zone of the host's quiet hours, None for UTC."""
    if place is None:
        hint = say("In UTC, until you choose a time zone in Settings (quiet hours). Empty: no set time.")
    else:
        hint = say("In your time zone ({zone}). Empty: no set time.", zone=place)
    return Field(WHEN, say("When?"), MAX_CHARACTERS, hint[:100], example=say(EXAMPLE), is_required=False)


def unreadable(scene: Scene, typed: str, days: int) -> Page:
    """Return the answer to a text that isn't a time, with a button back to the form."""
    text = say(
        "I can't read “{text}” as a time in the next {days} days. Try “{example}”.",
        text=words.quoted(typed),
        days=days,
        example=say(EXAMPLE),
    )
    return text_page(text, button(scene))


def answer(at: float | None) -> str:
    """Return the answer to a host who has set a time or removed it."""
    return say("No set time.") if at is None else _start_line(at)


def lobby_lines(scene: Scene) -> list[str]:
    """Return the lobby's line about when the game starts. Empty if no time is set."""
    return [] if scene.starts_at is None else [_start_line(scene.starts_at)]


def _start_line(at: float) -> str:
    return say("Starts {date}, {time}.", date=f"<t:{int(at)}:F>", time=words.soon(at))


def reminder(scene: Scene) -> Page:
    """Return the line that notifies the players shortly before their game starts."""
    seats = [seat for seat, user in enumerate(scene.players) if user > 0]
    time = words.soon(scene.starts_at or 0.0)
    text = say("{players}, your game starts {time}.", players=words.mentions(scene, seats), time=time)
    return text_page(text, pings=tuple(scene.players[seat] for seat in seats))
