"""Computers that play for absent people: who may ask for one, and how a player gets the seat back."""

from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.players.computers import newcomer
from bot.sessions import absence, deadlines, frame, idle, orders
from bot.sessions.clocks import Moment
from bot.sessions.requests import Click
from bot.sessions.view import Change, View
from bot.storage.records import Attendance, Question, StandIn

HOST_MAY_SECONDS: Final = 300.0
"""How long someone owes a decision before the host of a table that isn't slow may replace them."""


class SitIn(msgspec.Struct, frozen=True):
    """Let a computer play for a seat, or for the asker's own if none is named."""

    seat: Seat | None = None

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        asker = frame.playing_seat(table, user_id)
        if isinstance(asker, Refusal):
            return asker
        target = asker if self.seat is None else self.seat
        if why := _objection(table, asker, target, moment.now):
            return why
        return seated(table, (target,), moment, by=asker)


def may_be_handed_over(table: View, user_id: int, now: float) -> tuple[Seat, ...]:
    """The seats that this user may hand to a computer now. Their own first."""
    asker = frame.playing_seat(table, user_id)
    if isinstance(asker, Refusal):
        return ()
    seats = (asker, *(seat for seat in table.active if seat != asker))
    return tuple(seat for seat in seats if _objection(table, asker, seat, now) is None)


def _objection(table: View, asker: Seat, target: Seat, now: float) -> Refusal | None:
    """Return why no computer may sit in for a player."""
    if table.game.notes is None:
        return Refusal("no-computers")
    there = absence.present(table)
    if target not in there:
        return Refusal("sits-in-already")
    if there == (target,) or (asker != target and asker not in there):
        return Refusal("nobody-else")
    if asker != target and not _is_missed(table, asker, target, now):
        return Refusal("not-absent", {"seat": target})
    return None


def _is_missed(table: View, asker: Seat, target: Seat, now: float) -> bool:
    """Whether a player wasn't in time. At a table that isn't slow the host need not wait for that."""
    record = table.record
    if record.attendance.silences_of(target):
        return True
    is_host = record.players[asker] == record.host_id
    is_awaited = target in table.deciders
    return is_host and is_awaited and not record.is_slow and now >= record.updated_at + HOST_MAY_SECONDS


def seated(table: View, targets: tuple[Seat, ...], moment: Moment, *, by: Seat) -> Change:
    """Computers sit in for these players."""
    record = table.record
    attendance = record.attendance
    players = record.at_play
    for target in targets:
        seed = record.id * 1000 + record.revision
        computer = newcomer((*record.players, *players), "medium", None, seed).id
        players = (*players, computer)
        sits_in = StandIn(target, computer, since=record.revision + 1)
        attendance = msgspec.structs.replace(attendance, stand_ins=(*attendance.stand_ins, sits_in))
    attendance = orders.without(_answered(table, attendance, targets, by), targets)
    clock = deadlines.for_replaced(table, attendance, moment.on_clock)
    return frame.changed(table, moment.now, attendance=attendance, **clock)


def _answered(table: View, attendance: Attendance, targets: tuple[Seat, ...], by: Seat) -> Attendance:
    """Return the line about substitutes. A question stays open while it's about someone else as well."""
    record, question = table.record, attendance.open_question
    if question is None:
        told = Question(targets, asked=record.revision + 1, decision=record.since, chosen="computer", by=by)
        return msgspec.structs.replace(attendance, question=told)
    if any(attendance.stand_in(seat) is None for seat in question.seats):
        return attendance
    return msgspec.structs.replace(
        attendance, question=msgspec.structs.replace(question, chosen="computer", by=by)
    )


class ComeBack(msgspec.Struct, frozen=True):
    """Take one's seat back from the computer that plays there."""

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        seat = frame.playing_seat(table, user_id)
        if isinstance(seat, Refusal):
            return seat
        if not absence.is_away(table.record, seat):
            return Refusal("not-away")
        if table.record.is_idle:
            return idle.going_on(table, seat, moment)
        return frame.changed(table, moment.now, **frame.back(table, seat, moment))
