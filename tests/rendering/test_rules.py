"""Rule texts, and the pages that show them."""

from typing import Any

import msgspec
import pytest

from bot.delivery.layouts import layout
from bot.engine.options import option_infos
from bot.games import GAMES
from bot.rendering.faces import FACES
from bot.rendering.page import Buttons, Page, Select
from bot.rendering.rules import (
    FIRST,
    MAX_ABOUT_CHARACTERS,
    MAX_SECTIONS,
    MAX_TEXT_CHARACTERS,
    MAX_TITLE_CHARACTERS,
    Reader,
    Rules,
    Section,
    read_rules,
    reader_of,
    reader_without_table,
    rules_page,
    rules_section,
)
from tests.rendering.crap.sessions import seen
from tests.rendering.test_panel import at

SNAP = (
    "# Snap\n\n## In short\nBe **quicker** than {option players} others.\n\n- Press *{button "
    "snap}*.\n\n## Cards and luck — What you get\n\nOne deck.\n\n## End\nAll cards win.\n"
)
RULES = read_rules(SNAP)
READER = Reader("snap", 7, {"option players": "3", "button snap": "Snap!"}, "cards-and-luck", 0x123456)
NOBODY = Reader("snap")
LEARN = {"Learn it in 2 minutes": ("learn snap", True)}


def short(game_id: str) -> dict[str, Any]:
    """Return all options of a short game."""
    game = GAMES[game_id]
    return {**{one.name: one.default for one in option_infos(game.options)}, **game.lengths["short"]}


def buttons(page: Page) -> dict[str, tuple[str, bool]]:
    """Return each button's act, and whether it can be pressed."""
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    return {button.label: (button.action.act, not button.disabled) for row in rows for button in row.buttons}


def select(page: Page) -> Select:
    return next(block for block in page.blocks if isinstance(block, Select))


def entries(page: Page) -> list[tuple[str, str, str | None]]:
    return [(choice.value, choice.label, choice.hint) for choice in select(page).choices]


def long_rules(sections: int) -> Rules:
    def chapter(place: int) -> Section:
        title = f"{place:02}".ljust(MAX_TITLE_CHARACTERS, "t")
        return Section(title, "a" * MAX_ABOUT_CHARACTERS, "x" * MAX_TEXT_CHARACTERS, title)

    return Rules("n" * MAX_TITLE_CHARACTERS, tuple(map(chapter, range(sections))))


def test_text_has_title_and_described_sections() -> None:
    assert RULES.title == "Snap"
    assert [(one.key, one.title, one.about) for one in RULES.sections] == [
        ("in-short", "In short", ""),
        ("cards-and-luck", "Cards and luck", "What you get"),
        ("end", "End", ""),
    ]


def test_section_keeps_inner_lines_only() -> None:
    assert (
        RULES.sections[0].text == "Be **quicker** than {option players} others.\n\n- Press *{button snap}*."
    )
    assert RULES.sections[1].text == "One deck."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the first line must be '# Name', not ''"),
        ("Snap\n\n## In short\na", "the first line must be '# Name', not 'Snap'"),
        ("## In short\na", "the first line must be '# Name', not ''"),
        ("# \n\n## In short\na", "a title must have 1 to 34 characters, not 0"),
        ("# Snap\n\nShout.\n\n## In short\na", "between the name and the first section there must be no text"),
        ("# Snap", "there are 0 sections; there must be 1 to 25"),
        ("# Snap\n\n## Cards\na", "the first section must be 'In short', not 'Cards'"),
        ("# Snap\n\n## In short\n\n## B\nb", "section 'In short' has no text"),
        ("# Snap\n\n## In short — " + "a" * 59 + "\nb", "what section 'In short' is about must have 1 to 58 characters, not 59"),
        ("# Snap\n\n## In short\na\n### B\nb", "section 'In short' has a heading inside; only sections may begin with '## '"),
        ("# Snap\n\n## In short\na\n# B\nb", "section 'In short' has a heading inside; only sections may begin with '## '"),
    ],
)  # fmt: skip
def test_a_malformed_text_is_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_rules(text)

    assert str(refused.value) == problem


def test_section_may_be_as_long_as_message() -> None:
    start = "# Snap\n\n## In short\n"

    assert len(read_rules(start + "x" * MAX_TEXT_CHARACTERS).sections[0].text) == MAX_TEXT_CHARACTERS
    with pytest.raises(ValueError, match="section 'In short' has 1501 characters; 1500 are the most"):
        read_rules(start + "x" * (MAX_TEXT_CHARACTERS + 1))


def test_a_title_must_fit_a_choice() -> None:
    with pytest.raises(ValueError, match="a title must have 1 to 34 characters, not 35"):
        read_rules(f"# Snap\n\n## {'t' * 35}\na")


def test_more_sections_than_a_select_holds_are_refused() -> None:
    chapters = "## A\na\n\n" * (MAX_SECTIONS + 1)

    with pytest.raises(ValueError, match="there are 26 sections"):
        read_rules(f"# Snap\n\n{chapters}")


def test_rules_open_in_short_with_tables_numbers() -> None:
    page = rules_page(RULES, READER)

    assert page.text == "## Snap in short\nBe **quicker** than 3 others.\n\n- Press *Snap!*."
    assert page.accent == 0x123456


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_says_computers_see_no_more(game_id: str) -> None:
    reader = reader_without_table(game_id, short(game_id))

    assert "Computers see only their own cards, like you." in rules_page(RULES, reader).text
    assert "Computers" not in rules_page(RULES, reader, "end").text


def test_a_section_is_shown_under_its_title() -> None:
    assert rules_page(RULES, READER, "cards-and-luck").text == "## Snap · Cards and luck\nOne deck."


@pytest.mark.parametrize("wanted", ["", "-", "0", "4", "²", "luck", "Cards and luck"])
def test_missing_section_leads_to_in_short(wanted: str) -> None:
    assert rules_page(RULES, READER, wanted) == rules_page(RULES, READER)


def test_older_buttons_number_still_finds_section() -> None:
    assert rules_page(RULES, READER, "3") == rules_page(RULES, READER, "end")


def test_section_leads_to_all_others() -> None:
    page = rules_page(RULES, READER, "end")

    assert select(page).action.custom_id("s") == "s:7:0:rules snap *"
    assert select(page).label == "More about…"
    assert entries(page)[0] == ("in-short", "In short", None)
    assert [value for value, *_ in entries(page)] == ["in-short", "cards-and-luck"]


def test_section_that_matters_now_says_so_in_list() -> None:
    here = ("cards-and-luck", "Cards and luck", "You're here now: What you get")

    assert here in entries(rules_page(RULES, READER))
    assert (*here[:2], "What you get") in entries(rules_page(RULES, NOBODY))


def test_undescribed_section_can_matter_now() -> None:
    page = rules_page(RULES, msgspec.structs.replace(READER, now="end"))

    assert ("end", "End", "You're here now") in entries(page)


def test_one_button_leads_to_what_matters_now() -> None:
    now = "rules snap cards-and-luck"
    assert buttons(rules_page(RULES, READER)) == {"This moment": (now, True), **LEARN}
    assert buttons(rules_page(RULES, READER, "cards-and-luck")) == {"This moment": (now, False), **LEARN}


def test_without_a_table_there_is_no_such_moment() -> None:
    assert buttons(rules_page(RULES, NOBODY)) == LEARN


def test_a_text_of_one_section_offers_no_others() -> None:
    page = rules_page(Rules("Snap", RULES.sections[:1]), NOBODY)

    assert [type(block).__name__ for block in page.blocks] == ["Text", "Buttons"]


async def test_the_longest_rules_fit_discord() -> None:
    rules = long_rules(MAX_SECTIONS)
    for wanted in (FIRST, str(MAX_SECTIONS)):
        page = rules_page(rules, msgspec.structs.replace(READER, now=rules.sections[3].key), wanted)
        view, files = layout(page)

        assert view.content_length() <= 4000
        assert len(select(page).choices) == 24
        assert all(len(choice.hint or "") <= 100 for choice in select(page).choices)
        assert not files


def test_pages_of_different_sections_have_different_digests() -> None:
    digests = {rules_page(RULES, READER, one.key).digest() for one in RULES.sections}

    assert len(digests) == 3


@pytest.mark.parametrize("game_id", GAMES)
def test_text_without_table_follows_default_options(game_id: str) -> None:
    reader = reader_without_table(game_id, short(game_id))

    assert (reader.session_id, reader.now, reader.accent) == (0, "", FACES[game_id].accent)
    assert {f"button {verb}" for verb in FACES[game_id].verbs} <= set(reader.facts)
    for option, value in GAMES[game_id].lengths["short"].items():
        shown = ("on" if value else "off") if isinstance(value, bool) else f"{value:,}"
        assert reader.facts[f"option {option}"] == shown


def test_in_short_without_table_tells_games_end() -> None:
    short_one, long_one = (
        reader_without_table("crap", {**short("crap"), "threshold": n}) for n in (300, 1000)
    )

    assert "-# A new table: first over 300 · about " in rules_page(RULES, short_one).text
    assert "-# A new table: first over 1,000 · about" in rules_page(RULES, long_one).text
    assert "A new table" not in rules_page(RULES, short_one, "end").text
    assert "A new table" not in rules_page(RULES, reader_of("crap", seen({}))).text


def test_text_at_table_follows_its_options() -> None:
    usual, chosen = reader_of("crap", seen({})), reader_of("crap", seen({}, threshold=300, jokers=True))

    assert (usual.facts["option threshold"], usual.facts["option jokers"]) == ("1,000", "off")
    assert (chosen.facts["option threshold"], chosen.facts["option jokers"]) == ("300", "on")
    assert "edition" not in " ".join(chosen.facts)


@pytest.mark.parametrize(
    ("seconds", "turn", "response"),
    [
        ((300, 60), "5 minutes", "one minute"),
        ((86400, 21600), "one day", "6 hours"),
        ((0, 0), "no limit", "no limit"),
    ],
)
def test_clocks_of_rules_are_those_of_table(seconds: tuple[int, int], turn: str, response: str) -> None:
    facts = reader_of("crap", msgspec.structs.replace(seen({}), seconds=seconds)).facts

    assert (facts["option turn-timeout"], facts["option response-timeout"]) == (turn, response)


def test_section_that_matters_follows_phase() -> None:
    asked: dict[str, Any] = {
        "phase": "bluff-window", "pending": {"action": "acquire", "rank": "K", "believed": []}
    }  # fmt: skip

    assert rules_section(seen({})) == "your-turn"
    assert rules_section(seen(asked)) == "acquiring-and-bluffing"
    assert reader_of("crap", seen(asked)).now == "acquiring-and-bluffing"


def test_in_short_matters_before_the_deal() -> None:
    waiting = msgspec.structs.replace(seen({}), phase="lobby", status="lobby", view=None)

    assert rules_section(waiting) == FIRST
    assert reader_of("crap", waiting).now == ""


@pytest.mark.parametrize(
    ("hand", "key"), [(["2C"], "your-turn"), ([], "when-your-hand-is-empty")], ids=["cards", "none"]
)
def test_crapettes_empty_hand_has_own_section(hand: list[str], key: str) -> None:
    scene = at("crapette", 2, hands={"A": hand, "B": ["5C"]}, discards={"A": ["9C"]}).scene(0)

    assert rules_section(scene) == key


def test_crapettes_lifted_card_matters_more_than_empty_hand() -> None:
    scene = at("crapette", 2, lifted="3C", hands={"B": ["5C"]}).scene(0)

    assert rules_section(scene) == "moving-a-card"
