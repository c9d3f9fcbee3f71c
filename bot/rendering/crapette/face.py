"""The face of Crapette: its table, the moves it offers, and its sentences."""

from typing import Final

from bot.rendering.crapette import (
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
from bot.rendering.crapette.piles import view_of
from bot.rendering.face import Face
from bot.rendering.scene import Scene

_ROOMS = (asking, board, controls, fields, headlines, reasons, refusals, scores, sentences, story)


class CrapetteFace(Face, rooms=_ROOMS):
    """Crapette for the eye and the screen reader."""

    accent = 0x1E8449
    explains = False
    has_hands = False

    def chapter(self, scene: Scene) -> str:
        view = view_of(scene)
        runs_dry = view.phase == "play" and not view.hand
        return "when-your-hand-is-empty" if runs_dry else super().chapter(scene)


FACE: Final = CrapetteFace()
