"""The face of Craits: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rendering.craits import asking, controls, picture, reasons, refusals, scores, sentences, story, table
from bot.rendering.face import Face

_ROOMS = (asking, controls, picture, reasons, refusals, scores, sentences, story, table)


class CraitsFace(Face, rooms=_ROOMS):
    """Craits for the eye and the screen reader."""

    accent = 0x8E5BD0
    chapters: ClassVar[Mapping[str, str]] = {
        "opening-suit": "cards-and-setup",
        "turn": "your-turn",
        "count": "the-count",
        "play-again": "what-the-cards-do",
        "king-run": "options",
        "between-hands": "scoring-and-end",
        "over": "scoring-and-end",
    }
    usual_order = "suit"
