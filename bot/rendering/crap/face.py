"""The face of C.R.A.P.: its table, hands and sentences."""

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.engine.events import Event
from bot.games.crap.recycling import RolledOff
from bot.rendering.catalog import message
from bot.rendering.crap.outcome import own_window
from bot.rendering.face import Ask, Face
from bot.rendering.scene import Scene, SeenMove


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
        """While the viewer's own question is open, that one."""
        return own_window(scene) or super().outcome(scene)

    def deed(self, made: SeenMove) -> tuple[Event, ...]:
        """The dice for protected cards come before the recycling they belong to."""
        return made.events[:2] if isinstance(made.events[0], RolledOff) else super().deed(made)


FACE: Final = CrapFace()
