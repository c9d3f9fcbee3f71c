"""A user's quiet hours as a setting: the select, the form, and the page about wrong entries."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.rendering import forms, words
from bot.rendering.catalog import message, say, say_as
from bot.rendering.page import Action, Choice, Field, Page, Select

MAX_CHARACTERS: Final = 32
FORM_TITLE: Final = message("Quiet hours")
NONE, KEPT, OTHER = "none", "kept", "other"
"""The choices: no quiet hours, the present ones, and the form."""


class Hours(NamedTuple):
    """Quiet hours from one full hour to another, in the time zone of a place."""

    start: int
    end: int
    place: str


ENTRIES: Final[Mapping[str, tuple[str, str]]] = {
    "start": (message("From (hour)"), "22"),
    "end": (message("To (hour)"), "8"),
    "zone": (message("Time zone or city"), ""),
}
"""The form's fields: each one's label, and the text to begin with if nothing was chosen before."""
KEPT_CHARACTERS: Final = {"start": 5, "end": 5, "zone": MAX_CHARACTERS}
"""The most characters of each entry that a button's id keeps."""


def select(hours: Hours | None) -> Select:
    """Return the select of quiet hours, which shows the present ones while it's closed."""
    if hours is None:
        closed = say("Quiet hours: none")
        present = [Choice(closed, NONE, chosen=True)]
    else:
        facts = {"start": hours.start, "end": hours.end, "place": hours.place}
        closed = say("Quiet hours: {start}:00 to {end}:00, {place}", **facts)
        hint = say("Calls wait, clocks don't.")
        present = [Choice(say_as("quiet hours", "None"), NONE), Choice(closed[:100], KEPT, hint, chosen=True)]
    choices = (*present, Choice(say("Other hours…"), OTHER))
    return Select(closed[:100], Action("set quiet"), choices)


def fields(typed: Mapping[str, str]) -> list[Field]:
    """Return the fields of the form, with the texts that were typed or chosen before."""
    return [
        Field(name, say(label), MAX_CHARACTERS, text=typed.get(name, usual)[:MAX_CHARACTERS])
        for name, (label, usual) in ENTRIES.items()
    ]


def wrong_page(faults: Sequence[str], typed: Mapping[str, str], near: Sequence[str]) -> Page:
    """Return the page about wrong entries, with a button back to the form. `near` are likely places."""
    lines = [_fault(fault, words.quoted(typed.get(fault, ""))) for fault in faults]
    if near:
        lines.append(say("Do you mean {places}?", places=words.listed(near, "or")))
    kept = forms.pack_entries((typed.get(name, ""), most) for name, most in KEPT_CHARACTERS.items())
    return forms.wrong_page(lines, Action(f"quiet {kept}"), Action("settings"))


def unpacked(text: str) -> dict[str, str]:
    """Return the entries of a form that a button's id keeps, by name."""
    return forms.unpack_entries(ENTRIES, text, MAX_CHARACTERS)


def _fault(fault: str, text: str) -> str:
    match fault:
        case "start":
            return say("**From** is 0 to 23. You wrote {text}.", text=text)
        case "end":
            return say("**To** is 0 to 23. You wrote {text}.", text=text)
        case "zone":
            return say(
                "**Time zone or city** is one like Berlin, New York or UTC+2. You wrote {text}.", text=text
            )
        case "machine":
            return say("I can't look up cities here. Write your time zone as an offset, like UTC+2.")
    return say("**From** and **To** are the same hour. Choose **None** to have no quiet hours.")
