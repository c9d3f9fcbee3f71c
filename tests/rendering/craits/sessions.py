"""Sessions of Craits to test its face with: commands in the notation go in, pages and sentences come out."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.engine.notation import read_options
from bot.games.craits import GAME
from bot.rendering.faces import FACES
from bot.sessions.session import Session
from tests.games.craits.positions import placed
from tests.helpers import controls
from tests.rendering import spoken
from tests.rendering.spoken import plain

FACE = FACES["craits"]
labels = partial(controls.labels, without="why")
STOCK = "JC 10D 10C 6D 6C 6H"
"""Cards to draw in tests that don't care which."""


def session_of(seats: int, position: Any = None, *, key: str = "k", **options: Any) -> Session:
    """Return a session of Craits, in the lobby or in a position. Options have their Python names."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    return spoken.session_at(GAME, seats, read_options(GAME, given), position, key=key)


def at(hands: str, *, options: Any = None, **position: Any) -> Session:
    """Return a session in a position. Hands are written as `KS QD / 4C`, seat by seat, piles as text."""
    given = placed(hands, **position)
    return session_of(len(given["hands"]), given, **(options or {}))


def walk(seed: int, seats: int, **options: Any) -> Iterator[Session]:
    """Yield the session after every step of a random game with side calls, time-outs and leavers."""
    chooser = random.Random(seed)
    session = session_of(seats, key=f"{seed:04}", **options)
    return spoken.played(session, lambda session: spoken.random_change(session, chooser))


def table(session: Session) -> list[str]:
    """Return the lines of the public table, with letters for players."""
    return plain(FACE.table(session.scene(None))).splitlines()
