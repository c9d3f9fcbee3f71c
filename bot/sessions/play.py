"""Deals, moves and time-outs. Each function returns the change to store, or a refusal."""

from typing import Any

import msgspec

from bot.engine.chance import Seat, SeededChance
from bot.engine.contract import AnyGame
from bot.engine.draft import Refusal, Step
from bot.engine.events import write_events
from bot.engine.moves import Move
from bot.fair import deal as deals
from bot.fair.deal import Beacon
from bot.players.computers import computer_of
from bot.sessions import deadlines, orders
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.view import Act, Change, Click, View
from bot.storage.records import DEAL, Attendance, Played, Record, has_one_person


class BrokenInvariant(Exception):
    """A sign of a bug of ours: a game's invariants don't hold after a move. Nothing was stored or shown."""

    def __init__(self, faults: list[str], move: str) -> None:
        super().__init__(f"after {move!r}: {'; '.join(faults)}")


def dealt(
    table: View, instant: Instant, players: tuple[int, ...] | None = None, beacon: Beacon | None = None
) -> Change:
    """Return the first deal, to the seated players or to `players`. `beacon` is a public beacon's answer."""
    record = table.record
    if players is not None:
        record = msgspec.structs.replace(record, players=players, acted=(0,) * len(players))
    if has_one_person(record.players):
        record = unhurried(table.game, record)
    table = View(table.game, fixed(msgspec.structs.replace(record, starts_at=None), beacon))
    chance, now = table.chance, instant.on_clock
    step = table.game.deal(len(table.record.players), table.options, chance)
    return _step_change(table, step, chance, seat=None, move=DEAL, instant=instant, measured_at=now)


def unhurried(game: AnyGame, record: Record) -> Record:
    """Return the record of a table for one person and computers: nobody waits, so no time is limited."""
    options = {**record.options, **game.alone}
    attendance = record.attendance
    if not game.measures_time:
        attendance = msgspec.structs.replace(attendance, pace="none")
    return msgspec.structs.replace(record, options=options, attendance=attendance)


def dealt_by(user_id: int, made: Change) -> Change:
    """Return a deal with the player who made it. They're at the table, so they see whose turn it is."""
    return msgspec.structs.replace(made, act=Act(made.record.players.index(user_id), "", 0))


class MakeMove(msgspec.Struct, frozen=True):
    """Make a move of the game. Refused if its control was made for an earlier decision."""

    move: Move

    def change(self, session: Session, user_id: int, instant: Instant, click: Click) -> Change | Refusal:
        seat, status = session.seat_of(user_id), session.record.status
        if status in ("cancelled", "frozen"):
            return Refusal("game-over" if status == "cancelled" else "frozen")
        if session.state is None:
            return Refusal("not-started")
        if seat is None:
            return Refusal("not-a-player")
        if click.revision is not None and click.revision < session.decision_of(seat):
            return stale_refusal(session, seat, click)
        made = moved(session, seat, self.move, instant)
        if isinstance(made, Refusal):
            return made
        return msgspec.structs.replace(made, act=Act(seat, click.act, session.last_move(seat)))


def stale_refusal(session: Session, seat: Seat, click: Click) -> Refusal:
    """Return why a stale control does nothing. In a double click, the first press has made the move."""
    act, revision = session.acts.get(seat), click.revision
    if act is None or revision is None or not click.act or act.what != click.act:
        return Refusal("stale")
    # Only the first move since the control was made can be the same press. A later one means something else.
    has_done = act.since <= revision < session.last_move(seat)
    return Refusal("done-already" if has_done else "stale")


def moved(
    table: View, seat: Seat, move: Move, instant: Instant, *, by_owner: bool = True
) -> Change | Refusal:
    """Return the change for a seat's move. `by_owner` is false for the moves of computers and orders."""
    chance, state = table.chance, table.state
    passed, measured_at = _passed(table, instant.on_clock)
    if passed is not None:
        state = table.game.wait(state, passed, chance).state
    step = table.game.apply(state, seat, move, chance)
    if isinstance(step, Refusal):
        return step
    return _step_change(
        table,
        step,
        chance,
        seat=seat,
        move=str(move),
        instant=instant,
        measured_at=measured_at,
        waited=passed or 0,
        by_owner=by_owner,
    )


def expired(table: View, instant: Instant) -> Change | Refusal:
    """Return the change for a clock that has run out: every decider gets the default of the rules."""
    chance, (passed, measured_at) = table.chance, _passed(table, instant.on_clock)
    if passed is not None:
        move = f"wait seconds:{passed}"
        step: Step[Any] | Refusal = table.game.wait(table.state, passed, chance)
    else:
        move, step = "timeout", table.game.timeout(table.state, chance)
    if isinstance(step, Refusal):
        return step
    return _step_change(table, step, chance, seat=None, move=move, instant=instant, measured_at=measured_at)


def _passed(table: View, on_clock: float) -> tuple[int | None, float | None]:
    """Return the whole seconds to charge (None if the game doesn't measure time), and the time after them."""
    measured_at = table.record.measured_at
    if not table.game.measures_time or measured_at is None:
        return None, measured_at
    passed = max(0, int(on_clock - measured_at))
    return passed, measured_at + passed


def _step_change(
    table: View,
    step: Step[Any],
    chance: SeededChance,
    *,
    seat: Seat | None,
    move: str,
    instant: Instant,
    measured_at: float | None,
    waited: int = 0,
    by_owner: bool = False,
) -> Change:
    """Return the change that an accepted step makes. Raises BrokenInvariant instead of storing nonsense."""
    game = table.game
    if faults := game.faults(step.state):
        raise BrokenInvariant(faults, move)
    clock, outcome = game.clock(step.state), game.outcome(step.state)
    is_same_clock = clock is not None and clock.key == table.record.clock_key
    is_same = is_same_clock or (game.measures_time and _asks_nobody_new(table, step.state))
    attendance = _attendance(table, step.state, mover=seat, by_owner=by_owner, is_same_decision=is_same)
    attendance = orders.after_step(table, step, attendance, mover=seat, by_owner=by_owner)
    if by_owner and seat is not None and outcome is None:
        attendance = orders.with_press(table.record, attendance, seat, instant.now)
    old = msgspec.structs.replace(table.record, attendance=attendance)
    revision = old.revision + 1
    acted = tuple(revision if place == seat else last for place, last in enumerate(old.acted))
    if not is_same_clock and measured_at is not None:
        # Forgiven time doesn't pass to the next clock. After a crash more time may have been forgiven than
        # was lost, if the last heartbeat wasn't saved. Only the clock that was shown with it keeps it.
        measured_at = min(measured_at, instant.on_clock)
    begins_at = measured_at if game.measures_time and measured_at is not None else instant.on_clock
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
        deadline=deadlines.after_step(table, old, step.state, begins_at),
        measured_at=measured_at,
        updated_at=instant.now,
    )
    events = write_events(step.events)
    at = float(int(instant.now))  # a second is fine enough, and its parts would be a third of a packed game
    played = Played(revision=revision, seat=seat, move=move, events=events, at=at, waited=waited)
    record = deadlines.owing_after(table, step.state, seat, record)
    return Change(record=record, state=step.state, played=played)


def _asks_nobody_new(table: View, state: Any) -> bool:
    """Whether all present deciders were deciders before. False before the deal."""
    if table.state is None:
        return False
    return set(table.game.deciders(state)) <= set(table.deciders)


def _attendance(
    table: View, state: Any, *, mover: Seat | None, by_owner: bool, is_same_decision: bool
) -> Attendance:
    """Return the attendance after a step by a player, a computer or the clock."""
    old, revision = table.record.attendance, table.record.revision + 1
    if mover is not None:
        old = deadlines.with_return(old, mover, revision) if by_owner else old
    elif table.state is not None and old.open_question is None:
        old = deadlines.with_time_out(old, deadlines.awaited(table), len(table.record.players))
    if old.question is None and not old.stand_ins:
        return old
    deciders = table.game.deciders(state)
    question = deadlines.kept_question(old.question, deciders, is_same_decision=is_same_decision)
    kept = msgspec.structs.replace(old, question=question)
    return deadlines.without_leavers(kept, table.game.active(state), revision)


def fixed(record: Record, beacon: Beacon | None) -> Record:
    """Return a lobby's record with the transcript of its deal, and the key that follows from it.

    If the deal isn't sealed, or is a daily's, the record has had its key from the start.
    """
    deal = record.deal
    if deal is None or deal.is_fixed:
        return record
    transcript = deals.transcript_of(
        deal,
        table=record.id,
        game=record.game,
        options=record.options,
        seats=[_seat_entry(user) for user in record.players],
        beacon=beacon,
    )
    return msgspec.structs.replace(
        record,
        deal=msgspec.structs.replace(deal, transcript=transcript),
        chance_key=deals.key(deal.secret, transcript),
    )


def _seat_entry(user: int) -> int | str:
    computer = computer_of(user)
    return user if computer is None else f"{computer.character} {computer.level}"
