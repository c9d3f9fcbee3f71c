"""Absent players: what happens when time is up, computers that sit in, and tables left alone."""

from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.players.computers import newcomer, people
from bot.sessions import deadlines, frame, orders, play
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Change, Click, View
from bot.storage.records import IDLE, Attendance, Chosen, Played, Question, StandIn

MAX_WAITS: Final = 2
"""The most times that the others may choose to wait for one decision."""

Choice = Literal["wait", "default", "computer"]
HOST_MAY_SECONDS: Final = 300.0
"""The time after which the host of a table that isn't slow may replace a player who owes a decision."""
IDLE_SILENCES: Final = 3
"""The time-outs in a row, per player, after which a table is idle."""
MOVES_BETWEEN: Final = 60
"""The most moves of computers, or moves that nobody chooses, that usually come between two time-outs."""


def time_up(table: View, instant: Instant) -> Change | Refusal:
    """Return the change of a running game whose clock has run out."""
    record = table.record
    if record.attendance.pace == "none":
        return made_idle(table, instant.now)
    if (question := record.attendance.open_question) is not None:
        return _by_default(table, instant, question, "silence", None)
    seats = deadlines.awaited(table)
    if _others_choose(table, seats):
        return _with_question(table, seats, instant)
    return play.expired(table, instant)


def ask_about_away(table: Session, instant: Instant) -> Change | None:
    """Return a change that asks about the awaited players, if all are away and nobody was asked yet."""
    record, seats = table.record, deadlines.awaited(table)
    question, until = record.attendance.question, [table.chosen_by(seat).away_until or 0.0 for seat in seats]
    is_known = question is not None and question.decision == record.since and question.until > 0
    if record.status != "playing" or record.is_idle or is_known or record.attendance.open_question:
        return None
    away = {seat for seat in deadlines.present(table) if table.chosen_by(seat).away_for(instant.now)}
    if not away.issuperset(seats) or not _others_choose(table, away):
        return None
    if any(orders.acting(table, seat) for seat in seats):
        return None
    return _with_question(table, seats, instant, max(until, default=0.0))


def _others_choose(table: View, seats: Collection[Seat]) -> bool:
    """Whether the other players are asked what to do without these seats."""
    others = set(deadlines.present(table)) - set(seats)
    return table.record.is_slow and not table.game.measures_time and bool(seats and others)


class AskAboutAway(msgspec.Struct, frozen=True):
    """Ask those who are there about players who are away, because someone has just gone or come back."""

    def change(self, table: Session, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        return ask_about_away(table, instant) or Refusal("stale")


class Choose(msgspec.Struct, frozen=True):
    """Choose what to do about players whose time is up."""

    what: Choice

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        record, at = table.record, click.revision
        question = record.attendance.open_question
        seat = table.seat_of(user_id)
        if refusal := table.not_playing:
            return refusal
        if question is None or (at is not None and at < question.asked):
            return Refusal("chosen-already")
        if seat is None or seat not in table.active:
            return Refusal("not-a-player")
        if seat in question.seats or seat not in deadlines.present(table):
            return Refusal("others-choose")
        if self.what == "wait" and question.waits >= MAX_WAITS:
            return Refusal("waited-enough")
        if self.what == "computer" and table.game.notes is None:
            return Refusal("no-computers")
        after = _after_act(table, seat)
        if self.what == "wait":
            return _with_more_time(after, question, seat, instant)
        if self.what == "computer":
            return with_stand_ins(after, question.seats, instant, by=seat)
        return _by_default(after, instant, question, "default", seat)


def _after_act(table: View, seat: Seat) -> View:
    """Return the table after an act of this player. Nothing else has changed yet."""
    attendance = deadlines.with_return(table.record.attendance, seat, table.record.revision + 1)
    return View(table.game, msgspec.structs.replace(table.record, attendance=attendance), table.state)


def _with_question(table: View, seats: tuple[Seat, ...], instant: Instant, until: float = 0.0) -> Change:
    """Ask the others about players who are late, or away `until` a time. The clock stops meanwhile."""
    record = table.record
    before, clock, missed = record.attendance.question, table.clock, record.attendance
    assert clock is not None, "slow tables have one"
    if not until:
        missed = deadlines.with_time_out(orders.ended(missed, "time", seats), seats, len(record.players))
    later = msgspec.structs.replace(record, attendance=missed)
    question = Question(
        seats=seats,
        asked=record.revision + 1,
        decision=record.since,
        phase=table.game.phase(table.state),
        seconds=deadlines.clock_seconds(record, clock, table.deciders),
        more=deadlines.clock_seconds(later, clock, table.deciders),
        waits=before.waits if before is not None and before.decision == record.since else 0,
        until=until,
    )
    attendance = msgspec.structs.replace(missed, question=question)
    deadline = instant.on_clock + deadlines.CHOICE_SECONDS
    return frame.changed(table, instant.now, attendance=attendance, deadline=deadline)


def _with_more_time(table: View, question: Question, seat: Seat, instant: Instant) -> Change:
    """Give late players all of their time once more, from when they're back."""
    answered = msgspec.structs.replace(question, chosen="wait", by=seat, waits=question.waits + 1)
    attendance = msgspec.structs.replace(table.record.attendance, question=answered)
    deadline = deadlines.restart_ends_at(table, attendance, max(instant.on_clock, question.until))
    made = frame.changed(table, instant.now, attendance=attendance, deadline=deadline)
    record = deadlines.with_calls(made.record, question.seats if question.until else ())
    record = deadlines.with_last_calls(table.game, record, table.state, question.seats)
    return msgspec.structs.replace(made, record=record)


def _by_default(
    table: View, instant: Instant, question: Question, chosen: Chosen, by: Seat | None
) -> Change | Refusal:
    """Apply the rules' default for late players, and note who chose it for the table's line."""
    made = play.expired(table, instant)
    if isinstance(made, Refusal) or made.record.status != "playing":
        return made
    active = table.game.active(made.state)
    seats = tuple(one for one in question.seats if one in active)
    answered = msgspec.structs.replace(question, seats=seats, chosen=chosen, by=by) if seats else None
    attendance: Attendance = msgspec.structs.replace(made.record.attendance, question=answered)
    record = msgspec.structs.replace(made.record, attendance=attendance)
    return msgspec.structs.replace(made, record=record)


class SitIn(msgspec.Struct, frozen=True):
    """Let a computer play for a seat, or for the asker's own if none is named."""

    seat: Seat | None = None

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        asker = table.playing_seat(user_id)
        if isinstance(asker, Refusal):
            return asker
        target = asker if self.seat is None else self.seat
        if why := _objection(table, asker, target, instant.now):
            return why
        return with_stand_ins(table, (target,), instant, by=asker)


def may_be_handed_over(table: View, user_id: int, now: float) -> tuple[Seat, ...]:
    """Return the seats that this user may hand to a computer now. Their own first."""
    asker = table.playing_seat(user_id)
    if isinstance(asker, Refusal):
        return ()
    seats = (asker, *(seat for seat in table.active if seat != asker))
    return tuple(seat for seat in seats if _objection(table, asker, seat, now) is None)


def _objection(table: View, asker: Seat, target: Seat, now: float) -> Refusal | None:
    """Return why no computer may sit in for a player."""
    if table.game.notes is None:
        return Refusal("no-computers")
    there = deadlines.present(table)
    if target not in there:
        return Refusal("sits-in-already")
    if there == (target,) or (asker != target and asker not in there):
        return Refusal("nobody-else")
    if asker != target and not _has_kept_waiting(table, asker, target, now):
        return Refusal("not-absent", {"seat": target})
    return None


def _has_kept_waiting(table: View, asker: Seat, target: Seat, now: float) -> bool:
    """Whether a player has timed out, or kept the host of a table that isn't slow waiting for long."""
    record = table.record
    if record.attendance.silences_of(target):
        return True
    is_host = record.players[asker] == record.host_id
    is_awaited = target in table.deciders
    return is_host and is_awaited and not record.is_slow and now >= record.updated_at + HOST_MAY_SECONDS


def with_stand_ins(table: View, targets: tuple[Seat, ...], instant: Instant, *, by: Seat) -> Change:
    """Return the change by which computers sit in for these players."""
    record = table.record
    attendance = record.attendance
    players = record.at_play
    for target in targets:
        seed = record.id * 1000 + record.revision
        computer = newcomer((*record.players, *players), "medium", None, seed).id
        players = (*players, computer)
        stand_in = StandIn(target, computer, since=record.revision + 1)
        attendance = msgspec.structs.replace(attendance, stand_ins=(*attendance.stand_ins, stand_in))
    attendance = orders.without(_with_line(table, attendance, targets, by), targets)
    clock = deadlines.for_replaced(table, attendance, instant.on_clock)
    return frame.changed(table, instant.now, attendance=attendance, **clock)


def _with_line(table: View, attendance: Attendance, targets: tuple[Seat, ...], by: Seat) -> Attendance:
    """Return the attendance with the line about new stand-ins. A question stays open until all are in."""
    record, question = table.record, attendance.open_question
    if question is None:
        line = Question(targets, asked=record.revision + 1, decision=record.since, chosen="computer", by=by)
        return msgspec.structs.replace(attendance, question=line)
    if any(attendance.stand_in(seat) is None for seat in question.seats):
        return attendance
    return msgspec.structs.replace(
        attendance, question=msgspec.structs.replace(question, chosen="computer", by=by)
    )


class ComeBack(msgspec.Struct, frozen=True):
    """Take the user's seat back from the computer that plays there."""

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        seat = table.playing_seat(user_id)
        if isinstance(seat, Refusal):
            return seat
        if not deadlines.is_away(table.record, seat):
            return Refusal("not-away")
        if table.record.is_idle:
            return resumed(table, seat, instant)
        return frame.changed(table, instant.now, **frame.after_act(table, seat, instant))


def moves_to_read(table: View) -> int:
    """Return how many of the last moves have to be read to see whether the table is idle."""
    has_others = min(table.record.at_play) < 0 or table.game.forced_verbs
    return max_silences(table) * (MOVES_BETWEEN if has_others else 1)


def max_silences(table: View) -> int:
    """Return the time-outs in a row after which a table is idle."""
    at_play = table.record.at_play
    return IDLE_SILENCES * sum(at_play[seat] >= 0 for seat in table.active)


def is_left_alone(table: View, last: Sequence[Played]) -> bool:
    """Whether a table counts as left alone: its clock has run out again and again without a person's move.

    At a slow table the others are asked between two moves, so each player's own time-outs count. A game that
    charges players the time that passes ends by its own rules.
    """
    attendance = table.record.attendance
    if table.record.is_slow:
        return all(attendance.silences_of(seat) >= IDLE_SILENCES for seat in deadlines.present(table))
    revision, silences = table.record.revision, 0
    for played in reversed(last):
        seat = played.seat
        is_computers = seat is not None and (
            table.record.players[seat] < 0
            or table.record.attendance.stand_in(seat, played.revision) is not None
        )
        is_nobodys = played.move == "timeout" or played.move in table.game.forced_verbs
        if played.revision != revision or not (is_computers or is_nobodys):
            break
        silences += played.move == "timeout"
        revision -= 1
    return not table.game.measures_time and silences >= max_silences(table)


def made_idle(table: View, now: float, seconds: float = deadlines.IDLE_SECONDS) -> Change:
    """Return the change that stops a table's clock until a player does something, or the table ends."""
    attendance = msgspec.structs.replace(table.record.attendance, question=None)
    attendance = orders.ended(attendance, "idle")
    return frame.changed(table, now, clock_key=IDLE, deadline=now + seconds, attendance=attendance)


def deserted(table: View, now: float) -> Change:
    """Return the change for a table with only computers left. It ends at once if nobody can come back.

    Players with a stand-in have the time of one turn to come back.
    """
    record = table.record
    players = [record.players[seat] for seat in table.active]
    if not people(players):
        return frame.closed(table, now, "deserted")
    return made_idle(table, now, record.turn_seconds or deadlines.IDLE_SECONDS)


class Resume(msgspec.Struct, frozen=True):
    """Let an idle table go on: players who owe a decision get all of their time again, and are called."""

    def change(self, table: View, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        seat = table.playing_seat(user_id)
        if isinstance(seat, Refusal):
            return seat
        if not table.record.is_idle:
            return Refusal("not-idle")
        made = resumed(table, seat, instant)
        deciders = table.deciders
        record = msgspec.structs.replace(made.record, owing=())
        record = deadlines.with_calls(record, [other for other in deciders if other != seat])
        record = deadlines.with_last_calls(table.game, record, table.state, deciders)
        return msgspec.structs.replace(made, record=record)


def resumed(table: View, seat: Seat, instant: Instant) -> Change:
    """Return the change when a player is back at an idle table. Its deciders get all of their time."""
    attendance = deadlines.with_return(table.record.attendance, seat, table.record.revision + 1)
    deadline = deadlines.restart_ends_at(table, attendance, instant.on_clock)
    key = table.clock.key if table.clock else None
    return frame.changed(table, instant.now, clock_key=key, deadline=deadline, attendance=attendance)
