"""The list of faces, by the id of the game."""

from typing import Final

from bot.rendering.craits.face import CraitsFace
from bot.rendering.crap.face import CrapFace
from bot.rendering.crapette.face import CrapetteFace
from bot.rendering.crazy_rummy.face import CrazyRummyFace
from bot.rendering.face import Face
from bot.rendering.skrap.face import SkrapFace

FACES: Final[dict[str, Face]] = {
    "crap": CrapFace(),
    "skrap": SkrapFace(),
    "craits": CraitsFace(),
    "crazy-rummy": CrazyRummyFace(),
    "crapette": CrapetteFace(),
}
