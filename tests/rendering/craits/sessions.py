"""Sessions of Craits for tests of its face: commands in the notation go in, pages and sentences come out."""

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.engine.notation import read_options
from bot.games.craits import GAME
from bot.rendering.craits.face import CraitsFace
from bot.sessions import play
from bot.sessions.clocks import Moment
from bot.sessions.session import Session
from bot.sessions.view import Change
from tests.games.craits.positions import placed
from tests.helpers import controls
from tests.rendering import spoken
from tests.rendering.spoken import NOW, plain

FACE = CraitsFace()
labels = partial(controls.labels, without="why")
STOCK = "JC 10D 10C 6D 6C 6H"
"""Cards to draw, where it doesn't matter which."""


def session_of(seats: int, position: Any = None, *, key: str = "k", **options: Any) -> Session:
    """A session of Craits, in the lobby or from a position. Options by their Python names."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    return spoken.session_at(GAME, seats, read_options(GAME, given), position, key=key)


def at(hands: str, *, options: Any = None, **position: Any) -> Session:
    """A session in a position with the hands as `KS QD / 4C`, seat by seat, and the piles as text."""
    given = placed(hands, **position)
    return session_of(len(given["hands"]), given, **(options or {}))


def walk(seed: int, seats: int, **options: Any) -> Iterator[Session]:
    """A random game with side calls, timeouts and leavers: the session after every step."""
    chooser = random.Random(seed)
    session = session_of(seats, key=f"{seed:04}", **options)
    return spoken.played(session, lambda session: random_change(session, chooser))


def random_change(session: Session, chooser: random.Random) -> Change | Refusal:
    state, what = session.state, chooser.random()
    if what < 0.03:
        return play.expired(session, Moment.at(NOW))
    if what < 0.033:
        return play.moved(session, chooser.choice(GAME.active(state)), Leave(), Moment.at(NOW))
    seats = GAME.active(state) if what < 0.3 else GAME.deciders(state)
    seat = chooser.choice([one for one in seats if GAME.legal(state, one)] or GAME.deciders(state))
    return play.moved(session, seat, chooser.choice(GAME.legal(state, seat)), Moment.at(NOW))


def table(session: Session) -> list[str]:
    """The lines of the public table, players as letters."""
    return plain(FACE.table(session.scene(None))).splitlines()
