"""A table's options in words: their selects, the form for exact numbers, and lines about wrong entries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.engine.contract import CLOCKS, AnyGame
from bot.engine.options import OptionFault, OptionInfo, changes, option_infos, option_text, standard_options
from bot.engine.spelling import plain
from bot.rendering import fair, forms, hint_rules, saved_rules, words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.lobbies import LOBBIES
from bot.rendering.lobby_words import OptionWords
from bot.rendering.numbers import grouped, thousands_sign
from bot.rendering.page import Button, Buttons, Field, Page, Select, Text, text_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.rendering.values import find_value, select_of

MAX_TYPED_CHARACTERS: Final = 8
"""The most characters of a number in the form. All that's typed must fit into a button's id."""
THOUSANDS: Final = re.compile(r"\d{1,3}(\D)\d{3}(?:\1\d{3})*")
"""A number with separators between its thousands."""


TIME_OPTIONS: Final = frozenset(("clock-minutes", "turn-hours", *CLOCKS))
"""Options about time. Tables in DMs don't offer them, because no time runs out there."""
MISPLACED: Final[Mapping[str, str]] = {
    "hints": message("- **{option}:** that isn't a rule. In the lobby, press *More*, then *Options*."),
    "pace": message("- **{option}:** that isn't a rule. Give it to {command cards} on its own."),
    "length": message("- **{option}:** that isn't a rule. Give it to {command cards} on its own."),
}
"""Table settings that people may type as a game's rules, with messages about where they belong."""


def options_page(
    scene: Scene,
    *,
    paces: tuple[Select, ...] = (),
    beacon: bool = False,
    note: str | None = None,
    saved: Sequence[str] = (),
    may_save: bool = False,
) -> Page:
    """Return the page of a table's options. Each is saved as soon as it's chosen.

    `beacon`: whether the public beacon is available. `saved` are the names of the server's saved rules.
    """
    game, about = scene.game, LOBBIES[scene.game.id]
    head = say("### Options · {game}, table {table}", game=game.name, table=scene.session_id)
    lines = [head, note or say("-# Saved as you choose.")]
    selects = [
        select_of(one.name, one.values, _current(game, scene.options, name), action(scene, f"choose {name}"))
        for name, one in about.options.items()
        if one.values and not (scene.is_in_dm and name in TIME_OPTIONS)
    ]
    selects += [hint_rules.select(scene)] if game.notes is not None else []
    selects += fair.beacon_select(scene) if beacon else []
    buttons = Buttons(
        (
            Button(say("Exact numbers…"), action(scene, "numbers")),
            Button(say("Standard again"), action(scene, "standard")),
            *saved_rules.buttons(scene, may_save=may_save),
        )
    )
    paces = () if scene.is_in_dm else paces
    return Page((Text("\n".join(lines)), *saved_rules.select(scene, saved), *paces, *selects, buttons))


def custom_options(game: AnyGame, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the options that aren't standard, each with its words for the lobby."""
    about = LOBBIES[game.id].options
    for name, value in changes(game.options, options).items():
        yield name, _custom_words(about[name], value)


def _custom_words(about: OptionWords, value: Any) -> str:
    known = find_value(about.values, value)
    if known is not None:
        return say(known.changed, number=value)
    if isinstance(about.changed, tuple):
        return say_count(*about.changed, value)
    if about.changed:
        facts = {"number": grouped(value), "time": time_words(value)}
        return say(about.changed, **facts)
    return say("{option}: {value}", option=say(about.name), value=option_text(value))


def time_words(seconds: int) -> str:
    """Return a length of time in its largest whole unit."""
    if seconds % 86400 == 0:
        return say_count("one day", "{number} days", seconds // 86400)
    if seconds % 3600 == 0:
        return say_count("one hour", "{number} hours", seconds // 3600)
    if seconds % 60 == 0:
        return say_count("one minute", "{number} minutes", seconds // 60)
    return say_count("one second", "{number} seconds", seconds)


def number_fields(scene: Scene, typed: Mapping[str, str] = {}) -> list[Field]:
    """Return the form's fields for exact numbers. A `typed` text replaces the present number."""
    game = scene.game
    fields = []
    for option in number_options(game):
        present = str(_current(game, scene.options, option.name))
        text = typed.get(option.name, present)
        label = say(LOBBIES[game.id].options[option.name].name)[:45]
        fields.append(Field(option.name, label, MAX_TYPED_CHARACTERS, _hint(option, text), text))
    return fields


def number_options(game: AnyGame) -> list[OptionInfo]:
    """Return the options that are typed as numbers, in the order of the form."""
    by_name = {option.name: option for option in option_infos(game.options)}
    return [by_name[name] for name, one in LOBBIES[game.id].options.items() if not one.values]


def read_number(text: str) -> int | str:
    """Return a number typed in local or English style, such as `1,000`. Other text is only stripped.

    If commas separate thousands, a point is a decimal point, as in `1.5`.
    """
    plain = text.strip()
    if found := THOUSANDS.fullmatch(plain):
        points = "" if thousands_sign() == "," else "."
        if found[1].isspace() or found[1] in f",{points}{thousands_sign()}":
            plain = plain.replace(found[1], "")
    return int(plain) if plain.isascii() and plain.isdecimal() else text.strip()


def _hint(option: OptionInfo, text: str) -> str:
    least, most = option.least or 0, option.most or 0
    limits = {"least": grouped(least), "most": grouped(most)}
    value = read_number(text)
    if isinstance(value, str):
        return say("A number, {least} to {most}", **limits)
    if least <= value <= most:
        return say("{least} to {most}", **limits)
    return say("{least} to {most}, not {given}", given=grouped(value), **limits)


def wrong_page(
    game: AnyGame,
    faults: Sequence[OptionFault],
    given: int,
    back: tuple[Scene, Mapping[str, str]] | None = None,
) -> Page:
    """Return a page of the mistakes among `given` entries, each with its limits.

    `back` is the table and the texts typed into its form, for a button that reopens the form.
    """
    lines = [_heading(len(faults), given), *(_fault_line(game, fault) for fault in faults)]
    if back is None:
        return text_page("\n".join([*lines, say("-# Nothing has changed.")]))
    scene, typed = back
    kept = forms.pack_entries((text, MAX_TYPED_CHARACTERS) for text in typed.values())
    return forms.wrong_page(lines, action(scene, f"numbers {kept}"), action(scene, "options"))


def unpack(game: AnyGame, text: str) -> dict[str, str]:
    """Return the typed texts that a button's id keeps, by option. Empty if it keeps none."""
    return forms.unpack_entries((option.name for option in number_options(game)), text, MAX_TYPED_CHARACTERS)


def _heading(wrong: int, given: int) -> str:
    if wrong == 1:
        return say("### That doesn't fit")
    if wrong == given:
        return say("### None of these fit")
    facts = {"wrong": words.numeral(wrong), "given": words.numeral(given)}
    return words.capitalised(say("### {wrong} of {given} don't fit", **facts))


def _fault_line(game: AnyGame, fault: OptionFault) -> str:
    given = words.quoted(option_text(fault.given))
    if fault.option is None and plain(fault.name) in MISPLACED:
        return say(MISPLACED[plain(fault.name)], option=words.quoted(fault.name))
    if fault.option is None:
        known = words.listed([option.name for option in option_infos(game.options)])
        return say(
            "- **{option}:** no such option. There are {options}.",
            option=words.quoted(fault.name),
            options=known,
        )
    name = say(LOBBIES[game.id].options[fault.name].name)
    option = fault.option
    if option.least is None or option.most is None:
        offered = words.listed(list(map(option_text, option.offered)), "or")
        return say("- **{option}:** {offered}, not “{given}”.", option=name, offered=offered, given=given)
    limits = {"least": grouped(option.least), "most": grouped(option.most)}
    if isinstance(fault.given, int):
        return say(
            "- **{option}:** {least} to {most}, not {given}.",
            option=name,
            given=grouped(fault.given),
            **limits,
        )
    return say(
        "- **{option}:** a number, {least} to {most}, not “{given}”.", option=name, given=given, **limits
    )


def _current(game: AnyGame, options: Mapping[str, Any], name: str) -> Any:
    default = standard_options(game.options)[name]
    return options.get(name, default)
