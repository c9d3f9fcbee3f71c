"""Pages of the block list: *Not at my tables* in the menu of a user, the list, and the warnings."""

from collections.abc import Sequence
from typing import Final

from bot.rendering.catalog import say, say_count
from bot.rendering.page import ACCENT, Action, Block, Button, Page, Section, Text, button_rows, text_page

PAGE_SIZE: Final = 8
"""The most people on one page of the list."""


def added_page(user_id: int) -> Page:
    """Confirm that someone is on the list now, with a way to undo it."""
    text = say(
        "{player} can't join tables you host. At other tables you'll be warned. {player} isn't told.",
        player=f"<@{user_id}>",
    )
    return text_page(text, Button(say("Undo"), Action(f"unblock {user_id}")))


def already_listed(user_id: int) -> Page:
    """Say that someone is on the list already, with a button that takes them off."""
    return text_page(say("{player} is on your list.", player=f"<@{user_id}>"), _unblock_button(user_id))


def list_full(most: int) -> str:
    """Say that the list is full."""
    return say("Your list is full: {number} people.", number=most)


def list_page(users: Sequence[int], first: int) -> Page:
    """Return the page of the list with the person at place `first`, and a button for each person."""
    first = min(first, max(len(users) - 1, 0)) // PAGE_SIZE * PAGE_SIZE
    rows = [Section(f"<@{user}>", _unblock_button(user, first)) for user in users[first : first + PAGE_SIZE]]
    buttons = [Button(say("Back"), Action("settings"))]
    if len(users) > PAGE_SIZE:
        before, after = first - PAGE_SIZE, first + PAGE_SIZE
        buttons += [
            Button(say("Earlier"), Action(f"blocked {before}"), disabled=before < 0),
            Button(say("Later"), Action(f"blocked {after}"), disabled=after >= len(users)),
        ]
    return Page((Text(f"### {list_title(len(users))}"), *rows, *button_rows(buttons)), accent=ACCENT)


def list_title(people: int) -> str:
    """Return the list's title with the number of people on it."""
    return say_count("Not at my tables: one person", "Not at my tables: {number} people", people)


def join_warning(table: int, user_id: int) -> str:
    """Return the warning that someone on the list has joined a table."""
    return say(
        "{player} has joined table {number}. You didn't want to play with {player}.",
        player=f"<@{user_id}>",
        number=table,
    )


def warning_blocks(table: int, users: Sequence[int], *, may_leave: bool = True) -> tuple[Block, ...]:
    """Warn a player that people on their list have joined the table, and offer to leave if they may."""
    text = Text("\n".join(join_warning(table, user) for user in users))
    if not may_leave:
        return (text,)
    leave = Button(say("Leave the table"), Action("leave", table))
    stay = Button(say("Stay"), Action("stay", table))
    return (text, *button_rows([leave, stay]))


def confirm_join(table: int, users: Sequence[int]) -> Page:
    """Ask someone whether they mean to join a table where people on their list sit."""
    lines = [
        say("### {player} is at this table\nYou didn't want to play with {player}.", player=f"<@{user}>")
        for user in users
    ]
    join = Button(say("Join anyway"), Action("join-anyway", table))
    out = Button(say("Stay out"), Action("stay", table))
    return text_page("\n".join(lines), join, out)


def _unblock_button(user_id: int, first: int = 0) -> Button:
    return Button(say("Take off the list"), Action(f"unblock {user_id} {first}"))
