"""What happens when time is up: the default of the rules, or at a slow table what the others choose.

There they also choose at once where a decision is owed by players who said that they're away.
"""

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.sessions import absence, deadlines, frame, idle, orders, owing, play
from bot.sessions.clocks import Moment
from bot.sessions.requests import Click
from bot.sessions.session import Session
from bot.sessions.stand_ins import seated
from bot.sessions.view import Change, View
from bot.storage.records import Attendance, Chosen, Question

MAX_WAITS: Final = 2
"""How often the others may wait on for one decision."""

Choice = Literal["wait", "default", "computer"]


def time_up(table: View, moment: Moment) -> Change | Refusal:
    """The clock of a running game has run out."""
    record = table.record
    if record.attendance.pace == "none":
        return idle.fallen_idle(table, moment.now)
    if (question := record.attendance.open_question) is not None:
        return _by_default(table, moment, question, "silence", None)
    seats = absence.late(table)
    if _others_choose(table, seats):
        return _asked(table, seats, moment)
    return play.expired(table, moment)


def without_the_away(table: Session, moment: Moment) -> Change | None:
    """Return the question about players who are away. None while someone else is awaited, or it was asked."""
    record, seats = table.record, absence.late(table)
    question, back = record.attendance.question, [table.chosen_by(seat).away_until or 0.0 for seat in seats]
    is_known = question is not None and question.decision == record.since and question.until > 0
    if (
        record.status != "playing"
        or record.is_idle
        or is_known
        or record.attendance.open_question is not None
    ):
        return None
    away = {seat for seat in absence.present(table) if table.chosen_by(seat).away_for(moment.now)}
    if not away.issuperset(seats) or not _others_choose(table, away):
        return None
    if any(orders.acting(table, seat) for seat in seats):
        return None
    return _asked(table, seats, moment, max(back, default=0.0))


def _others_choose(table: View, seats: Collection[Seat]) -> bool:
    """Whether players are asked what to do without these seats."""
    others = set(absence.present(table)) - set(seats)
    return table.record.is_slow and not table.game.measures_time and bool(seats and others)


class AskWithoutTheAway(msgspec.Struct, frozen=True):
    """Ask those who are there about players who are away, because someone has just gone or come back."""

    def change(self, table: Session, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        return without_the_away(table, moment) or Refusal("stale")


class Choose(msgspec.Struct, frozen=True):
    """Choose what to do about players whose time is up."""

    what: Choice

    def change(self, table: View, user_id: int, moment: Moment, click: Click) -> Change | Refusal:
        record, at = table.record, click.revision
        question = record.attendance.open_question
        seat = table.seat_of(user_id)
        if refusal := frame.not_playing(record):
            return refusal
        if question is None or (at is not None and at < question.asked):
            return Refusal("chosen-already")
        if seat is None or seat not in table.active:
            return Refusal("not-a-player")
        if seat in question.seats or seat not in absence.present(table):
            return Refusal("others-choose")
        if self.what == "wait" and question.waits >= MAX_WAITS:
            return Refusal("waited-enough")
        if self.what == "computer" and table.game.notes is None:
            return Refusal("no-computers")
        here = _noted(table, seat)
        if self.what == "wait":
            return _waiting(here, question, seat, moment)
        if self.what == "computer":
            return seated(here, question.seats, moment, by=seat)
        return _by_default(here, moment, question, "default", seat)


def _noted(table: View, seat: Seat) -> View:
    """The table with this player there. Nothing else is different yet."""
    attendance = absence.back(table.record.attendance, seat, table.record.revision + 1)
    return View(table.game, msgspec.structs.replace(table.record, attendance=attendance), table.state)


def _asked(table: View, seats: tuple[Seat, ...], moment: Moment, until: float = 0.0) -> Change:
    """Ask the others about players who are late, or away until then. The clock is paused meanwhile."""
    record = table.record
    before, clock, missed = record.attendance.question, table.clock, record.attendance
    assert clock is not None, "slow tables have one"
    if not until:
        missed = absence.missed(orders.ended(missed, "time", seats), seats, len(record.players))
    later = msgspec.structs.replace(record, attendance=missed)
    question = Question(
        seats=seats,
        asked=record.revision + 1,
        decision=record.since,
        phase=table.game.phase(table.state),
        seconds=deadlines.length(record, clock, table.deciders),
        more=deadlines.length(later, clock, table.deciders),
        waits=before.waits if before is not None and before.decision == record.since else 0,
        until=until,
    )
    attendance = msgspec.structs.replace(missed, question=question)
    deadline = moment.on_clock + deadlines.CHOICE_SECONDS
    return frame.changed(table, moment.now, attendance=attendance, deadline=deadline)


def _waiting(table: View, question: Question, seat: Seat, moment: Moment) -> Change:
    """The players who weren't in time have all of it once more, from when they're back."""
    answered = msgspec.structs.replace(question, chosen="wait", by=seat, waits=question.waits + 1)
    attendance = msgspec.structs.replace(table.record.attendance, question=answered)
    deadline = deadlines.begun_again(table, attendance, max(moment.on_clock, question.until))
    made = frame.changed(table, moment.now, attendance=attendance, deadline=deadline)
    record = owing.called(made.record, question.seats if question.until else ())
    record = owing.called_last(table.game, record, table.state, question.seats)
    return msgspec.structs.replace(made, record=record)


def _by_default(
    table: View, moment: Moment, question: Question, chosen: Chosen, by: Seat | None
) -> Change | Refusal:
    """Apply the rules' default for late players, and note who chose it for the table's line."""
    made = play.expired(table, moment)
    if isinstance(made, Refusal) or made.record.status != "playing":
        return made
    active = table.game.active(made.state)
    seats = tuple(one for one in question.seats if one in active)
    answered = msgspec.structs.replace(question, seats=seats, chosen=chosen, by=by) if seats else None
    attendance: Attendance = msgspec.structs.replace(made.record.attendance, question=answered)
    record = msgspec.structs.replace(made.record, attendance=attendance)
    return msgspec.structs.replace(made, record=record)
