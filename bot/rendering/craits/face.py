"""The face of Craits: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.rendering.catalog import message
from bot.rendering.face import Face


class CraitsFace(Face, package=__package__):
    """Craits for the eye and the screen reader."""

    accent = 0x8E5BD0
    usual_order = "suit"
    fields: ClassVar[Mapping[str, str]] = {
        "count": message("Count"),
        "declared": message("Said “one card”"),
        "direction": message("Direction"),
        "owes": message("Owes a penalty"),
        "pressures": message("Shuffle pressures"),
        "top": message("On top"),
        "under": message("Below the top card"),
    }


FACE: Final = CraitsFace()
