"""A player's hand on turn: what the others have done since that player's last move, in one small line."""

from collections.abc import Iterator
from typing import Final

from bot.engine.events import TimedOut
from bot.rendering import plates
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.scene import Scene
from bot.rendering.telling import Moment

MAX_EVENTS: Final = 3
MAX_CHARACTERS: Final = 100
"""Of all events together: two lines of small print on a phone."""


def since_turn(scene: Scene, face: Face) -> str:
    """Return the newest events since the viewer's last move, oldest first, or nothing."""
    told: list[str] = []
    for text in dict.fromkeys(_events(scene, face)):
        if len(told) == MAX_EVENTS or sum(map(len, (*told, text))) > MAX_CHARACTERS:
            break
        told.append(text)
    return say("Since your turn: {events}", events=" · ".join(reversed(told))) if told else ""


def _events(scene: Scene, face: Face) -> Iterator[str]:
    """Yield an event a move, the newest first: the viewer's part in it, or its headline. The deal is none.

    The newest headline is left out where it stands on the picture above.
    """
    is_headed = scene.is_alone and scene.pictures
    for past in reversed(scene.recent):
        is_own = past.seat == scene.viewer and scene.viewer not in past.stand_ins
        is_deal = past.seat is None and not any(isinstance(event, TimedOut) for event in past.events)
        if is_own or is_deal:
            return
        own = face.came_to(Moment(scene.then(past), past.events))
        text = own.line.removesuffix(".") if own else plates.headline_of(past, face.headlines, scene)
        is_above = is_headed and not own and past is scene.recent[-1]
        if text and not is_above:
            yield text
