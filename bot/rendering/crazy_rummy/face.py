"""The face of Crazy Rummy: its table, hands and sentences."""

from bot.rendering.crazy_rummy import (
    asking,
    board,
    controls,
    reasons,
    refusals,
    scores,
    sentences,
    story,
)
from bot.rendering.face import Face

_ROOMS = (asking, board, controls, reasons, refusals, scores, sentences, story)


class CrazyRummyFace(Face, rooms=_ROOMS):
    """Crazy Rummy for the eye and the screen reader."""

    accent = 0x2E86C1
