"""What happens to a running game: the deal, moves, clocks. Each gives the change to store, or a refusal."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import Clock
from bot.engine.draft import Refusal, Step
from bot.engine.events import write_events
from bot.engine.moves import Move
from bot.fair.deal import Beacon
from bot.sessions import absence, dealing
from bot.sessions.clocks import Moment
from bot.sessions.places import Absent, Call, Deal, Hands, LastCall, Result, Table, Task
from bot.sessions.session import Change, Session
from bot.storage.records import DEAL, Attendance, Played, Record

HURRY: Final = 4
"""Who is silent for long has the time divided by this."""
UNHURRIED_SECONDS: Final = 7 * 86400.0
"""How long nothing happens at a table without a clock before it counts as left alone."""

LAST_SHARE: Final = 0.2
"""What is left of a clock when those who have not acted are called once more."""
MIN_SECONDS: Final = 300
"""Shorter clocks bring no second call: a minute before the end is the least that is of use to somebody who
has to come from elsewhere, and who plays by a shorter clock looks at the table anyway."""


class BrokenInvariant(Exception):
    """A game's own invariants do not hold after a move: our bug. Nothing was stored or shown."""

    def __init__(self, faults: list[str], move: str) -> None:
        super().__init__(f"after {move!r}: {'; '.join(faults)}")


def dealt(
    session: Session, moment: Moment, players: tuple[int, ...] | None = None, beacon: Beacon | None = None
) -> Change:
    """The first deal, to those who sit there or to these players; `beacon` is what a public one has said."""
    record = session.record
    if players is not None:
        record = msgspec.structs.replace(record, players=players, acted=(0,) * len(players))
    session = Session(session.game, dealing.fixed(record, beacon))
    chance = session.chance
    step = session.game.deal(len(session.record.players), session.options, chance)
    return _follow(session, step, chance, seat=None, move=DEAL, moment=moment, measured_at=moment.on_clock)


def moved(
    session: Session, seat: Seat, move: Move, moment: Moment, *, by_owner: bool = True
) -> Change | Refusal:
    """A seat's move, made by its player, or else by the computer there."""
    chance, state = session.chance, session.state
    passed, measured_at = _passed(session, moment.on_clock)
    if passed is not None:
        state = session.game.wait(state, passed, chance).state
    step = session.game.apply(state, seat, move, chance)
    if isinstance(step, Refusal):
        return step
    return _follow(
        session,
        step,
        chance,
        seat=seat,
        move=str(move),
        moment=moment,
        measured_at=measured_at,
        waited=passed or 0,
        by_owner=by_owner,
    )


def expired(session: Session, moment: Moment) -> Change | Refusal:
    """The clock has run out: everybody who has to decide gets the default of the rules."""
    chance, (passed, measured_at) = session.chance, _passed(session, moment.on_clock)
    if passed is not None:
        move = f"wait seconds:{passed}"
        step: Step[Any] | Refusal = session.game.wait(session.state, passed, chance)
    else:
        move, step = "timeout", session.game.timeout(session.state, chance)
    if isinstance(step, Refusal):
        return step
    return _follow(session, step, chance, seat=None, move=move, moment=moment, measured_at=measured_at)


def _passed(session: Session, on_clock: float) -> tuple[int | None, float | None]:
    """Whole seconds to tell the game of (None: it counts none), and the time until which it knows then."""
    measured_at = session.record.measured_at
    if not session.game.measures_time or measured_at is None:
        return None, measured_at
    passed = max(0, int(on_clock - measured_at))
    return passed, measured_at + passed


def _follow(
    session: Session,
    step: Step[Any],
    chance: SeededChance,
    *,
    seat: Seat | None,
    move: str,
    moment: Moment,
    measured_at: float | None,
    waited: int = 0,
    by_owner: bool = False,
) -> Change:
    """The change that an accepted step makes; raises BrokenInvariant instead of storing nonsense."""
    game = session.game
    if faults := game.faults(step.state):
        raise BrokenInvariant(faults, move)
    clock, outcome = game.clock(step.state), game.outcome(step.state)
    is_same_clock = clock is not None and clock.key == session.record.clock_key
    is_same = is_same_clock or (game.measures_time and _asks_nobody_new(session, step.state))
    attendance = _attendance(session, step.state, mover=seat, by_owner=by_owner, is_same_decision=is_same)
    old = msgspec.structs.replace(session.record, attendance=attendance)
    revision = old.revision + 1
    acted = tuple(revision if place == seat else last for place, last in enumerate(old.acted))
    if not is_same_clock:
        measured_at = _handed_on(measured_at, moment.on_clock)
    begins_at = measured_at if game.measures_time and measured_at is not None else moment.on_clock
    record = msgspec.structs.replace(
        old,
        status="playing" if outcome is None else "over",
        revision=revision,
        version=old.version + 1,
        position=game.dump(step.state),
        chance_counts=chance.counts,
        acted=acted,
        since=old.since if is_same else revision,
        clock_key=clock.key if clock else None,
        deadline=_time_left(session, old, step.state, clock, begins_at),
        measured_at=measured_at,
        updated_at=moment.now,
    )
    events = write_events(step.events)
    at = float(int(moment.now))  # a second is fine enough, and its parts would be a third of a packed game
    played = Played(revision=revision, seat=seat, move=move, events=events, at=at, waited=waited)
    return Change(
        record=record, state=step.state, played=played, places=_places(session, step.state, seat, record)
    )


def _handed_on(measured_at: float | None, on_clock: float) -> float | None:
    """Until when time is counted where the next clock begins, to which no forgiven time goes.

    After a crash more may have been forgiven than nobody could play, if the last heartbeat was not saved.
    That stays with the clock that was shown with it.
    """
    return None if measured_at is None else min(measured_at, on_clock)


def _asks_nobody_new(session: Session, state: Any) -> bool:
    """Whether all present deciders were deciders before; false before the deal."""
    if session.state is None:
        return False
    return set(session.game.deciders(state)) <= set(session.game.deciders(session.state))


def _attendance(
    session: Session, state: Any, *, mover: Seat | None, by_owner: bool, is_same_decision: bool
) -> Attendance:
    """Who is absent after a step that a player, a computer or the clock has made."""
    old, revision = session.record.attendance, session.record.revision + 1
    is_counted = old.question is not None and old.question.chosen == "open"
    if mover is not None:
        old = absence.back(old, mover, revision) if by_owner else old
    elif session.state is not None and not is_counted:
        old = absence.missed(old, absence.late(session), len(session.record.players))
    if old.question is None and not old.stand_ins:
        return old
    deciders = session.game.deciders(state)
    question = absence.still_asked(old.question, deciders, is_same_decision=is_same_decision)
    kept = msgspec.structs.replace(old, question=question)
    return absence.without_the_gone(kept, session.game.active(state), revision)


def _time_left(
    session: Session, record: Record, state: Any, clock: Clock | None, begins_at: float
) -> float | None:
    """When the clock that runs after a step runs out; one that ran before goes on, unless it was halted."""
    is_same = clock is not None and clock.key == record.clock_key
    before = session.record.attendance.question
    is_settled = before is not None and before.chosen == "open" and record.attendance.question is None
    if is_same and not is_settled:
        return record.deadline
    return deadline(record, clock, begins_at, session.game.deciders(state))


def deadline(
    record: Record, clock: Clock | None, now: float, deciders: Collection[Seat] = ()
) -> float | None:
    """When a clock that begins now runs out; without one, when the table counts as left alone."""
    if clock is None:
        return None
    if record.attendance.pace == "none":
        return now + UNHURRIED_SECONDS
    return now + length(record, clock, deciders)


def length(record: Record, clock: Clock, deciders: Collection[Seat]) -> int:
    """The seconds that a clock gives; the pace of the table goes before the game's own."""
    if clock.seconds is not None and record.attendance.pace is None:
        return clock.seconds
    seconds = record.turn_seconds if clock.kind == "turn" else record.response_seconds
    at_play = record.at_play
    people = [seat for seat in deciders if at_play[seat] > 0]
    return seconds // HURRY if absence.is_hurried(record, people) else seconds


def last_calls(session: Session, record: Record, state: Any, seats: Iterable[Seat]) -> Iterator[LastCall]:
    """The calls of those who still have not acted when most of the time is over; computers need none.

    `record` and `state` are those in which these seats begin to owe a decision.
    """
    clock = session.game.clock(state)
    if clock is None or record.attendance.pace == "none":
        return
    seconds = length(record, clock, session.game.deciders(state))
    if seconds >= MIN_SECONDS:
        yield from (
            LastCall(seat, round(LAST_SHARE * seconds)) for seat in seats if record.at_play[seat] >= 0
        )


def _places(session: Session, state: Any, mover: Seat | None, record: Record) -> tuple[Task, ...]:
    """What must be shown after a step: the table, the hands, and the calls of each new decider."""
    is_asked = session.record.attendance.question is not None or record.attendance.question is not None
    asked = (Absent(),) if is_asked else ()
    if record.status == "over":
        return (Result(), *asked, Hands())
    is_restarted = record.since == record.revision
    is_new = session.state is None or is_restarted or session.record.is_idle
    before = () if is_new else session.game.deciders(session.state)
    deciders = session.game.deciders(state)
    new = [seat for seat in deciders if seat not in before and seat != mover]
    # Computers need no call, nor does who has nothing to choose.
    called = (
        Call(seat) for seat in new if record.at_play[seat] >= 0 and session.game.forced(state, seat) is None
    )
    owing = (seat for seat in deciders if seat in new or seat == mover)
    shown = Deal() if session.state is None else Table()
    return (shown, *asked, *called, Hands(), *last_calls(session, record, state, owing))
