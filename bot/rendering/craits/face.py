"""The face of Craits: its table, hands and sentences."""

from typing import Final

from bot.rendering.craits import (
    ahead,
    asking,
    board,
    controls,
    fields,
    headlines,
    reasons,
    refusals,
    scores,
    sentences,
    story,
)
from bot.rendering.face import Face

_ROOMS = (ahead, asking, board, controls, fields, headlines, reasons, refusals, scores, sentences, story)


class CraitsFace(Face, rooms=_ROOMS):
    """Craits for the eye and the screen reader."""

    accent = 0x8E5BD0
    usual_order = "suit"


FACE: Final = CraitsFace()
