"""Pages in Discord's terms: sections, selects, links, and pages with many components."""

from typing import Any

from discord import ui

from bot.delivery.layouts import MAX_COMPONENTS, layout
from bot.rendering.page import Action, Block, Button, Buttons, Choice, Link, Page, Section, Select, Text

ACT = Action(session_id=1, revision=2, act="open crap")


def laid_out(block: Block) -> Any:
    """Return a block as Discord's JSON."""
    view, _ = layout(Page((block,)))
    [container] = view.to_components()  # type: ignore[no-untyped-call]
    return container["components"][0]


def test_a_section_has_its_button_to_the_right() -> None:
    section = laid_out(Section("**Skrap**", Button("Open", ACT, "blue")))

    assert [one["content"] for one in section["components"]] == ["**Skrap**"]
    assert (section["accessory"]["label"], section["accessory"]["custom_id"]) == ("Open", "b:1:2:open crap")


def test_a_select_shows_what_is_chosen_already() -> None:
    choices = (Choice("Jokers: none", "off", chosen=True), Choice("Four jokers", "on"))

    row = laid_out(Select("Jokers: none", ACT, choices))

    assert [one["default"] for one in row["components"][0]["options"]] == [True, False]


def test_link_opens_address_and_is_no_control() -> None:
    row = laid_out(Link("Open the table", "https://discord.com/channels/1/2/3"))

    [button] = row["components"]
    assert (button["label"], button["url"]) == ("Open the table", "https://discord.com/channels/1/2/3")
    assert "custom_id" not in button


def test_a_link_that_leads_elsewhere_is_another_page() -> None:
    here, there = (Page((Link("Open", f"https://discord.com/channels/1/{place}"),)) for place in (2, 3))

    assert here.digest() != there.digest()


def test_text_of_section_counts_for_its_page() -> None:
    page = Page((Section("**Skrap**", Button("Open", ACT)),))

    assert page.text == "**Skrap**"
    assert page.digest() != Page((Section("**Skrap**", Button("Close", ACT)),)).digest()


def test_page_of_many_sections_keeps_all_its_buttons() -> None:
    sections = [Section(f"Set {number}", Button(f"Score {number}", ACT)) for number in range(13)]
    rows = [Buttons(tuple(Button(f"{row}{place}", ACT) for place in range(5))) for row in range(3)]

    view, _ = layout(Page((Text("Your turn. Pick one."), *sections, *rows)))

    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert len(labels) == 13 + 15
    assert labels[:13] == [f"Score {number}" for number in range(13)]
    assert view.total_children_count <= MAX_COMPONENTS


def test_page_of_few_sections_keeps_them_together() -> None:
    sections = [Section(f"Set {number}", Button(f"Score {number}", ACT)) for number in range(13)]

    view, _ = layout(Page(tuple(sections)))

    assert sum(isinstance(item, ui.Section) for item in view.walk_children()) == 13
