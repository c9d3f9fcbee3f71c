"""The face of Crazy Rummy: its table, hands and sentences."""

from typing import Final

from bot.rendering.crazy_rummy import (
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

_ROOMS = (asking, board, controls, fields, headlines, reasons, refusals, scores, sentences, story)


class CrazyRummyFace(Face, rooms=_ROOMS):
    """Crazy Rummy for the eye and the screen reader."""

    accent = 0x2E86C1


FACE: Final = CrazyRummyFace()
