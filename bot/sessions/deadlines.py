"""Deadlines of lobbies and decisions, their calls, and the players who missed them or came back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Clock
from bot.players.computers import people
from bot.sessions.view import View
from bot.storage.records import NOTHING_OWED, Attendance, Question, Record, has_one_person

GRACE_SECONDS: Final = 300.0
"""The time without a press after which a host is away and any seated player may start or take over."""
ALONE_SECONDS: Final = 3600.0
"""The time that a quiet lobby stays open while only one person sits there."""
LOBBY_SECONDS: Final = 24 * 3600.0
"""The time that a quiet lobby stays open when there are more people."""
LATE_SECONDS: Final = 1800.0
"""The least time that a lobby stays open after its planned time."""
HURRY_DIVISOR: Final = 4
"""The divisor of the time of players who were silent for long."""
UNHURRIED_SECONDS: Final = 7 * 86400.0
"""The time without a move after which a table without a clock counts as left alone."""
CHOICE_SECONDS: Final = 12 * 3600.0
"""The time in which the others may choose what to do about a player whose time is up."""
IDLE_SECONDS: Final = 30 * 86400.0
"""The time that an idle table, or one without its channel, waits before it ends."""
LAST_SHARE: Final = 0.2
"""The share of a clock that's left when the last call is made."""
MIN_LAST_CALL_SECONDS: Final = 300
"""The shortest clock that brings a second call. Players with a shorter one look at the table anyway, and a
call less than a minute before the end doesn't help them."""
HURRY_SILENCES: Final = 3
"""The time-outs in a row after which a seat of a slow table gets a quarter of its time."""


def host_away_at(record: Record) -> float:
    """Return when a lobby's host counts as away, on its clock, if they don't press anything first.

    Nobody has to be there before the planned time.
    """
    return _host_away_at(record, record.measured_at)


def _host_away_at(record: Record, seen_at: float | None) -> float:
    return max(record.created_at if seen_at is None else seen_at, record.starts_at or 0.0) + GRACE_SECONDS


def lobby_closes_at(record: Record) -> float:
    """Return when a lobby closes if nothing happens there."""
    quiet_since = max(record.measured_at or 0.0, record.updated_at)
    return max(quiet_since + _quiet_seconds(record.players), (record.starts_at or 0.0) + LATE_SECONDS)


def lobby_deadline(
    record: Record, players: Sequence[int], seen_at: float | None, now: float, *, is_host_away: bool
) -> float:
    """Return the deadline of a changed lobby, with these players and the host last seen at `seen_at`."""
    return now + _quiet_seconds(players) if is_host_away else _host_away_at(record, seen_at)


def _quiet_seconds(players: Sequence[int]) -> float:
    return ALONE_SECONDS if len(people(players)) == 1 else LOBBY_SECONDS


def clock_seconds(record: Record, clock: Clock, deciders: Collection[Seat]) -> int:
    """Return the seconds of a clock. The pace of the table overrides the game's own."""
    if clock.seconds is not None and record.attendance.pace is None:
        return clock.seconds
    seconds = record.turn_seconds if clock.kind == "turn" else record.response_seconds
    at_play = record.at_play
    deciding = [seat for seat in deciders if at_play[seat] > 0]
    are_silent = all(record.attendance.silences_of(seat) >= HURRY_SILENCES for seat in deciding)
    return seconds // HURRY_DIVISOR if record.is_slow and deciding and are_silent else seconds


def clock_end(record: Record, clock: Clock | None, deciders: Collection[Seat], now: float) -> float | None:
    """Return when a clock that begins now ends, or when a table without one counts as left alone."""
    if clock is None or has_one_person(record.players):
        return None  # computers wait as long as it takes
    if record.attendance.pace == "none":
        return now + UNHURRIED_SECONDS
    return now + clock_seconds(record, clock, deciders)


def restart_ends_at(table: View, attendance: Attendance, now: float) -> float | None:
    """Return when the running clock ends if it restarts now."""
    record = msgspec.structs.replace(table.record, attendance=attendance)
    return clock_end(record, table.clock, table.deciders, now)


def after_step(table: View, record: Record, state: Any, begins_at: float) -> float | None:
    """Return the deadline after a step. `record` has the table's new attendance and its old clock.

    A clock that was running goes on, unless a question that's now settled had stopped it.
    """
    clock = table.game.clock(state)
    is_same = clock is not None and clock.key == record.clock_key
    is_settled = table.record.attendance.open_question is not None and record.attendance.question is None
    if is_same and not is_settled:
        return record.deadline
    return clock_end(record, clock, table.game.deciders(state), begins_at)


def for_returned(table: View, seat: Seat, attendance: Attendance, now: float) -> dict[str, Any]:
    """Return the deadline to store for a player who is back, if it changes.

    A player who was away and owes the decision gets all of its time. If the others are still asked about
    someone else, they keep theirs as well.
    """
    record = table.record
    is_waited_for = is_away(record, seat) and seat in table.deciders
    if not is_waited_for or record.is_idle or table.game.measures_time:
        return {}
    deadline = restart_ends_at(table, attendance, now)
    if attendance.open_question is not None and deadline and record.deadline:
        deadline = max(deadline, record.deadline)
    return {"deadline": deadline}


def for_replaced(table: View, attendance: Attendance, now: float) -> dict[str, Any]:
    """Return the deadline to store when computers sit in for players, if it changes.

    A clock that was stopped by a question begins again once the question is answered.
    """
    record, question = table.record, table.record.attendance.open_question
    if record.is_idle or question is None or attendance.question == question:
        return {}
    return {"deadline": restart_ends_at(table, attendance, now)}


def present(table: View) -> tuple[Seat, ...]:
    """Return the seats whose people play themselves."""
    if table.state is None:
        return ()
    at_play = table.record.at_play
    return tuple(seat for seat in table.active if at_play[seat] > 0)


def is_deserted(table: View) -> bool:
    """Whether only computers still play a running game."""
    record = table.record
    if record.status != "playing" or table.state is None or present(table):
        return False
    return any(record.at_play[seat] < 0 for seat in table.active)


def awaited(table: View) -> tuple[Seat, ...]:
    """Return the seats of people who owe a decision."""
    at_play = table.record.at_play
    return tuple(seat for seat in table.deciders if at_play[seat] > 0)


def with_return(attendance: Attendance, seat: Seat, revision: int) -> Attendance:
    """Return the attendance after a player's act, which ends their stand-in and any question about them."""
    stand_ins = tuple(
        msgspec.structs.replace(one, until=revision) if one.seat == seat and one.until is None else one
        for one in attendance.stand_ins
    )
    silences = tuple(0 if one == seat else many for one, many in enumerate(attendance.silences))
    question = attendance.question
    if question is not None and seat in question.seats:
        seats = tuple(one for one in question.seats if one != seat)
        question = msgspec.structs.replace(question, seats=seats) if seats else None
    return msgspec.structs.replace(
        attendance, stand_ins=stand_ins, silences=silences if any(silences) else (), question=question
    )


def is_away(record: Record, seat: Seat) -> bool:
    """Whether a computer plays for someone, or the others are asked what to do without them."""
    attendance = record.attendance
    is_asked = attendance.question is not None and seat in attendance.question.seats
    return attendance.stand_in(seat) is not None or is_asked


def with_time_out(attendance: Attendance, seats: Collection[Seat], players: int) -> Attendance:
    """Return the attendance with one more time-out for these seats."""
    silences = tuple(attendance.silences_of(seat) + (seat in seats) for seat in range(players))
    return msgspec.structs.replace(attendance, silences=silences if any(silences) else ())


def without_leavers(attendance: Attendance, active: Collection[Seat], revision: int) -> Attendance:
    """Drop the stand-ins of seats that have left the game, and the questions about them."""
    gone = {one.seat for one in attendance.stand_ins if one.until is None} - set(active)
    if attendance.question is not None:
        gone |= set(attendance.question.seats) - set(active)
    for seat in gone:
        attendance = with_return(attendance, seat, revision)
    return attendance


def kept_question(
    question: Question | None, deciders: Collection[Seat], *, is_same_decision: bool
) -> Question | None:
    """Return a question, or None once it's open but nobody it's about owes that decision any more."""
    if question is None or question.chosen != "open":
        return question
    return question if is_same_decision and set(question.seats) & set(deciders) else None


def with_calls(record: Record, seats: Iterable[Seat]) -> Record:
    """Return the record with a call due to each of these seats, as of its revision."""
    return _with_owing(record, {seat: {"asked": record.revision} for seat in seats})


def with_last_calls(game: AnyGame, record: Record, state: Any, seats: Iterable[Seat]) -> Record:
    """Return the record with a last call due to each of these seats, unless computers play there."""
    clock = game.clock(state)
    if clock is None or record.attendance.pace == "none":
        return record
    seconds = clock_seconds(record, clock, game.deciders(state))
    if seconds < MIN_LAST_CALL_SECONDS:
        return record
    there = [seat for seat in seats if record.at_play[seat] >= 0]
    return _with_owing(
        record, {seat: {"timed": record.revision, "seconds": round(LAST_SHARE * seconds)} for seat in there}
    )


def owing_after(table: View, state: Any, mover: Seat | None, record: Record) -> Record:
    """Return the record with the calls after a step: a mover who goes on only gets the last one."""
    game = table.game
    if record.status == "over":
        return msgspec.structs.replace(record, owing=())
    is_restarted = record.since == record.revision
    is_new = table.state is None or is_restarted or table.record.is_idle
    before = () if is_new else table.deciders
    deciders = game.deciders(state)
    new = [seat for seat in deciders if seat not in before and seat != mover]
    kept = tuple(
        record.owed_by(seat) if seat in deciders and seat not in new and seat != mover else NOTHING_OWED
        for seat in range(len(record.players))
    )
    # Computers don't need a call, and neither do players with a single possible move.
    asked = [seat for seat in new if record.at_play[seat] >= 0 and game.forced(state, seat) is None]
    record = with_calls(msgspec.structs.replace(record, owing=kept), asked)
    return with_last_calls(game, record, state, [seat for seat in deciders if seat in new or seat == mover])


def _with_owing(record: Record, changes: Mapping[Seat, Mapping[str, int]]) -> Record:
    owing = tuple(
        msgspec.structs.replace(record.owed_by(seat), **changes.get(seat, {}))
        for seat in range(len(record.players))
    )
    return msgspec.structs.replace(record, owing=owing)
