"""The page of `/cardcrate`: a button for everything without a command."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.rendering import answers
from bot.rendering.catalog import message, say, say_count
from bot.rendering.page import ACCENT, Action, Button, Buttons, Choice, Page, Select, Text, button_rows
from bot.rendering.scene import Scene

CHOICES: Final[Mapping[str, str]] = {
    "settings": message("Settings"),
    "stats": message("Stats"),
    "daily": message("Daily"),
    "replay": message("Replay"),
    "deal": message("Check a deal"),
    "privacy": message("Privacy"),
    "about": message("About"),
    "ahead": message("Decide ahead"),
    "time": message("Set a time"),
    "leave": message("Leave a game"),
    "end": message("End a game"),
    "move": message("Move a table here"),
}
"""The labels of the page's buttons, in order, by the name in their action `open-…`."""
PRIVACY: Final[Mapping[str, str]] = {"download": message("Download"), "delete": message("Delete")}
"""The labels of the privacy page's buttons: the rights of users over stored data."""
STORED_DATA: Final = (
    message(
        "**Absence:** when you ran out of time, when a computer played for you, and when you last looked at "
        "your tables."
    ),
    message(
        "**Messages:** where your hands went, whether your DMs were closed or you've used them, and where "
        "you want to be mentioned."
    ),
    message(
        "**You:** your settings, your language, people you don't want at your tables, and your ratings under "
        "a random number for each server."
    ),
    message(
        "**How long:** games and ratings lose your ID after 180 days, unless you keep it in *Settings*. "
        "Rated games keep the results under a random number that no longer leads to you."
    ),
    message("**Never:** names, your messages, lists of members."),
)
"""The data stored about a user besides their games, and the data that isn't stored."""
MAX_TABLES: Final = 25


def page() -> Page:
    """Return the page of `/cardcrate`."""
    head = Text(say("### Cardcrate\n-# Everything else. Only you see this."))
    return Page((head, *_buttons(CHOICES)), accent=ACCENT)


def privacy(tables: int) -> Page:
    """Return a list of everything stored about a user, and a button for each right over it."""
    games = say("**Games:** your ID with seats, moves, plans, hints and words for the deal.")
    seats = say_count("You have a seat at one table.", "You have a seat at {number} tables.", tables)
    now = seats if tables else say("You're not at any table.")
    bullets = "\n".join(f"- {one}" for one in (f"{games} {now}", *map(say, STORED_DATA)))
    return Page((Text(f"{say('### Stored about you')}\n{bullets}"), *_buttons(PRIVACY)), accent=ACCENT)


def which_table(what: str, tables: Sequence[Scene]) -> Page:
    """Ask which of several tables is meant."""
    choices = [Choice(answers.table_entry(one), str(one.session_id)) for one in tables[:MAX_TABLES]]
    head = Text(say("### {choice}\n-# Which table?", choice=say(CHOICES[what])))
    return Page(
        (head, Select(say("Choose a table"), Action(f"open-{what} *"), tuple(choices))), accent=ACCENT
    )


def _buttons(labels: Mapping[str, str]) -> tuple[Buttons, ...]:
    return button_rows([Button(say(label), Action(f"open-{name}")) for name, label in labels.items()])
