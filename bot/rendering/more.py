"""What is behind *More*: seldom needed, one press away."""

from collections.abc import Sequence
from typing import Final

from bot.rendering import panel, story
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.page import Block, Button, Page, Style, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene

HAND: Final = "hand"
"""What the *More* of a hand says, to tell it from a table's."""


def page(scene: Scene, face: Face, *, of_hand: bool, may_end: bool) -> Page:
    """The rest of a table's or a hand's buttons; `may_end`: the presser has a say in ending it."""
    tucked = panel.tucked(scene, face) if of_hand else []
    buttons = [*tucked, *_for_hand(scene, face), *_always(scene, of_hand=of_hand)]
    is_playing = scene.status == "playing"
    if is_playing and scene.viewer in scene.active:
        buttons.append(_button(scene, say("Leave …"), "leaving"))
    if is_playing and may_end and not of_hand:
        buttons.append(_button(scene, say("End the game …"), "ending"))
    if of_hand:
        buttons.append(_button(scene, say("Back"), "home"))
    title = Text(f"-# {scene.game.name} · {say('table {number}', number=scene.session_id)}")
    return Page((title, *button_rows(buttons)), accent=face.accent)


def _for_hand(scene: Scene, face: Face) -> list[Button]:
    """Why some moves are not offered; not where noticing it is the game."""
    may_ask = face.explains and scene.status == "playing" and scene.viewer in scene.active
    return [_button(scene, say("Why not …?"), "why")] if may_ask else []


def _always(scene: Scene, *, of_hand: bool) -> list[Button]:
    del of_hand
    return [_button(scene, say("As text"), "text"), _button(scene, say("Log"), "log")]


def _button(scene: Scene, label: str, act: str, style: Style = "grey") -> Button:
    return Button(label, action(scene, act), style)


def as_text(scene: Scene, face: Face, next_line: str) -> Page:
    """The whole table in words, for one pair of eyes; with their own cards where they hold some."""
    before, newest = story.story(scene, face)
    log = "\n".join(filter(None, [story.small(before), story.bold(newest)]))
    parts: Sequence[str] = (log, face.table(scene), own_words(scene, face), next_line)
    texts: list[Block] = [Text(part) for part in parts if part]
    return Page(tuple(texts), accent=face.accent)


def own_words(scene: Scene, face: Face) -> str:
    """The viewer's own cards in words, where they hold any."""
    holds = scene.sheet is not None and face.has_hands and scene.viewer in scene.active
    return face.hand(scene) if holds else ""
