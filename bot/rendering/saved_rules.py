"""The words and controls for rules shared as a code, or saved by a server under a name."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.contract import AnyGame
from bot.engine.rule_codes import NewerCode, NotACode, OtherGame
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.page import ACCENT, Action, Block, Button, Buttons, Choice, Field, Page, Select, Text
from bot.rendering.panel import action
from bot.rendering.scene import Scene

NAME: Final = "name"
MAX_NAME: Final = 30
"""The most characters of a name."""
MAX_HINT: Final = 100
FORM_TITLE: Final = message("Save these rules")
INVISIBLE_NAME: Final = message("That name doesn't show. Choose another.")


def name_line(scene: Scene) -> str:
    """Return the name of a lobby's rules. Empty if they have none."""
    return say("Rules: {name}", name=words.quoted(scene.rules_name)) if scene.rules_name else ""


def select(scene: Scene, names: Sequence[str]) -> tuple[Select, ...]:
    """Return the select of a server's saved rules. Empty if it has none."""
    if not names:
        return ()
    present = scene.rules_name
    closed = say("Rules: {name}", name=present) if present else say("Saved rules")
    choices = tuple(Choice(closed if one == present else one, one, chosen=one == present) for one in names)
    return (Select(closed, action(scene, "saved"), choices),)


def buttons(scene: Scene, *, may_save: bool) -> list[Button]:
    """Return the buttons that share a lobby's rules, and save them for its server."""
    save = [Button(say("Save these rules…"), action(scene, "save"))] if may_save else []
    return [Button(say("Share these rules"), action(scene, "code")), *save]


def code_answer(code: str) -> str:
    """Return the answer with the code of a table's rules."""
    return say("Your rules as a code: `{code}`. {command cards} takes it on any server.", code=code)


def code_refusal(problem: NotACode) -> str:
    """Return why a code can't be read here."""
    if isinstance(problem, OtherGame):
        return say("That code is for {game}: name that game, or none.", game=problem.game.name)
    if isinstance(problem, NewerCode):
        return say("That code is from a newer version of Cardcrate.")
    return say("“{code}” isn't a code I know. Check each character.", code=words.quoted(str(problem)))


def name_field() -> Field:
    """Return the form's only field."""
    return Field(NAME, say("Name"), MAX_NAME, say("Lobbies with these rules show it."))


def saved_answer(name: str) -> str:
    """Return the answer that rules are saved under this name."""
    return say("Saved as “{name}”.", name=words.quoted(name))


def full_answer(game: AnyGame, most: int) -> str:
    """Return the answer that a server can't save more rules for a game."""
    return say(
        "{game} already has {number} saved rules. Remove some in {command setup-cardcrate} first.",
        game=game.name,
        number=most,
    )


def removed_answer(name: str, text: str) -> str:
    """Return the answer that rules are removed, with the `text` that brings them back when it's typed."""
    if not text:
        return say("“{name}” is removed.", name=words.quoted(name))
    return say("“{name}” is removed. Its rules: `{rules}`", name=words.quoted(name), rules=text)


def removal_page(rules: Mapping[str, tuple[AnyGame, Mapping[str, str]]], note: str | None = None) -> Page:
    """Return the page that removes a server's saved rules. `rules` has each game with its lines by name."""
    head = say("### Saved rules\n-# Choose some to remove them.")
    if not rules:
        head = say("### Saved rules\nNone yet. In a lobby, press *More*, then *Options*.")
    selects: list[Block] = [
        Select(
            game.name,
            Action(f"unsave {game.id}"),
            tuple(Choice(name, name, lines[:MAX_HINT] or None) for name, lines in by_name.items()),
        )
        for game, by_name in rules.values()
    ]
    back = Buttons((Button(say("Back"), Action("setup")),))
    return Page((Text(f"{head}\n{note}" if note else head), *selects, back), accent=ACCENT)
