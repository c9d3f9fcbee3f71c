"""The rules for players: the reader of their texts, and the pages made from them."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bot.engine.contract import CLOCKS, Options
from bot.engine.options import option_infos, option_text
from bot.games import GAMES
from bot.lessons.translating import SLACK
from bot.rendering.catalog import message, say
from bot.rendering.commands import PLACEHOLDER, rules_texts
from bot.rendering.faces import FACES
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby import goal, length_of, usual_players
from bot.rendering.numbers import grouped
from bot.rendering.options import time_words
from bot.rendering.page import Action, Block, Button, Buttons, Choice, Page, Select, Text
from bot.rendering.scene import Scene

OUTDATED: Final = message("-# This translation is older than the English text. The English text counts.")
"""The line above a translation of an earlier English text."""
MAX_SECTIONS: Final = 25
"""The most choices of a select."""
MAX_TITLE_CHARACTERS: Final = 34
MAX_ABOUT_CHARACTERS: Final = 58
"""The visible part of a select's entry on a phone."""
MAX_TEXT_CHARACTERS: Final = 1500
IN_SHORT: Final = "in-short"
"""The key of the section that every text begins with."""

_CHAPTER: Final = re.compile(r"^## ", re.MULTILINE)
_HEADING: Final = re.compile(r"^#{1,6}(\s|$)", re.MULTILINE)
_BLANK: Final = re.compile(r"\{((?:button|option|length|command) [a-z-]+)\}")


class Section(msgspec.Struct, frozen=True):
    """A section of a game's rules: its title, half a line about it, and its text with blanks."""

    title: str
    about: str
    text: str
    key: str
    """Its name in controls, the same in every language: `acquiring-and-bluffing`."""


class Rules(msgspec.Struct, frozen=True):
    """The rules of a game as players read them. The first section is *In short*."""

    title: str
    sections: tuple[Section, ...]
    lags: bool = False
    """Whether it was translated from an earlier English text."""

    def section(self, name: str) -> Section:
        """Return the section with this key, or this number, which older buttons use. Else the first."""
        if name.isdecimal() and int(name) in range(1, len(self.sections) + 1):
            return self.sections[int(name) - 1]
        return next((one for one in self.sections if one.key == name), self.sections[0])


class Reader(msgspec.Struct, frozen=True):
    """The place where someone reads rules: a table (0: none), and the section that matters in its game."""

    game_id: str
    session_id: int = 0
    facts: Mapping[str, str] = {}
    """The words for the text's blanks: `option threshold`, `button acquire`, `length short`."""
    now: str = ""
    """The key of the section that matters now, empty while no game runs."""
    accent: int | None = None
    goal: str = ""
    """The goal of a new table, for a reader without a table: `first over 300 · about 25 min`."""
    is_playing: bool = False
    """Whether the reader plays a running game, because a lesson would replace their hand on screen."""


def read_rules(text: str) -> Rules:
    """Read `# Name` and `## Title — about` sections. Raise ValueError with one line about a mistake."""
    rules = _read(text)
    if rules.sections[0].key != IN_SHORT:
        raise ValueError(f"the first section must be 'In short', not {rules.sections[0].title!r}")
    return rules


def read_translated(english: Rules, text: str, lags: bool = False) -> Rules:
    """Read the same rules in another language. Raise ValueError with one line about a mistake."""
    translation = _read(text, factor=SLACK)
    if len(translation.sections) != len(english.sections):
        count = f"{len(english.sections)} sections, as in English, not {len(translation.sections)}"
        raise ValueError(f"there must be {count}")
    pairs = zip(translation.sections, english.sections, strict=True)
    sections = tuple(msgspec.structs.replace(one, key=original.key) for one, original in pairs)
    return Rules(translation.title, sections, lags)


def _read(text: str, factor: float = 1) -> Rules:
    head, *chapters = _CHAPTER.split(text.strip())
    first, _, rest = head.partition("\n")
    if not first.startswith("# "):
        raise ValueError(f"the first line must be '# Name', not {first[:MAX_TITLE_CHARACTERS]!r}")
    if rest.strip():
        raise ValueError("between the name and the first section there must be no text")
    if not 1 <= len(chapters) <= MAX_SECTIONS:
        raise ValueError(f"there are {len(chapters)} sections; there must be 1 to {MAX_SECTIONS}")
    title = _checked(first[2:], "a title", int(MAX_TITLE_CHARACTERS * factor))
    return Rules(title, tuple(_read_section(chapter, factor) for chapter in chapters))


def reader_of(game_id: str, scene: Scene, offered: frozenset[str] = frozenset()) -> Reader:
    """Return a reader at a table of this game. `offered` are the game's own commands in their server."""
    now = rules_section(scene) if scene.status == "playing" else ""
    facts = _facts(game_id, scene.options, scene.seconds, offered)
    is_playing = bool(now) and scene.viewer in scene.active
    return Reader(game_id, scene.session_id, facts, now, FACES[game_id].accent, is_playing=is_playing)


def reader_without_table(
    game_id: str,
    options: Mapping[str, Any],
    seconds: tuple[int, int] | None = None,
    offered: frozenset[str] = frozenset(),
) -> Reader:
    """Return a reader without a table. A new one has these options, and `seconds` in place of their times."""
    game = GAMES[game_id]
    aim = goal(game, options, length_of(game, options), usual_players(game)) if game.lengths else ""
    facts = _facts(game_id, options, seconds, offered)
    return Reader(game_id, facts=facts, accent=FACES[game_id].accent, goal=aim)


def _facts(
    game_id: str, options: Mapping[str, Any], seconds: tuple[int, int] | None, offered: frozenset[str]
) -> dict[str, str]:
    """Return the values of a text's blanks, by their written form."""
    clocks = dict(zip(CLOCKS, seconds, strict=True)) if seconds is not None else {}
    values = _values(GAMES[game_id].options, {**options, **clocks})
    facts = {f"button {verb}": say(label) for verb, label in FACES[game_id].verbs.items()}
    facts |= {f"length {name}": say(hint) for name, hint in LOBBIES[game_id].hints.items()}
    facts |= {f"{PLACEHOLDER}{name}": text for name, text in rules_texts(game_id, offered).items()}
    return facts | {f"option {name}": value for name, value in values.items()}


def rules_section(scene: Scene) -> str:
    """Return the key of the section that matters now. If the face names none, it's that of *In short*."""
    return FACES[scene.game.id].chapter(scene) or IN_SHORT


def rules_page(rules: Rules, reader: Reader, wanted: str = IN_SHORT) -> Page:
    """Return one section, *In short* for an unknown name, and the links to the others."""
    section = rules.section(wanted)
    blocks: list[Block] = [Text(_section_text(rules, section, reader))]
    if section.key == IN_SHORT and _has_computers(reader.game_id):
        blocks.append(Text(say("-# Computers see only their own cards, like you.")))
    if section.key == IN_SHORT and reader.goal:
        blocks.append(Text(say("-# A new table: {goal}. Its lobby has other lengths.", goal=reader.goal)))
    if others := _other_sections(rules, section, reader):
        blocks.append(Select(say("More about…"), _action(reader, "*"), others))
    learn = Action(f"learn {reader.game_id}", reader.session_id)
    buttons = [] if reader.is_playing else [Button(say("Learn it in 2 minutes"), learn, "blue")]
    if reader.now:
        moment = Button(say("This moment"), _action(reader, reader.now), disabled=reader.now == section.key)
        buttons.append(moment)
    blocks.append(Buttons(tuple(buttons)))
    return Page(tuple(blocks), accent=reader.accent)


def _has_computers(game_id: str) -> bool:
    return game_id in GAMES and GAMES[game_id].notes is not None


def _read_section(chapter: str, factor: float) -> Section:
    first, _, rest = chapter.partition("\n")
    head, _, about = first.partition(" — ")
    title, text = _checked(head, "a title", int(MAX_TITLE_CHARACTERS * factor)), rest.strip()
    where = f"section {title!r}"
    if about:
        about = _checked(about, f"what {where} is about", int(MAX_ABOUT_CHARACTERS * factor))
    if not text:
        raise ValueError(f"{where} has no text")
    if len(text) > (most := int(MAX_TEXT_CHARACTERS * factor)):
        raise ValueError(f"{where} has {len(text)} characters; {most} are the most")
    if _HEADING.search(text):
        raise ValueError(f"{where} has a heading inside; only sections may begin with '## '")
    return Section(title, about, text, re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-"))


def _checked(line: str, what: str, most: int) -> str:
    text = line.strip()
    if not 1 <= len(text) <= most:
        raise ValueError(f"{what} must have 1 to {most} characters, not {len(text)}")
    return text


def _values(kind: type[Options], chosen: Mapping[str, object]) -> dict[str, str]:
    """Return every option's value in words: `1,000`, `on`, `5 minutes`."""
    values = {option.name: chosen.get(option.name, option.default) for option in option_infos(kind)}
    return {name: _value_text(name, value) for name, value in values.items()}


def _value_text(name: str, value: object) -> str:
    if type(value) is not int:
        return option_text(value)
    if name not in CLOCKS:
        return grouped(value)
    return time_words(value) if value else say("no limit")


def _section_text(rules: Rules, section: Section, reader: Reader) -> str:
    text = _BLANK.sub(lambda blank: reader.facts.get(blank[1], blank[0]), section.text)
    text = f"{say(OUTDATED)}\n{text}" if rules.lags else text
    if section.key == IN_SHORT:
        return say("## {game} in short\n{text}", game=rules.title, text=text)
    return say("## {game} · {section}\n{text}", game=rules.title, section=section.title, text=text)


def _other_sections(rules: Rules, current: Section, reader: Reader) -> tuple[Choice, ...]:
    return tuple(
        Choice(section.title, section.key, _about(section, reader))
        for section in rules.sections
        if section is not current
    )


def _about(section: Section, reader: Reader) -> str | None:
    if section.key != reader.now:
        return section.about or None
    return say("You're here now: {about}", about=section.about) if section.about else say("You're here now")


def _action(reader: Reader, target: str) -> Action:
    # Rules don't go stale, so this needs a table for the numbers in them but not a revision.
    return Action(f"rules {reader.game_id} {target}", reader.session_id)
