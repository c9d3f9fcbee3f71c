"""Checks that clocks charge exactly the time in which people could play."""

from collections.abc import Iterator

import msgspec

from bot.sessions import deadlines
from bot.sessions.deadlines import CHOICE_SECONDS
from bot.storage.records import Question, Record
from tests.simulation.database import Saved
from tests.simulation.line import Line

MAX_EARLY_SECONDS = 2.0
"""The tolerance for early clocks in games that count whole seconds."""
MAX_LATE_SECONDS = 6.0
"""A timeout move must come within this many seconds, apart from trouble."""


def check(line: Line) -> Iterator[str]:
    """Yield clocks that ran out too early, and moves or timeouts that came too late."""
    begun: Saved | None = None
    before: Record | None = None
    returns = 0  # Counts the returns of players while that clock runs.
    for one in line.saved:
        record = one.change.record
        has_run_out = before is not None and ran_out(line, before, one)
        if begun is not None and (one.change.played is not None or has_run_out):
            yield from _judge(line, begun, one, returns, has_run_out=has_run_out)
        if record.status != "playing" or record.clock_key is None or record.is_idle or record.is_alone:
            begun = None
        elif begun is None or before is None or _begins_again(line, before, one):
            begun, returns = one, 0
        elif _returners(before, one):
            returns += 1
        before = record


def ran_out(line: Line, before: Record, one: Saved) -> bool:
    """Whether a change is the effect of a clock that has run out."""
    played, record = one.change.played, one.change.record
    if played is not None:
        return played.seat is None and played.move != "deal" and one.change.interaction_id is None
    if before.status != "playing" or before.is_idle:
        return False
    if record.is_idle:
        return bool(deadlines.present(line.at(before.revision)))  # Otherwise only computers are left.
    return is_open(record.attendance.question) and not is_open(before.attendance.question)


def is_open(question: Question | None) -> bool:
    """Whether the others are being asked."""
    return question is not None and question.chosen == "open"


def _begins_again(line: Line, before: Record, one: Saved) -> bool:
    """Whether a clock begins, or starts over with all of its time."""
    record = one.change.record
    if record.clock_key != before.clock_key:
        return True
    if is_open(record.attendance.question) != is_open(before.attendance.question):
        return True
    if is_open(record.attendance.question):
        return False  # The others' time to choose doesn't start over.
    if line.game.measures_time:
        return False  # Players who are back have the time that they had.
    return bool(_returners(before, one) & {*line.game.deciders(line.states[record.revision])})


def _returners(before: Record, one: Saved) -> set[int]:
    """Return the players who are back without having made a move."""
    record = one.change.record
    if one.change.played is not None:
        return set()
    asked, still = before.attendance.question, record.attendance.question
    away = {one.seat for one in before.attendance.stand_ins if one.until is None}
    left = {one.seat for one in record.attendance.stand_ins if one.until is None}
    named = set(asked.seats) if asked is not None else set()
    if still is not None and asked is not None and still.asked != asked.asked:
        named = set()  # Now another line asks about someone else.
    return (away - left) | (named - set(still.seats if still is not None else ()))


def _judge(line: Line, begun: Saved, one: Saved, returns: int, *, has_run_out: bool) -> Iterator[str]:
    seconds, more = _seconds(line, begun.change.record)
    passed = one.played_time - begun.played_time
    at = one.change.record.revision
    if has_run_out and passed < seconds - MAX_EARLY_SECONDS:
        yield f"the clock of {seconds} s ran out after {passed:.1f} s at {at}"
    if passed > seconds + returns * more + MAX_LATE_SECONDS + one.grace - begun.grace:
        yield f"the clock of {seconds} s had not run out after {passed:.1f} s at {at}"


def _seconds(line: Line, record: Record) -> tuple[float, float]:
    """Return the time of a clock that begins at this revision, and the extra time per returning player."""
    if record.attendance.pace == "none":
        return deadlines.UNHURRIED_SECONDS, 0.0
    state = line.states[record.revision]
    clock = line.game.clock(state)
    assert clock is not None
    deciders = line.game.deciders(state)
    if is_open(record.attendance.question):  # If several are absent, one who is back gets all of their time.
        present = msgspec.structs.replace(record.attendance, silences=(0,) * len(record.players))
        return CHOICE_SECONDS, deadlines.clock_seconds(
            msgspec.structs.replace(record, attendance=present), clock, deciders
        )
    return deadlines.clock_seconds(record, clock, deciders), 0.0
