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
PHONE: Final = 306
"""The width of a message on a phone and of one gap, in pixels."""
BUTTON: Final = 34
"""The width of a button without its letters, in pixels."""
LETTER: Final = 7.2


def with_usual(scene: Scene, controls: tuple[Block, ...], usual: list[Button]) -> tuple[Block, ...]:
    """Add the usual buttons below controls. For someone alone, they may share a row with the last."""
    if not (scene.is_alone and controls and isinstance(last := controls[-1], Buttons)):
        return (*controls, *button_rows(usual))
    both = [*last.buttons, *usual]
    places = (len(last.buttons), *range(max(0, len(both) - MAX_IN_ROW), min(MAX_IN_ROW, len(both)) + 1))
    labels = [button.label for button in both]
    at = min(places, key=lambda place: lines_of(labels[:place]) + lines_of(labels[place:]))
    return (*controls[:-1], *button_rows(both[:at]), *button_rows(both[at:]))


def lines_of(labels: Sequence[str]) -> int:
    """Estimate the number of lines that a row of buttons takes on a phone."""
    lines, left = 0, 0.0
    for label in labels:
        wide = BUTTON + LETTER * len(label)
        if wide > left:
            lines, left = lines + 1, PHONE
        left -= wide
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
    buttons.append(rules(scene, face.chapter(scene) if scene.asked else ""))
    buttons.append(Button(say("More"), action(scene, "more hand")))
    return buttons


def rules(scene: Scene, chapter: str = "") -> Button:
    """Return the button to a section of the rules, or without a `chapter` to the game in short."""
    return Button(say("Rules"), action(scene, f"rules {scene.game.id} {chapter}".strip()))


def more(scene: Scene) -> Button:
    """Return the button to everything rarely needed."""
    return Button(say("More"), action(scene, "more"))
