"""The names of computers, and the words that describe them."""

from collections.abc import Mapping
from typing import Final

from bot.players.computers import computer_of
from bot.rendering.catalog import message, say

SIGN: Final = "⚙"
"""The sign before a computer's name in headings and lists."""
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
    """Return a computer's name for a sentence, `Magpie`. Empty for a person."""
    who = computer_of(user_id)
    if who is None:
        return ""
    name = say(NAMES[who.character])
    return f"{name} {who.number + 1}" if who.number else name


def signed_name(user_id: int) -> str:
    """Return a computer's name for headings and lists, with its sign: `⚙ Magpie`. Empty for a person."""
    name = computer_name(user_id)
    return name and f"{SIGN} {name}"


def stand_in_name(computer: int | None, owner: str) -> str:
    """Return a player's name with their stand-in's, `⚙ Hare for Ben`. Without a stand-in, only their own."""
    if computer is None:
        return owner
    return say("{computer} for {player}", computer=signed_name(computer), player=owner)


def level_of(user_id: int) -> str:
    """Return a computer's level in a word. Empty for a person."""
    who = computer_of(user_id)
    return "" if who is None else say(LEVELS[who.level])
