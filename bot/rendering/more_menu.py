"""The page behind *More*: the controls that people seldom need."""

from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.rendering import computers_page, daily, panel, records, words
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.page import Button, Page, Style, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene

MAX_LABEL: Final = 80
HAND: Final = "hand"
"""The argument of the control that opens a hand's *More* instead of a table's."""


def page(scene: Scene, face: Face, *, of_hand: bool, may_end: bool, absent: Sequence[Seat] = ()) -> Page:
    """Return a page with the other buttons of a table or hand. `may_end`: the user has a say in ending it.

    `absent` are the seats that the user may let a computer play.
    """
    is_playing = scene.status == "playing"
    buttons = panel.behind_more(scene, face) if of_hand and is_playing else []
    if of_hand and _may_ask(scene, face):
        buttons.append(_button(scene, say("Why not…?"), "why"))
    buttons += [_button(scene, say("As text"), "text"), _button(scene, say("Log"), "log")]
    if is_playing and scene.day:
        buttons.append(daily.other_games())
    if is_playing and scene.viewer in scene.active:
        buttons.append(_button(scene, say("Leave…"), "leaving"))
    if is_playing and may_end and not of_hand:
        buttons.append(_button(scene, say("End the game…"), "ending"))
    if scene.status == "over" and not of_hand:
        buttons += records.tabs("", scene.game.id)
        buttons.append(_button(scene, say("Rules"), f"rules {scene.game.id}"))
    if not of_hand:
        for seat in absent:
            label = say("Let a computer play for {player}", player=scene.owner(seat))[:MAX_LABEL]
            buttons.append(_button(scene, label, f"sitin {seat}"))
    if of_hand:
        buttons.append(_button(scene, say("Back"), "home"))
    title = Text(f"-# {scene.game.name} · {words.table_name(scene)}")
    is_own = of_hand and is_playing and scene.is_alone and not scene.day
    levels = computers_page.level_select(scene, "level") if is_own and scene.viewer in scene.active else ()
    return Page((title, *levels, *button_rows(buttons)), accent=face.accent)


def _may_ask(scene: Scene, face: Face) -> bool:
    """Whether the viewer may ask why moves aren't offered. Not in games where finding that out is the fun."""
    return face.explains and scene.status == "playing" and scene.viewer in scene.active


def _button(scene: Scene, label: str, act: str, style: Style = "grey") -> Button:
    return Button(label, action(scene, act), style)
