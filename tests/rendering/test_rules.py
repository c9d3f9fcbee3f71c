"""Reading rule texts, and their pages."""

import pytest

from bot.delivery.courier import layout
from bot.rendering.page import Buttons, Page, Select
from bot.rendering.rules import (
    MAX_SECTIONS,
    MAX_TEXT_CHARACTERS,
    MAX_TITLE_CHARACTERS,
    Rules,
    Section,
    read_rules,
    rules_page,
)

SNAP = """# Snap

Shout first.

## In short
Be **quick**.

- Shout `snap`.

## Cards

One pack.

## End
Who has all cards wins.
"""
RULES = read_rules(SNAP)


def labels(page: Page) -> dict[str, tuple[str, bool]]:
    """Each button's act, and whether it can be pressed."""
    buttons = [button for block in page.blocks if isinstance(block, Buttons) for button in block.buttons]
    return {button.label: (button.action.act, not button.disabled) for button in buttons}


def select(page: Page) -> Select:
    return next(block for block in page.blocks if isinstance(block, Select))


def long_rules(sections: int) -> Rules:
    chapter = Section("t" * MAX_TITLE_CHARACTERS, "x" * MAX_TEXT_CHARACTERS)
    return Rules("n" * MAX_TITLE_CHARACTERS, "i" * MAX_TEXT_CHARACTERS, (chapter,) * sections)


def test_a_text_has_a_title_an_introduction_and_sections() -> None:
    assert RULES.title == "Snap"
    assert RULES.intro == "Shout first."
    assert [section.title for section in RULES.sections] == ["In short", "Cards", "End"]


def test_a_section_keeps_its_inner_lines_and_loses_the_outer_ones() -> None:
    assert RULES.sections[0].text == "Be **quick**.\n\n- Shout `snap`."
    assert RULES.sections[1].text == "One pack."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the first line must be '# Name', not ''"),
        ("Snap\n\nShout.\n\n## A\na", "the first line must be '# Name', not 'Snap'"),
        ("## A\na", "the first line must be '# Name', not ''"),
        ("# \n\nShout.\n\n## A\na", "a title must have 1 to 80 characters, not 0"),
        ("# Snap\n\n## A\na", "between the name and the first section there must be exactly one paragraph"),
        ("# Snap\n\nShout.\n\nFirst.\n\n## A\na", "between the name and the first section there must be exactly one paragraph"),
        ("# Snap\n\nShout.", "there are 0 sections; there must be 1 to 25"),
        ("# Snap\n\nShout.\n\n## A\n\n## B\nb", "section 'A' has no text"),
        ("# Snap\n\nShout.\n\n## A\na\n### B\nb", "section 'A' has a heading inside; only sections may begin with '## '"),
        ("# Snap\n\nShout.\n\n## A\na\n# B\nb", "section 'A' has a heading inside; only sections may begin with '## '"),
        ("# Snap\n### Shout.\n\n## A\na", "the introduction has a heading inside; only sections may begin with '## '"),
    ],
)  # fmt: skip
def test_a_malformed_text_is_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_rules(text)

    assert str(refused.value) == problem


def test_a_section_may_be_as_long_as_a_message_allows_and_no_longer() -> None:
    start = "# Snap\n\nShout.\n\n## A\n"

    assert len(read_rules(start + "x" * MAX_TEXT_CHARACTERS).sections[0].text) == MAX_TEXT_CHARACTERS
    with pytest.raises(ValueError, match="section 'A' has 1501 characters; 1500 are the most"):
        read_rules(start + "x" * (MAX_TEXT_CHARACTERS + 1))


def test_a_title_must_fit_a_choice() -> None:
    with pytest.raises(ValueError, match="a title must have 1 to 80 characters, not 81"):
        read_rules(f"# Snap\n\nShout.\n\n## {'t' * 81}\na")


def test_more_sections_than_a_select_holds_are_refused() -> None:
    chapters = "## A\na\n\n" * (MAX_SECTIONS + 1)

    with pytest.raises(ValueError, match="there are 26 sections"):
        read_rules(f"# Snap\n\nShout.\n\n{chapters}")


def test_the_contents_list_all_sections_below_the_introduction() -> None:
    page = rules_page("snap", RULES, None)

    assert page.text == "## Snap · rules\nShout first.\n\n1. In short\n2. Cards\n3. End"


def test_a_section_is_shown_under_its_title() -> None:
    assert rules_page("snap", RULES, 2).text == "## Snap · Cards\nOne pack."


@pytest.mark.parametrize("section", [0, -1, 4, 99])
def test_a_section_that_is_not_there_leads_to_the_contents(section: int) -> None:
    assert rules_page("snap", RULES, section) == rules_page("snap", RULES, None)


@pytest.mark.parametrize("section", [None, 1, 3])
def test_every_page_leads_to_every_section(section: int | None) -> None:
    offered = select(rules_page("snap", RULES, section))

    assert offered.action.custom_id("s") == "s:0:0:rules snap *"
    assert [(choice.value, choice.label) for choice in offered.choices] == [
        ("1", "1. In short"),
        ("2", "2. Cards"),
        ("3", "3. End"),
    ]
    assert (offered.least, offered.most) == (1, 1)


def test_a_middle_section_has_a_previous_and_a_next_one() -> None:
    assert labels(rules_page("snap", RULES, 2)) == {
        "Previous": ("rules snap 1", True),
        "Next": ("rules snap 3", True),
        "Contents": ("rules snap -", True),
    }


@pytest.mark.parametrize(
    ("section", "open_buttons"),
    [(None, {"Next"}), (1, {"Next", "Contents"}), (3, {"Previous", "Contents"})],
)
def test_a_button_that_leads_nowhere_cannot_be_pressed(section: int | None, open_buttons: set[str]) -> None:
    buttons = labels(rules_page("snap", RULES, section))

    assert {label for label, (_, is_open) in buttons.items() if is_open} == open_buttons


def test_next_on_the_contents_opens_the_first_section() -> None:
    assert labels(rules_page("snap", RULES, None))["Next"] == ("rules snap 1", True)


@pytest.mark.parametrize("sections", [1, 2, MAX_SECTIONS])
def test_no_two_controls_of_a_page_share_an_id(sections: int) -> None:
    rules = long_rules(sections)
    for place in range(sections + 1):
        acts = [act for act, _ in labels(rules_page("crazy-rummy", rules, place)).values()]

        assert len(set(acts)) == 3
        assert max(map(len, acts)) <= 75


@pytest.mark.parametrize("place", [None, 1, MAX_SECTIONS])
async def test_the_longest_rules_fit_discord(place: int | None) -> None:
    page = rules_page("crazy-rummy", long_rules(MAX_SECTIONS), place)
    view, files = layout(page)

    assert view.content_length() <= 4000
    assert len(select(page).choices) == 25
    assert all(len(choice.label) <= 100 for choice in select(page).choices)
    assert not files


def test_pages_of_different_sections_have_different_digests() -> None:
    digests = {rules_page("snap", RULES, place).digest() for place in range(4)}

    assert len(digests) == 4
