"""The names of computers, and the words that describe them."""

from collections.abc import Mapping
from typing import Final

from bot.players.computers import computer_of
from bot.rendering.catalog import message, say

SIGN: Final = "⚙"
"""Before the name of every computer."""
NAMES: Final[Mapping[str, str]] = {
    "fox": message("Fox"),
    "magpie": message("Magpie"),
    "wasp": message("Wasp"),
    "hare": message("Hare"),
    "tortoise": message("Tortoise"),
    "owl": message("Owl"),
    "badger": message("Badger"),
    "ram": message("Ram"),
    "bear": message("Bear"),
    "walrus": message("Walrus"),
}
HABITS: Final[Mapping[str, str]] = {
    "fox": message("Bold. Bluffs more than it should."),
    "magpie": message("Hoards. Gives nothing away."),
    "wasp": message("Goes for the player who leads."),
    "hare": message("Quick. Takes every small gain."),
    "tortoise": message("Waits for the big one."),
    "owl": message("Plays by the book."),
    "badger": message("Digs in and holds on."),
    "ram": message("Charges at whoever's ahead."),
    "bear": message("In no hurry at all."),
    "walrus": message("Sits on everything it gets."),
}
LEVELS: Final[Mapping[str, str]] = {
    "easy": message("easy"),
    "medium": message("medium"),
    "hard": message("hard"),
}


def computer_name(user_id: int) -> str:
    """Return the name of a computer in a sentence, `Magpie`. Nothing for a person."""
    who = computer_of(user_id)
    if who is None:
        return ""
    name = say(NAMES[who.character])
    return f"{name} {who.number + 1}" if who.number else name


def signed_name(user_id: int) -> str:
    """The name of a computer in headings and lists, with its sign: `⚙ Magpie`. Nothing for a person."""
    name = computer_name(user_id)
    return name and f"{SIGN} {name}"


def stand_in_name(computer: int | None, owner: str) -> str:
    """Someone for whom a computer plays, `⚙ Hare for Ben`. Just the name where none does."""
    if computer is None:
        return owner
    return say("{computer} for {player}", computer=signed_name(computer), player=owner)


def level_of(user_id: int) -> str:
    """Return how strong a computer is, in a word. Nothing for a person."""
    who = computer_of(user_id)
    return "" if who is None else say(LEVELS[who.level])
