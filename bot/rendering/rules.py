"""The rule texts that `/rules` shows: how they are read, and the pages made of them."""

import re
from typing import Final

import msgspec

from bot.rendering.page import Action, Button, Buttons, Choice, Page, Select, Text

MAX_SECTIONS: Final = 25
"""A select offers no more choices."""
MAX_TITLE_CHARACTERS: Final = 80
MAX_TEXT_CHARACTERS: Final = 1500
"""Characters of a section or of the introduction; with all titles they fit into one message."""

_CHAPTER: Final = re.compile(r"^## ", re.MULTILINE)
_HEADING: Final = re.compile(r"^#{1,6}(\s|$)", re.MULTILINE)


class Section(msgspec.Struct, frozen=True):
    """One chapter of a game's rules."""

    title: str
    text: str


class Rules(msgspec.Struct, frozen=True):
    """The rules of a game as players read them."""

    title: str
    intro: str
    sections: tuple[Section, ...]


def read_rules(text: str) -> Rules:
    """Read `# Name`, one paragraph and `## ` sections; raise ValueError saying in one line what is wrong."""
    head, *chapters = _CHAPTER.split(text.strip())
    title, intro = _read_head(head)
    if not 1 <= len(chapters) <= MAX_SECTIONS:
        raise ValueError(f"there are {len(chapters)} sections; there must be 1 to {MAX_SECTIONS}")
    return Rules(title, intro, tuple(map(_read_section, chapters)))


def rules_page(game_id: str, rules: Rules, section: int | None) -> Page:
    """One section, counted from 1, or the contents: for None, and for a number that is no section."""
    place = section or 0
    if place not in range(1, len(rules.sections) + 1):
        place = 0
    text = _section_text(rules, place) if place else _contents(rules)
    return Page((Text(text), _select(game_id, rules), _buttons(game_id, place, len(rules.sections))))


def _read_head(head: str) -> tuple[str, str]:
    first, _, rest = head.partition("\n")
    intro = rest.strip()
    if not first.startswith("# "):
        raise ValueError(f"the first line must be '# Name', not {first[:MAX_TITLE_CHARACTERS]!r}")
    if not intro or "\n\n" in intro:
        raise ValueError("between the name and the first section there must be exactly one paragraph")
    _check_text("the introduction", intro)
    return _read_title(first[2:]), intro


def _read_section(chapter: str) -> Section:
    first, _, rest = chapter.partition("\n")
    title, text = _read_title(first), rest.strip()
    if not text:
        raise ValueError(f"section {title!r} has no text")
    _check_text(f"section {title!r}", text)
    return Section(title, text)


def _read_title(line: str) -> str:
    title = line.strip()
    if not 1 <= len(title) <= MAX_TITLE_CHARACTERS:
        raise ValueError(f"a title must have 1 to {MAX_TITLE_CHARACTERS} characters, not {len(title)}")
    return title


def _check_text(where: str, text: str) -> None:
    if len(text) > MAX_TEXT_CHARACTERS:
        raise ValueError(f"{where} has {len(text)} characters; {MAX_TEXT_CHARACTERS} are the most")
    if _HEADING.search(text):
        raise ValueError(f"{where} has a heading inside; only sections may begin with '## '")


def _contents(rules: Rules) -> str:
    listed = "\n".join(_numbered(rules))
    return f"## {rules.title} · rules\n{rules.intro}\n\n{listed}"


def _section_text(rules: Rules, place: int) -> str:
    section = rules.sections[place - 1]
    return f"## {rules.title} · {section.title}\n{section.text}"


def _numbered(rules: Rules) -> list[str]:
    return [f"{place}. {section.title}" for place, section in enumerate(rules.sections, start=1)]


def _select(game_id: str, rules: Rules) -> Select:
    choices = tuple(Choice(label, str(place)) for place, label in enumerate(_numbered(rules), start=1))
    return Select("Go to a section", _action(game_id, "*"), choices)


def _buttons(game_id: str, place: int, last: int) -> Buttons:
    """Turning pages; what leads nowhere is disabled and not left out, so that no button moves."""
    return Buttons(
        (
            Button("Previous", _action(game_id, str(max(place - 1, 0))), disabled=place <= 1),
            Button("Next", _action(game_id, str(place + 1)), "blue", disabled=place == last),
            Button("Contents", _action(game_id, "-"), disabled=place == 0),
        )
    )


def _action(game_id: str, target: str) -> Action:
    # Rules belong to no session and never grow stale.
    return Action(session_id=0, revision=0, act=f"rules {game_id} {target}")
