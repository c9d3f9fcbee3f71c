"""Tables that everybody has left alone: the clock plays no more, nobody is called, and nothing is lost."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.players.computers import people
from bot.sessions import absence, lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.places import Call
from bot.sessions.session import Change, Session
from bot.storage.records import IDLE, Played, Record

ROUNDS: Final = 3
"""A table is idle when the clock has played so often in a row as there are players, times this."""
MOVES_BETWEEN: Final = 60
"""How many moves computers make, or nobody chooses, at most between two of the clock's, as a rule."""
MAX_SECONDS: Final = 30 * 86400.0
"""How long a table that is idle or has lost its channel waits before it ends."""


def looked_back(session: Session) -> int:
    """How many of the last moves are looked at to see whether the table is idle."""
    has_others = min(session.record.at_play) < 0 or session.game.unchosen
    return silences_of_all(session) * (MOVES_BETWEEN if has_others else 1)


def silences_of_all(session: Session) -> int:
    """How often the clock must have played in a row."""
    at_play = session.record.at_play
    return ROUNDS * sum(at_play[seat] >= 0 for seat in session.game.active(session.state))


def is_left_alone(session: Session, last: Sequence[Played]) -> bool:
    """Whether the clock has made the last moves, with nothing that any person has done between them.

    At a slow table, where the others are asked between two moves, everybody's own silences count. Where a
    player is charged with all the time that passes, the rules themselves come to an end.
    """
    attendance = session.record.attendance
    if session.record.is_slow:
        return all(attendance.silences_of(seat) >= ROUNDS for seat in absence.present(session))
    revision, silences = session.record.revision, 0
    for played in reversed(last):
        is_computers = played.seat is not None and _is_computers(session.record, played.seat, played.revision)
        is_nobodys = played.move == "timeout" or played.move in session.game.unchosen
        if played.revision != revision or not (is_computers or is_nobodys):
            break
        silences += played.move == "timeout"
        revision -= 1
    return not session.game.measures_time and silences >= silences_of_all(session)


def _is_computers(record: Record, seat: Seat, revision: int) -> bool:
    """Whether a computer made a seat's move."""
    return record.players[seat] < 0 or record.attendance.stand_in(seat, revision) is not None


def fallen_idle(session: Session, now: float, seconds: float = MAX_SECONDS) -> Change:
    """The table with its clock stopped until somebody does something, or until it ends."""
    attendance = msgspec.structs.replace(session.record.attendance, question=None)
    return lobby.changed(session, now, clock_key=IDLE, deadline=now + seconds, attendance=attendance)


def deserted(session: Session, now: float) -> Change:
    """A table at which only computers are left: it ends at once where nobody can come back.

    Those for whom computers stand in have as much time for that as a turn takes.
    """
    record = session.record
    players = [record.players[seat] for seat in session.game.active(session.state)]
    if not people(players):
        return lobby.closed(session, now, "deserted")
    return fallen_idle(session, now, record.turn_seconds or MAX_SECONDS)


def resumed(session: Session, user_id: int, moment: Moment) -> Change | Refusal:
    """An idle table goes on: those who decide get all of their time again, and the others are called."""
    record, seat = session.record, session.seat_of(user_id)
    if record.status != "playing":
        return Refusal("not-started" if record.status == "lobby" else "game-over")
    if seat is None or seat not in session.game.active(session.state):
        return Refusal("not-a-player")
    if not record.is_idle:
        return Refusal("not-idle")
    made = going_on(session, seat, moment)
    deciders = session.game.deciders(session.state)
    calls = (Call(other) for other in deciders if other != seat)
    last = play.last_calls(session, made.record, session.state, deciders)
    *shown, hands = made.places
    return msgspec.structs.replace(made, places=(*shown, *calls, hands, *last))


def going_on(session: Session, seat: Seat, moment: Moment) -> Change:
    """The table when a player is back: those who decide have all of their time."""
    record, clock = session.record, session.game.clock(session.state)
    attendance = absence.back(record.attendance, seat, record.revision + 1)
    now = msgspec.structs.replace(record, attendance=attendance)
    deadline = play.deadline(now, clock, moment.on_clock, session.game.deciders(session.state))
    key = clock.key if clock else None
    return lobby.changed(session, moment.now, clock_key=key, deadline=deadline, attendance=attendance)
