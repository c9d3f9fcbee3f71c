"""Tables that everybody has left alone: the clock plays no more, nobody is called, and nothing is lost."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.draft import Refusal
from bot.sessions import lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.places import Call, Hands, Table
from bot.sessions.session import Change, Session
from bot.storage.records import IDLE, Played

ROUNDS: Final = 3
"""A table is idle when the clock has played so often in a row as there are players, times this."""
MAX_SECONDS: Final = 30 * 86400.0
"""How long a table that is idle or has lost its channel waits before it ends."""


def looked_back(session: Session) -> int:
    """How many of the last moves must all be the clock's for the table to be idle."""
    return ROUNDS * len(session.game.active(session.state))


def is_left_alone(session: Session, last: Sequence[Played]) -> bool:
    """Whether all of these last moves were the clock's, with nothing that anybody has done between them.

    Where a player is charged with all the time that passes, the rules themselves come to an end.
    """
    revision, number = session.record.revision, looked_back(session)
    unbroken = list(range(revision - number + 1, revision + 1))
    return not session.game.measures_time and [p.revision for p in last if p.move == "timeout"] == unbroken


def fallen_idle(session: Session, now: float) -> Change:
    """The table with its clock stopped until somebody does something."""
    return lobby.changed(session, now, clock_key=IDLE, deadline=now + MAX_SECONDS)


def resumed(session: Session, user_id: int, moment: Moment) -> Change | Refusal:
    """An idle table goes on: those who decide get all of their time again, and the others are called."""
    record, seat = session.record, session.seat_of(user_id)
    if record.status != "playing":
        return Refusal("not-started" if record.status == "lobby" else "game-over")
    if seat is None or seat not in session.game.active(session.state):
        return Refusal("not-a-player")
    if not record.is_idle:
        return Refusal("not-idle")
    clock = session.game.clock(session.state)
    deadline = play.deadline(record, clock, moment.on_clock)
    made = lobby.changed(session, moment.now, clock_key=clock.key if clock else None, deadline=deadline)
    calls = (Call(other) for other in session.game.deciders(session.state) if other != seat)
    return msgspec.structs.replace(made, places=(Table(), *calls, Hands()))
