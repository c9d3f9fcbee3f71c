"""The rows of buttons below a hand, and how they fit a phone."""

from collections.abc import Sequence
from typing import Final

from bot.rendering import endings
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.page import Block, Button, Buttons, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene

MAX_IN_ROW: Final = 5
PHONE_PIXELS: Final = 306
"""The width of a message on a phone and of one gap, in pixels."""
BUTTON_PIXELS: Final = 34
"""The width of a button without its letters, in pixels."""
LETTER_PIXELS: Final = 7.2


def add_usual(scene: Scene, controls: tuple[Block, ...], usual: list[Button]) -> tuple[Block, ...]:
    """Add the usual buttons below controls. For someone alone, they may share a row with the last."""
    if not (scene.is_alone and controls and isinstance(last := controls[-1], Buttons)):
        return (*controls, *button_rows(usual))
    buttons = [*last.buttons, *usual]
    places = (len(last.buttons), *range(max(0, len(buttons) - MAX_IN_ROW), min(MAX_IN_ROW, len(buttons)) + 1))
    labels = [button.label for button in buttons]
    split = min(places, key=lambda place: num_lines(labels[:place]) + num_lines(labels[place:]))
    return (*controls[:-1], *button_rows(buttons[:split]), *button_rows(buttons[split:]))


def num_lines(labels: Sequence[str]) -> int:
    """Estimate the number of lines that a row of buttons takes on a phone."""
    lines, room = 0, 0.0
    for label in labels:
        width = BUTTON_PIXELS + LETTER_PIXELS * len(label)
        if width > room:
            lines, room = lines + 1, PHONE_PIXELS
        room -= width
    return lines


def hand_buttons(scene: Scene, face: Face) -> list[Button]:
    """Return the usual buttons below a hand, in order."""
    if scene.view is None:
        return []
    buttons = [endings.another_game()] if scene.has_left else []
    if scene.is_idle:
        buttons.append(Button(say("Go on"), action(scene, "wake"), "blue"))
    if scene.is_stood_in and not scene.is_idle:
        buttons.append(Button(say("I'm back"), action(scene, f"back {scene.viewer}"), "green"))
    elif scene.asked and scene.has_hints and not scene.is_idle:
        buttons.append(Button(say("Hint"), action(scene, "hint")))
    if scene.plans and not scene.is_idle:
        buttons.append(Button(say("Decide ahead"), action(scene, "ahead")))
    buttons.append(rules_button(scene, face.chapter(scene) if scene.asked else ""))
    buttons.append(Button(say("More"), action(scene, "more hand")))
    return buttons


def rules_button(scene: Scene, chapter: str = "") -> Button:
    """Return the button to a section of the rules, or without a `chapter` to the game in short."""
    return Button(say("Rules"), action(scene, f"rules {scene.game.id} {chapter}".strip()))


def more_button(scene: Scene) -> Button:
    """Return the button to everything rarely needed."""
    return Button(say("More"), action(scene, "more"))
