"""The tables of one user, wherever they are: running ones, and finished ones."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import people, queries
from bot.storage.records import Why

MAX_SHOWN: Final = 8
"""How many tables are shown. A message has room for few more."""
MAX_ENDED: Final = 30
"""How many games that have ended are counted."""
FIRST_LOOK_SECONDS: Final = 7 * 86400.0
"""How far back someone looks who has never looked before."""


class Tables(NamedTuple):
    """The tables that are shown, and how many more there are."""

    live: Sequence[tuple[Session, Why | None]]
    """Those where the user has to decide come first, then those whose time runs out first. With what is
    missing where a table waits for its channel or server."""
    ended: Sequence[Session]
    hidden: int

    @property
    def shown(self) -> list[Session]:
        """All of them."""
        return [*(session for session, _ in self.live), *self.ended]


async def look_at(sessions: Sessions, user_id: int) -> Tables:
    """A user looks at their tables, and will be told next time what has ended since."""
    now, looked_at = sessions.clock(), await sessions.store.read(people.looked_at, user_id)
    since = now - FIRST_LOOK_SECONDS if looked_at is None else looked_at
    staying = await sessions.staying(user_id)
    live = sorted(staying, key=lambda one: (not is_turn(sessions, one, user_id), *_urgency(one)))
    numbers = await sessions.store.read(queries.ended_since, user_id, since, MAX_ENDED)
    await sessions.store.write(people.keep_look, user_id, now)
    ended = [one async for one in sessions.readable(numbers[: max(0, MAX_SHOWN - len(live))])]
    hidden = max(0, len(live) + len(numbers) - MAX_SHOWN)
    return Tables([(one, _missing(sessions, one)) for one in live[:MAX_SHOWN]], ended, hidden)


async def waiting_for(sessions: Sessions, user_id: int) -> list[Session]:
    """Return the tables that wait for a user's decision, most urgent first."""
    return sorted(
        (one for one in await sessions.staying(user_id) if is_turn(sessions, one, user_id)), key=_urgency
    )


def _missing(sessions: Sessions, session: Session) -> Why | None:
    """Return the missing thing a table waits for."""
    paused = sessions.clocks.paused.get(session.record.id)
    return None if paused is None else paused.why


def _urgency(session: Session) -> tuple[bool, float, int]:
    """The table whose time runs out first comes first. Lobbies and tables without a clock come last."""
    record = session.record
    has_clock = record.deadline is not None and session.state is not None and not record.is_idle
    return not has_clock, record.deadline or 0.0, record.id


def is_turn(sessions: Sessions, session: Session, user_id: int) -> bool:
    """Whether a user has to decide at a table that goes on."""
    if session.state is None or session.record.is_idle or _missing(sessions, session):
        return False
    return session.seat_of(user_id) in session.game.deciders(session.state)
