"""The page of a hint: a good move, and why it's good."""

from typing import Final

from bot.engine.chance import seat_of
from bot.engine.contract import Notes
from bot.engine.moves import Move, option_kinds, option_texts
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.commands import MOVE
from bot.rendering.computers import SIGN
from bot.rendering.face import Face
from bot.rendering.page import Button, Page, Text, button_rows
from bot.rendering.pages import face_of, heading, table_and_cards, timeout_notice
from bot.rendering.panel import action
from bot.rendering.scene import Scene

MAX_ACT_CHARACTERS: Final = 75
"""The room for a move in a button's id. The session keeps a longer one."""


def page(scene: Scene, move: Move, notes: Notes) -> Page:
    """Return the viewer's page with a hint in place of the controls."""
    face = face_of(scene)
    hint = say("**Hint:** {hint}", hint=face.reason(move, scene, notes))
    if time := timeout_notice(scene):
        hint = f"{hint}\n{words.small(time)}"
    if not scene.pictures:
        hint = f"{hint}\n{say('-# To type it: `{command}`', command=_typed_command(scene, move))}"
    text = f"{heading(face.task(scene).line)}\n{hint}"
    buttons = [_move_button(scene, face, move), Button(say("Something else"), action(scene, "home"))]
    return Page((*table_and_cards(scene, face), Text(text), *button_rows(buttons)), face.accent)


def _move_button(scene: Scene, face: Face, move: Move) -> Button:
    """Return the button that makes the move, or that first asks about one that can't be taken back."""
    act = f"form {move.verb}" if move.verb in face.finals else f"move {move}"
    if len(act) > MAX_ACT_CHARACTERS:
        act = "hinted"
    return Button(face.button(move, scene)[:80], action(scene, act), "blue")


def _typed_command(scene: Scene, move: Move) -> str:
    """Return the move as a command to type, for players who play by text."""
    parts = [f"/{MOVE} move:{move.verb}"]
    kinds = option_kinds(type(move))
    for name, text in option_texts(move).items():
        if kinds[name] != "seat":
            parts.append(f"{name}:{text}")
            continue
        seat = seat_of(text)
        player = words.in_code(scene.owner(seat)).removeprefix(SIGN).strip()
        parts.append(f"{name}:{player}")
    return " ".join(parts)


def thinking_page(scene: Scene) -> Page:
    """Return the viewer's page while the hint is worked out."""
    face = face_of(scene)
    return Page((*table_and_cards(scene, face), Text(say("### Thinking…"))), face.accent)
