"""What somebody sees of a table in the notation, field by field: seats are letters, hidden cards are counted."""

from types import SimpleNamespace
from typing import Any

from bot.engine.contract import Sheet
from bot.rendering.scene import Scene


def noted(scene: Scene) -> Any:
    """The view of a scene."""
    view: Any = scene.sheet
    return view if isinstance(view, Sheet) else SimpleNamespace(**scene.game.view(view, scene.viewer))
