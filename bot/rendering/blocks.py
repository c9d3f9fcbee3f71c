"""Pages of the block list: *Not at my tables* in the menu of a user, the list, and the warnings."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.catalog import say, say_count
from bot.rendering.page import ACCENT, Action, Block, Button, Page, Section, Text, button_rows, text_page

AT_ONCE: Final = 8
"""How many people of a list are on one page."""


def added(user_id: int) -> Page:
    """Someone is on the list."""
    text = say(
        "{player} can't join tables you host. At other tables you'll be warned. {player} isn't told.",
        player=f"<@{user_id}>",
    )
    return text_page(text, Button(say("Undo"), Action(f"unblock {user_id}")))


def is_listed(user_id: int) -> Page:
    """Someone is on the list already."""
    return text_page(say("{player} is on your list.", player=f"<@{user_id}>"), _take_off(user_id))


def is_full(most: int) -> str:
    """As many people are on the list as can be."""
    return say("Your list is full: {number} people.", number=most)


def listing(users: Sequence[int], first: int) -> Page:
    """Return a part of the list, with a button for each person on it."""
    first = min(first, max(len(users) - 1, 0)) // AT_ONCE * AT_ONCE
    shown = [Section(f"<@{user}>", _take_off(user, first)) for user in users[first : first + AT_ONCE]]
    turn = [Button(say("Back"), Action("settings"))]
    if len(users) > AT_ONCE:
        before, after = first - AT_ONCE, first + AT_ONCE
        turn += [
            Button(say("Earlier"), Action(f"blocked {before}"), disabled=before < 0),
            Button(say("Later"), Action(f"blocked {after}"), disabled=after >= len(users)),
        ]
    return Page((Text(f"### {number_of(len(users))}"), *shown, *button_rows(turn)), accent=ACCENT)


def number_of(people: int) -> str:
    """Return how many people are on the list."""
    return say_count("Not at my tables: one person", "Not at my tables: {number} people", people)


def joined(table: int, user_id: int) -> str:
    """Return the warning of one person who has come to a table."""
    return say(
        "{player} has joined table {number}. You didn't want to play with {player}.",
        player=f"<@{user_id}>",
        number=table,
    )


def has_joined(table: int, users: Sequence[int], *, may_leave: bool = True) -> tuple[Block, ...]:
    """Warn a player of people who have come to their table, perhaps with a way out."""
    text = Text("\n".join(joined(table, user) for user in users))
    if not may_leave:
        return (text,)
    leave = Button(say("Leave the table"), Action("leave", table))
    stay = Button(say("Stay"), Action("stay", table))
    return (text, *button_rows([leave, stay]))


def are_here(table: int, users: Sequence[int]) -> Page:
    """Ask someone who comes second whether they mean to join."""
    lines = [
        say("### {player} is at this table\nYou didn't want to play with {player}.", player=f"<@{user}>")
        for user in users
    ]
    join = Button(say("Join anyway"), Action("join-anyway", table))
    out = Button(say("Stay out"), Action("stay", table))
    return text_page("\n".join(lines), join, out)


def _take_off(user_id: int, first: int = 0) -> Button:
    return Button(say("Take off the list"), Action(f"unblock {user_id} {first}"))
