"""The face of C.R.A.P.: its table, hands and sentences."""

from typing import Final

from bot.rendering.crap import (
    ahead,
    asking,
    board,
    controls,
    fields,
    headlines,
    looking_back,
    outcome,
    reasons,
    refusals,
    scores,
    sentences,
    story,
)
from bot.rendering.face import Ask, Face
from bot.rendering.scene import Scene

_ROOMS = (
    ahead,
    asking,
    board,
    controls,
    fields,
    headlines,
    looking_back,
    outcome,
    reasons,
    refusals,
    scores,
    sentences,
    story,
)


class CrapFace(Face, rooms=_ROOMS):
    """C.R.A.P. for the eye and the screen reader."""

    accent = 0xC0392B

    def outcome(self, scene: Scene) -> Ask | None:
        """While the viewer's own question is open, that one."""
        return outcome.own_window(scene) or super().outcome(scene)


FACE: Final = CrapFace()
