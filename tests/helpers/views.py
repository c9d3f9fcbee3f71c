"""Views in the notation, field by field: seats are letters, hidden cards are counted."""

from types import SimpleNamespace
from typing import Any

from bot.rendering.scene import Scene


def noted(scene: Scene) -> Any:
    """Return the view of a scene."""
    return SimpleNamespace(**scene.game.view(scene.view, scene.viewer))
