"""The absent players of a table: their missed turns, and the effect of moves on substitutes and questions."""

from collections.abc import Collection
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.sessions.view import View
from bot.storage.records import Attendance, Question, Record

MANY: Final = 3
"""After this many time-outs in a row a seat of a slow table has a quarter of its time."""


def present(table: View) -> tuple[Seat, ...]:
    """The seats whose people play themselves."""
    if table.state is None:
        return ()
    at_play = table.record.at_play
    return tuple(seat for seat in table.active if at_play[seat] > 0)


def is_deserted(table: View) -> bool:
    """Whether nobody but computers plays a running game."""
    record = table.record
    if record.status != "playing" or table.state is None or present(table):
        return False
    return any(record.at_play[seat] < 0 for seat in table.active)


def late(table: View) -> tuple[Seat, ...]:
    """Return the people who owe a decision now."""
    at_play = table.record.at_play
    return tuple(seat for seat in table.deciders if at_play[seat] > 0)


def back(attendance: Attendance, seat: Seat, revision: int) -> Attendance:
    """Note an act of a player at this revision: no substitute, and no question about them."""
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


def missed(attendance: Attendance, seats: Collection[Seat], players: int) -> Attendance:
    """The time of these seats was up once more."""
    silences = tuple(attendance.silences_of(seat) + (seat in seats) for seat in range(players))
    return msgspec.structs.replace(attendance, silences=silences if any(silences) else ())


def without_the_gone(attendance: Attendance, active: Collection[Seat], revision: int) -> Attendance:
    """Drop substitute and question of a seat that has left the game."""
    gone = {one.seat for one in attendance.stand_ins if one.until is None} - set(active)
    if attendance.question is not None:
        gone |= set(attendance.question.seats) - set(active)
    for seat in gone:
        attendance = back(attendance, seat, revision)
    return attendance


def still_asked(
    question: Question | None, deciders: Collection[Seat], *, is_same_decision: bool
) -> Question | None:
    """A question that's open while someone it's about owes the decision it was asked for."""
    if question is None or question.chosen != "open":
        return question
    return question if is_same_decision and set(question.seats) & set(deciders) else None


def is_hurried(record: Record, seats: Collection[Seat]) -> bool:
    """Whether all of these seats have let their time run out so often that they get less of it."""
    attendance = record.attendance
    return record.is_slow and bool(seats) and all(attendance.silences_of(seat) >= MANY for seat in seats)
