"""The face of Crapette: its table, the moves it offers, and its sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.rendering.catalog import message
from bot.rendering.crapette.piles import view_of
from bot.rendering.face import Face
from bot.rendering.scene import Scene


class CrapetteFace(Face, package=__package__):
    """Crapette for the eye and the screen reader."""

    accent = 0x1E8449
    explains = False
    has_hands = False
    fields: ClassVar[Mapping[str, str]] = {
        "crapauds": message("Crapaud"),
        "discards": message("Discard pile"),
        "finish": message("Finishing piles"),
        "houses": message("Houses"),
        "lifted": message("Lifted"),
        "offer": message("Offers a draw"),
        "used": message("Seconds used"),
    }

    def chapter(self, scene: Scene) -> str:
        view = view_of(scene)
        runs_dry = view.phase == "play" and not view.hand
        return "when-your-hand-is-empty" if runs_dry else super().chapter(scene)


FACE: Final = CrapetteFace()
