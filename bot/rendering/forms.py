"""A form's wrong entries: what is wrong, and a button that opens the form with the same entries again."""

from collections.abc import Iterable
from typing import Final

from bot.rendering.catalog import say
from bot.rendering.page import Action, Button, Page, text_page

GAP: Final = "|"
"""Between the entries of a form, as a button's id keeps them."""


def wrong_page(lines: Iterable[str], again: Action, leave: Action) -> Page:
    """Return what is wrong, with the ways back to the form and out of it."""
    text = "\n".join((*lines, say("-# Nothing has changed. Your entries are kept.")))
    buttons = (Button(say("Correct them…"), again, "blue"), Button(say("Leave it as it was"), leave))
    return text_page(text, *buttons)


def packed(entries: Iterable[tuple[str, int]]) -> str:
    """Return what was typed, each entry with its most characters, as a button's id keeps it."""
    return GAP.join(
        "".join(sign for sign in text if sign.isprintable() and sign != GAP)[:most] for text, most in entries
    )


def unpacked(names: Iterable[str], text: str, most: int) -> dict[str, str]:
    """Return what was typed, by name, from a button's id. Nothing where the id has kept nothing."""
    parts = text.split(GAP) if text else []
    # A forged id may hold more than the form takes.
    return {name: part[:most] for name, part in zip(names, parts, strict=False)}
