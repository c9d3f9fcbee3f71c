"""Computers that play for absent people: who may ask for one, and how a player gets the seat back."""

from typing import Any, Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.players.computers import newcomer
from bot.sessions import absence, idle, lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.session import Change, Session
from bot.storage.records import Attendance, Question, StandIn

HOST_MAY_SECONDS: Final = 300.0
"""How long somebody owes a decision before the host of a table that is not slow may replace them."""


def sit_in(session: Session, user_id: int, seat: Seat | None, moment: Moment) -> Change | Refusal:
    """Let a computer play for a seat; for the asker's own where none is named."""
    asker = session.seat_of(user_id)
    if session.record.status != "playing":
        return Refusal("not-started" if session.record.status == "lobby" else "game-over")
    if asker is None or asker not in session.game.active(session.state):
        return Refusal("not-a-player")
    target = asker if seat is None else seat
    if why := _objection(session, asker, target, moment.now):
        return why
    return seated(session, (target,), moment, by=asker)


def may_be_handed_over(session: Session, user_id: int, now: float) -> tuple[Seat, ...]:
    """The seats that this user may hand to a computer now; their own first."""
    asker = session.seat_of(user_id)
    if session.record.status != "playing" or asker is None:
        return ()
    active = session.game.active(session.state)
    if asker not in active:
        return ()
    seats = (asker, *(seat for seat in active if seat != asker))
    return tuple(seat for seat in seats if _objection(session, asker, seat, now) is None)


def _objection(session: Session, asker: Seat, target: Seat, now: float) -> Refusal | None:
    """Why no computer may sit in for a player."""
    if session.game.notes is None:
        return Refusal("no-computers")
    there = absence.present(session)
    if target not in there:
        return Refusal("sits-in-already")
    if there == (target,) or (asker != target and asker not in there):
        return Refusal("nobody-else")
    if asker != target and not _is_missed(session, asker, target, now):
        return Refusal("not-absent", {"seat": target})
    return None


def _is_missed(session: Session, asker: Seat, target: Seat, now: float) -> bool:
    """Whether a player was not in time; at a table that is not slow the host need not wait for that."""
    record = session.record
    if record.attendance.silences_of(target):
        return True
    is_host = record.players[asker] == record.host_id
    is_awaited = target in session.game.deciders(session.state)
    return is_host and is_awaited and not record.is_slow and now >= record.updated_at + HOST_MAY_SECONDS


def seated(session: Session, targets: tuple[Seat, ...], moment: Moment, *, by: Seat) -> Change:
    """Computers sit in for these players."""
    record = session.record
    attendance = record.attendance
    players = record.at_play
    for target in targets:
        seed = record.id * 1000 + record.revision
        computer = newcomer((*record.players, *players), "medium", None, seed).id
        players = (*players, computer)
        sits_in = StandIn(target, computer, since=record.revision + 1)
        attendance = msgspec.structs.replace(attendance, stand_ins=(*attendance.stand_ins, sits_in))
    attendance = _answered(session, attendance, targets, by)
    fields: dict[str, Any] = {} if record.is_idle else _clock(session, attendance, moment.on_clock)
    return lobby.changed(session, moment.now, attendance=attendance, **fields)


def _answered(session: Session, attendance: Attendance, targets: tuple[Seat, ...], by: Seat) -> Attendance:
    """The line that says who plays for whom; a question stays open while it is about somebody else, too."""
    record, question = session.record, attendance.question
    if question is None or question.chosen != "open":
        told = Question(targets, asked=record.revision + 1, decision=record.since, chosen="computer", by=by)
        return msgspec.structs.replace(attendance, question=told)
    if any(attendance.stand_in(seat) is None for seat in question.seats):
        return attendance
    return msgspec.structs.replace(
        attendance, question=msgspec.structs.replace(question, chosen="computer", by=by)
    )


def _clock(session: Session, attendance: Attendance, now: float) -> dict[str, Any]:
    """The clock begins again where it was halted by a question that is answered now."""
    question = session.record.attendance.question
    if question is None or question.chosen != "open" or attendance.question == question:
        return {}
    return {"deadline": fresh_deadline(session, attendance, now)}


def fresh_deadline(session: Session, attendance: Attendance, now: float) -> float | None:
    """The whole time of the running clock, from now on."""
    record = msgspec.structs.replace(session.record, attendance=attendance)
    clock = session.game.clock(session.state)
    return play.deadline(record, clock, now, session.game.deciders(session.state))


def come_back(session: Session, user_id: int, moment: Moment) -> Change | Refusal:
    """A player is back: the seat is theirs, before anything else is decided there."""
    record, seat = session.record, session.seat_of(user_id)
    if record.status != "playing":
        return Refusal("not-started" if record.status == "lobby" else "game-over")
    if seat is None or seat not in session.game.active(session.state):
        return Refusal("not-a-player")
    if not absence.is_away(record, seat):
        return Refusal("not-away")
    if record.is_idle:
        return idle.going_on(session, seat, moment)
    return lobby.changed(session, moment.now, **lobby.back(session, seat, moment))
