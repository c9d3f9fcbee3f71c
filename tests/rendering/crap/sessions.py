"""Sessions and scenes of C.R.A.P. in a position."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.events import Event
from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from bot.rendering.scene import Scene, SeenMove
from bot.sessions.session import Session
from tests.helpers.records import at_table

NAMES = {100: "Ann", 101: "Ben", 102: "Cyd"}


def session_in(position: dict[str, Any], **options: Any) -> Session:
    """Return a session of Ann, Ben and Cyd in this position."""
    chosen = CrapOptions(**options)
    state = GAME.load(position, 3, chosen)
    record = at_table(GAME, (100, 101, 102), chosen, status="playing", position=GAME.dump(state))
    session = Session(GAME, record)
    session.names = dict(NAMES)
    return session


def seen(position: dict[str, Any], viewer: int | None = None, **options: Any) -> Scene:
    """Return a seat's scene of this position, or a spectator's (`None`)."""
    return session_in(position, **options).scene(viewer)


def after(scene: Scene, moves: Sequence[Sequence[Event]]) -> Scene:
    """Return the scene after these moves, each given as its events."""
    return msgspec.structs.replace(scene, recent=tuple(SeenMove(0, tuple(events), 0.0) for events in moves))
