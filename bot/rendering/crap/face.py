"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.rendering.catalog import message
from bot.rendering.crap.outcome import own_belief, own_window
from bot.rendering.face import Ask, Face
from bot.rendering.scene import Scene


class CrapFace(Face, package=__package__):
    """C.R.A.P. for the eye and the screen reader."""

    accent = 0xC0392B
    fields: ClassVar[Mapping[str, str]] = {
        "action": message("Move"),
        "believed": message("Let it pass"),
        "borrowed": message("Borrowed"),
        "die": message("Die"),
        "double": message("Doubled"),
        "guesses": message("Guesses"),
        "pending": message("Under way"),
        "placed": message("Placed"),
        "protected": message("Protected"),
        "scoring_rounds": message("Scoring rounds"),
        "target": message("Against"),
        "value": message("Worth"),
        "votes": message("Votes"),
    }

    def outcome(self, scene: Scene) -> Ask | None:
        """While a question is open, what's theirs in it: to believe changes no hand at tables in a hurry."""
        return own_window(scene) or own_belief(scene) or super().outcome(scene)


FACE: Final = CrapFace()
