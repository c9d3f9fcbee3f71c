"""Tables that everyone has left alone: the clock plays no more, nobody is called, and nothing is lost."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.players.computers import people
from bot.sessions import absence, deadlines, frame, orders, owing
from bot.sessions.clocks import Moment
from bot.sessions.requests import Click
from bot.sessions.view import Change, View
from bot.storage.records import IDLE, Played, Record

ROUNDS: Final = 3
"""A table is idle when the clock has played so often in a row as there are players, times this."""
MOVES_BETWEEN: Final = 60
"""How many moves computers make, or nobody chooses, at most between two of the clock's, as a rule."""


def looked_back(table: View) -> int:
    """Return how many of the last moves are looked at to see whether the table is idle."""
    has_others = min(table.record.at_play) < 0 or table.game.unchosen
    return silences_of_all(table) * (MOVES_BETWEEN if has_others else 1)


def silences_of_all(table: View) -> int:
    """Return how often the clock must have played in a row."""
    at_play = table.record.at_play
    return ROUNDS * sum(at_play[seat] >= 0 for seat in table.active)


def is_left_alone(table: View, last: Sequence[Played]) -> bool:
    """Whether the clock has made the last moves, with nothing that any person has done between them.

    At a slow table the others are asked between two moves, so each player's own silences count. A game that
    charges a player with all the time that passes ends by its own rules.
    """
    attendance = table.record.attendance
    if table.record.is_slow:
        return all(attendance.silences_of(seat) >= ROUNDS for seat in absence.present(table))
    revision, silences = table.record.revision, 0
    for played in reversed(last):
        is_computers = played.seat is not None and _is_computers(table.record, played.seat, played.revision)
        is_nobodys = played.move == "timeout" or played.move in table.game.unchosen
        if played.revision != revision or not (is_computers or is_nobodys):
            break
        silences += played.move == "timeout"
        revision -= 1
    return not table.game.measures_time and silences >= silences_of_all(table)


def _is_computers(record: Record, seat: Seat, revision: int) -> bool:
    """Whether a computer made a seat's move."""
    return record.players[seat] < 0 or record.attendance.stand_in(seat, revision) is not None


def fallen_idle(table: View, now: float, seconds: float = deadlines.IDLE_SECONDS) -> Change:
    """The table with its clock stopped until someone does something, or until it ends."""
    attendance = msgspec.structs.replace(table.record.attendance, question=None)
    attendance = orders.ended(attendance, "idle")
    return frame.changed(table, now, clock_key=IDLE, deadline=now + seconds, attendance=attendance)


def deserted(table: View, now: float) -> Change:
    """A table at which only computers are left: it ends at once where nobody can come back.

    Players with a stand-in have the time of one turn to come back.
    """
    record = table.record
    players = [record.players[seat] for seat in table.active]
    if not people(players):
        return frame.closed(table, now, "deserted")
    return fallen_idle(table, now, record.turn_seconds or deadlines.IDLE_SECONDS)


class Resume(msgspec.Struct, frozen=True):
    """Let an idle table go on: players who owe a decision get all of their time again, and are called."""

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        seat = frame.playing_seat(table, user_id)
        if isinstance(seat, Refusal):
            return seat
        if not table.record.is_idle:
            return Refusal("not-idle")
        made = going_on(table, seat, moment)
        deciders = table.deciders
        record = msgspec.structs.replace(made.record, owing=())
        record = owing.called(record, [other for other in deciders if other != seat])
        record = owing.called_last(table.game, record, table.state, deciders)
        return msgspec.structs.replace(made, record=record)


def going_on(table: View, seat: Seat, moment: Moment) -> Change:
    """The table when a player is back: those who decide have all of their time."""
    attendance = absence.back(table.record.attendance, seat, table.record.revision + 1)
    deadline = deadlines.begun_again(table, attendance, moment.on_clock)
    key = table.clock.key if table.clock else None
    return frame.changed(table, moment.now, clock_key=key, deadline=deadline, attendance=attendance)
