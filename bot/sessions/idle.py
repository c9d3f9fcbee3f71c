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
MOVES_BETWEEN: Final = 60
"""So many moves computers make at most between two of the clock's, as a rule."""
MAX_SECONDS: Final = 30 * 86400.0
"""How long a table that is idle or has lost its channel waits before it ends."""


def looked_back(session: Session) -> int:
    """How many of the last moves are looked at to see whether the table is idle."""
    return _silences(session) * (MOVES_BETWEEN if min(session.record.players) < 0 else 1)


def _silences(session: Session) -> int:
    """How often the clock must have played in a row."""
    players = session.record.players
    return ROUNDS * sum(players[seat] >= 0 for seat in session.game.active(session.state))


def is_left_alone(session: Session, last: Sequence[Played]) -> bool:
    """Whether the clock has made the last moves, with nothing that any person has done between them.

    Where a player is charged with all the time that passes, the rules themselves come to an end.
    """
    revision, silences = session.record.revision, 0
    for played in reversed(last):
        is_computers = played.seat is not None and session.record.players[played.seat] < 0
        if played.revision != revision or not (is_computers or played.move == "timeout"):
            break
        silences += played.move == "timeout"
        revision -= 1
    return not session.game.measures_time and silences >= _silences(session)


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
    deciders = session.game.deciders(session.state)
    calls = (Call(other) for other in deciders if other != seat)
    last = play.last_calls(session, made.record, session.state, deciders)
    return msgspec.structs.replace(made, places=(Table(), *calls, Hands(), *last))
