"""Saved changes and answers, judged afterwards: one order per table, the rules' answers, one effect each."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.engine.chance import SeededChance
from bot.engine.contract import Malformed
from bot.engine.draft import Refusal, Step
from bot.engine.events import write_events
from bot.engine.notation import parse_move
from bot.sessions import absence, frame, lobby
from bot.sessions.absence import ComeBack
from bot.sessions.clocks import Instant
from bot.sessions.session import Session
from bot.sessions.sessions import Request
from bot.sessions.view import NO_CLICK, Click
from bot.storage import rows
from bot.storage.records import Played, Record
from tests.simulation import clocks, ledger, planned
from tests.simulation.calls import DONE, FASTER, SEEN, UNSAVED, Call
from tests.simulation.computers import is_played
from tests.simulation.database import Database, Saved
from tests.simulation.line import Line
from tests.simulation.people import People
from tests.simulation.world import World

ALWAYS_POSSIBLE = frozenset((SEEN, FASTER, UNSAVED))


def check(world: World, database: Database, people: People) -> None:
    """Judge everything that was saved and answered."""
    for table in people.tables:
        if table.session_id is None:
            continue
        saved = [one for one in database.saved if one.change.record.id == table.session_id]
        line = Line(saved, table.game)
        for what in (*_check_order(line), *_check_replay(line, database), *planned.check(line)):
            world.fail("P3", what)
        calls = [call for call in people.calls if call.session_id == table.session_id]
        if not world.breaches:
            known = {call.interaction_id for call in people.calls}
            for what in _readable(_check_answers(line, calls, known)):
                world.fail("P3", what)
            for what in clocks.check(line):
                world.fail("P14", what)
            for promise, what in ledger.check(line, world):
                world.fail(promise, what)
    for what in _check_effects(database):
        world.fail("P4", what)


def _readable(breaches: Iterator[str]) -> Iterator[str]:
    """Yield breaches while the saved data can be read, and report data that can't."""
    try:
        yield from breaches
    except Malformed as problem:
        yield f"what was saved can't be read: {problem}"


def _check_order(line: Line) -> Iterator[str]:
    revisions = [one.change.record.revision for one in line.saved if not one.change.is_secret]
    if revisions != list(range(1, len(revisions) + 1)):
        yield f"table {line.last.id} was saved as {revisions}"


def _check_replay(line: Line, database: Database) -> Iterator[str]:
    """Check that the stored moves, played by the engine alone, lead to each stored state."""
    record = line.last
    chance = SeededChance(record.chance_key)
    stored = {played.revision: played for played in rows.history(database.connection, record.id, None)}
    state = None
    for one in line.saved:
        now, played = one.change.record, one.change.played
        if played is not None:
            if stored.pop(now.revision, None) != played:
                yield f"the move at {now.revision} is not the one that was made"
            step = _step(line, state, played, now, chance)
            if isinstance(step, Refusal) or write_events(step.events) != played.events:
                yield f"{played.move} at {now.revision} does not bring what was told"
                return
            state = step.state
        line.states[now.revision] = state
        if now.chance_counts != chance.counts or now.position != (state and line.game.dump(state)):
            yield f"the state at {now.revision} is not what its moves lead to"
            return
    if stored:
        yield f"moves were stored that nobody made: {sorted(stored)}"


def _step(
    line: Line, state: Any, played: Played, record: Record, chance: SeededChance
) -> Step[Any] | Refusal:
    game = line.game
    if played.move == "deal" and played.seat is None:
        options = Session(game, record).options  # a deal to one person changes some of them
        step: Step[Any] | Refusal = game.deal(len(record.players), options, chance)
    elif played.move == "timeout":
        step = game.timeout(state, chance)
    elif played.seat is None:
        step = game.wait(state, int(played.move.removeprefix("wait seconds:")), chance)
    else:
        if game.measures_time:
            state = game.wait(state, played.waited, chance).state
        move = parse_move(game, played.move, len(record.players))
        step = game.apply(state, played.seat, move, chance)
    return step


def _check_answers(line: Line, calls: list[Call], known: set[int]) -> Iterator[str]:
    made = {one.change.interaction_id: one for one in line.saved if one.change.interaction_id is not None}
    for call in calls:
        if call.answer == DONE:
            one = made.get(call.interaction_id)
            if one is None or not _is_effect(call, one):
                yield f"{call} was answered as done, but that was not saved"
        elif call.answer is not None and call.answer not in ALWAYS_POSSIBLE:
            revisions, possible = range(max(call.first, 1), call.last + 1), set[str]()
            for at in revisions:
                possible |= _relocation(line, call, at) if call.door == "carry" else _answers(line, call, at)
            if "stale" in possible and any(_has_done(line, call, at) for at in revisions):
                possible.add("done-already")
            if call.answer not in possible:
                yield f"{call} was answered {call.answer}, but the rules say {sorted(possible)}"
    for number in made:
        if number not in known:
            yield f"interaction {number} had an effect and never arrived"


def _has_done(line: Line, call: Call, at: int) -> bool:
    """Whether a player has made this one move since the page was made, which only their process knows.

    Moves that the bot made for them aren't theirs.
    """
    if call.revision is None:
        return False  # it wasn't made on a page
    since = [one.change for one in line.saved if call.revision < one.change.record.revision <= at]
    pressed = [one.played for one in since if one.played and one.interaction_id is not None]
    seat = line.last.players.index(call.user)
    return [played.move for played in pressed if played.seat == seat] == [str(call.move)]


def _is_effect(call: Call, one: Saved) -> bool:
    """Whether a change is the requested one."""
    played, record = one.change.played, one.change.record
    if call.door == "move":
        return (
            played is not None
            and played.move == str(call.move)
            and played.seat == record.players.index(call.user)
        )
    if isinstance(call.asked, ComeBack) and record.at_play[record.players.index(call.user)] < 0:
        return False
    return (call.door == "deal" or is_played(call.asked)) == (played is not None)


def _answers(line: Line, call: Call, revision: int) -> set[str]:
    """Return the rules' possible answers to a call at a revision."""
    session, one = line.at(revision), line.by_revision[revision]
    judge = _judge_request if call.door != "move" else _judge_move
    # Time in which nobody could reach the bot is charged to nobody, not even to an absent host.
    charged = one.change.record.updated_at + call.played_time - one.played_time
    # Time that hasn't been given back yet is missing in saved changes, but not on the clocks.
    behind = charged - one.stood_still
    # The same holds for paused tables, whose changes have the time at which their clocks stopped.
    on_clock = charged - one.waited - (call.grace - one.grace)
    times = (call.began, call.ended, charged, behind, on_clock)
    verdicts = [judge(session, call, now) for now in times]
    return {verdict.code if isinstance(verdict, Refusal) else DONE for verdict in verdicts}


def _relocation(line: Line, call: Call, revision: int) -> set[str]:
    """Return the possible answers to relocating a table, which may be paused, or find a busy channel."""
    session, user, now = line.at(revision), call.user, call.began
    verdicts = [
        frame.Relocate(call.channel_id).change(session, user, Instant(now, now, waited), NO_CLICK)
        for waited in (None, 0.0)
    ]
    return {"channel-busy"} | {one.code if isinstance(one, Refusal) else DONE for one in verdicts}


REQUESTS: Final[Mapping[str, Request]] = {
    "join": lobby.Join(),
    "leave": lobby.GiveUpSeat(),
    "deal": lobby.Start(),
    "end": frame.End(),
    "wake": absence.Resume(),
}


def _judge_request(session: Session, call: Call, now: float) -> object:
    if call.asked is not None:
        return call.asked.change(session, call.user, Instant.at(now), Click(revision=call.revision))
    asked = lobby.SetOptions(call.options) if call.door == "options" else REQUESTS[call.door]
    return asked.change(session, call.user, Instant.at(now), NO_CLICK)


def _judge_move(session: Session, call: Call, _now: float) -> object:
    seat = session.seat_of(call.user)
    if session.record.status == "cancelled":
        return Refusal("game-over")
    if session.state is None:
        return Refusal("not-started")
    if seat is None:
        return Refusal("not-a-player")
    if call.revision is not None and call.revision < session.decision_of(seat):
        return Refusal("stale")
    assert call.move is not None
    return session.game.apply(session.state, seat, call.move, session.chance)


def _check_effects(database: Database) -> Iterator[str]:
    counts = Counter(
        one.change.interaction_id for one in database.saved if one.change.interaction_id is not None
    )
    for number, count in counts.items():
        if count > 1:
            yield f"interaction {number} had {count} effects"
