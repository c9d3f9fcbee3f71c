"""What happens when time is up: the default of the rules, or at a slow table what the others choose."""

from typing import Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.sessions import absence, idle, lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.places import Absent
from bot.sessions.session import Change, Session
from bot.sessions.stand_ins import fresh_deadline, seated
from bot.storage.records import Attendance, Chosen, Question

CHOICE_SECONDS: Final = 12 * 3600.0
"""How long the others may choose what becomes of somebody who was not in time."""
MAX_WAITS: Final = 2
"""How often the others may wait on for one decision."""

Choice = Literal["wait", "default", "computer"]


def time_up(session: Session, moment: Moment) -> Change | Refusal:
    """The clock of a running game has run out."""
    record = session.record
    if record.attendance.pace == "none":
        return idle.fallen_idle(session, moment.now)
    question = record.attendance.question
    if question is not None and question.chosen == "open":
        return _by_default(session, moment, question, "silence", None)
    seats = absence.late(session)
    others = set(absence.present(session)) - set(seats)
    if record.is_slow and not session.game.measures_time and seats and others:
        return _asked(session, seats, moment)
    return play.expired(session, moment)


def choose(session: Session, user_id: int, what: Choice, moment: Moment, at: int | None) -> Change | Refusal:
    """One of the others has chosen, by a button that was made at a revision."""
    record, question = session.record, session.record.attendance.question
    seat = session.seat_of(user_id)
    if record.status != "playing":
        return Refusal("not-started" if record.status == "lobby" else "game-over")
    if question is None or question.chosen != "open" or (at is not None and at < question.asked):
        return Refusal("chosen-already")
    if seat is None or seat not in session.game.active(session.state):
        return Refusal("not-a-player")
    if seat in question.seats or seat not in absence.present(session):
        return Refusal("others-choose")
    if what == "wait" and question.waits >= MAX_WAITS:
        return Refusal("waited-enough")
    if what == "computer" and session.game.notes is None:
        return Refusal("no-computers")
    here = _noted(session, seat)
    if what == "wait":
        return _waiting(here, question, seat, moment)
    if what == "computer":
        return seated(here, question.seats, moment, by=seat)
    return _by_default(here, moment, question, "default", seat)


def _noted(session: Session, seat: Seat) -> Session:
    """The session in which this player counts as there; nothing else is different yet."""
    attendance = absence.back(session.record.attendance, seat, session.record.revision + 1)
    here = Session(session.game, msgspec.structs.replace(session.record, attendance=attendance))
    here.state = session.state
    return here


def _asked(session: Session, seats: tuple[Seat, ...], moment: Moment) -> Change:
    """The others are asked what to do without these players; the clock stands still meanwhile."""
    record = session.record
    before, clock = record.attendance.question, session.game.clock(session.state)
    assert clock is not None, "a clock has run out"
    deciders = session.game.deciders(session.state)
    missed = absence.missed(record.attendance, seats, len(record.players))
    later = msgspec.structs.replace(record, attendance=missed)
    question = Question(
        seats=seats,
        asked=record.revision + 1,
        decision=record.since,
        phase=session.game.phase(session.state),
        seconds=play.length(record, clock, deciders),
        more=play.length(later, clock, deciders),
        waits=before.waits if before is not None and before.decision == record.since else 0,
    )
    attendance = msgspec.structs.replace(missed, question=question)
    deadline = moment.on_clock + CHOICE_SECONDS
    return lobby.changed(session, moment.now, attendance=attendance, deadline=deadline)


def _waiting(session: Session, question: Question, seat: Seat, moment: Moment) -> Change:
    """The players who were not in time have all of it once more."""
    answered = msgspec.structs.replace(question, chosen="wait", by=seat, waits=question.waits + 1)
    attendance = msgspec.structs.replace(session.record.attendance, question=answered)
    deadline = fresh_deadline(session, attendance, moment.on_clock)
    made = lobby.changed(session, moment.now, attendance=attendance, deadline=deadline)
    last = play.last_calls(session, made.record, session.state, question.seats)
    return msgspec.structs.replace(made, places=(*made.places, *last))


def _by_default(
    session: Session, moment: Moment, question: Question, chosen: Chosen, by: Seat | None
) -> Change | Refusal:
    """The rules decide for the players who were not in time, and the line says who wanted it so."""
    made = play.expired(session, moment)
    if isinstance(made, Refusal) or made.record.status != "playing":
        return made
    active = session.game.active(made.state)
    seats = tuple(one for one in question.seats if one in active)
    answered = msgspec.structs.replace(question, seats=seats, chosen=chosen, by=by) if seats else None
    attendance: Attendance = msgspec.structs.replace(made.record.attendance, question=answered)
    record = msgspec.structs.replace(made.record, attendance=attendance)
    places = made.places if Absent() in made.places else (*made.places, Absent())
    return msgspec.structs.replace(made, record=record, places=places)
