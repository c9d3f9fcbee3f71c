"""Games of C.R.A.P. in a position, as pages are made from them."""

from typing import Any

from bot.games.crap import GAME
from bot.games.crap.options import CrapOptions
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from tests.helpers.records import at_table


def session_in(position: dict[str, Any], **options: Any) -> Session:
    """Three players in this position."""
    chosen = CrapOptions(**options)
    state = GAME.load(position, 3, chosen)
    record = at_table(GAME, (100, 101, 102), chosen, status="playing", position=GAME.dump(state))
    return Session(GAME, record)


def seen(position: dict[str, Any], viewer: int | None = None, **options: Any) -> Scene:
    """What a seat sees of it; None: a spectator."""
    return session_in(position, **options).scene(viewer)
