"""Broken limits of a page are found, and pages at the limits are accepted."""

import pytest

from bot.rendering.page import Action, Block, Button, Buttons, Choice, Line, Page, Select, Text
from tests.helpers.controls import labels, page_fault


def button(act: str, label: str = "Go") -> Button:
    return Button(label, Action(act, 1, 1))


def select(*choices: Choice, least: int = 1, most: int = 1) -> Select:
    return Select("Which?", Action("move *", 1, 1), choices, least, most)


def entries(number: int) -> list[Choice]:
    return [Choice(f"Take {one}", f"take {one}") for one in range(number)]


def rows(number: int) -> list[Block]:
    return [Buttons(tuple(button(f"move {row} {one}") for one in range(5))) for row in range(number)]


def test_full_page_is_accepted() -> None:
    longest = Choice("W" * 80, "v" * 100)
    some = [Text("x" * 4000), *rows(6), select(longest, *entries(24), most=25)]

    assert page_fault(Page(tuple(some))) is None


@pytest.mark.parametrize(
    ("blocks", "fault"),
    [
        ([Text("x" * 2000), Text("x" * 2000)], "text"),
        ([Text("Here."), Text("")], "paragraphs"),
        ([*rows(6), *[Line()] * 2, select(*entries(2))], "components"),
        ([Buttons((button("draw"), button("draw")))], "ids"),
        ([Buttons((button("x" * 98),))], "ids"),
        ([Buttons((button("draw", ""),))], "labels"),
        ([Buttons((button("draw", "x" * 81),))], "labels"),
        ([select(Choice("x" * 81, "take"))], "labels"),
        ([select()], "choices"),
        ([select(*entries(26))], "choices"),
        ([select(*entries(1) * 2)], "choices"),
        ([select(Choice("Take", "x" * 101))], "values"),
        ([select(*entries(2), least=0)], "picked"),
        ([select(*entries(2), most=3)], "picked"),
        ([Buttons(())], "rows"),
        ([Buttons(tuple(button(f"move {one}") for one in range(6)))], "rows"),
    ],
)
def test_each_limit_of_discord_is_checked(blocks: list[Block], fault: str) -> None:
    assert page_fault(Page(tuple(blocks))) == fault


def test_labels_are_read_in_their_order() -> None:
    page = Page((select(*entries(2)), Buttons((button("home", "Back"), button("why", "Why not?")))))

    assert labels(page) == ["Take 0", "Take 1", "Back", "Why not?"]
    assert labels(page, without="why") == ["Take 0", "Take 1", "Back"]
