"""The face of Skrap: its table, hands and sentences."""

from typing import Final

from bot.rendering.face import Face
from bot.rendering.skrap import (
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

_ROOMS = (ahead, asking, board, controls, fields, headlines, reasons, refusals, scores, sentences, story)


class SkrapFace(Face, rooms=_ROOMS):
    """Skrap for the eye and the screen reader."""

    accent = 0x6B8299


FACE: Final = SkrapFace()
