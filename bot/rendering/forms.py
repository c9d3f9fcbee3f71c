"""A form's wrong entries: their mistakes, and a button that reopens the form with them."""

from collections.abc import Iterable
from typing import Final

from bot.rendering.catalog import say
from bot.rendering.page import Action, Button, Page, text_page

GAP: Final = "|"
"""The separator between the entries of a form in a button's id."""


def wrong_page(lines: Iterable[str], again: Action, leave: Action) -> Page:
    """Return the page about a form's mistakes, with buttons back to the form and out of it."""
    text = "\n".join((*lines, say("-# Nothing has changed. Your entries are kept.")))
    buttons = (Button(say("Correct them…"), again, "blue"), Button(say("Leave it as it was"), leave))
    return text_page(text, *buttons)


def pack_entries(entries: Iterable[tuple[str, int]]) -> str:
    """Pack typed entries for a button's id. Each comes with the most characters that are kept of it."""
    return GAP.join(
        "".join(char for char in text if char.isprintable() and char != GAP)[:most] for text, most in entries
    )


def unpack_entries(names: Iterable[str], text: str, most: int) -> dict[str, str]:
    """Return the typed entries from a button's id, by name. Empty if the id doesn't hold any."""
    parts = text.split(GAP) if text else []
    # A forged id may hold more than the form takes.
    return {name: part[:most] for name, part in zip(names, parts, strict=False)}
