"""The face of Crazy Rummy: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.rendering.catalog import message
from bot.rendering.face import Face


class CrazyRummyFace(Face, package=__package__):
    """Crazy Rummy for the eye and the screen reader."""

    accent = 0x2E86C1
    fields: ClassVar[Mapping[str, str]] = {
        "fed": message("Fed"),
        "marker": message("The dealer's wildcard"),
        "taken": message("Taken from the pile"),
        "wild": message("Wild"),
    }


FACE: Final = CrazyRummyFace()
