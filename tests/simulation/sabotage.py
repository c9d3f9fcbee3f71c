"""Faults planted on purpose. The simulation proves something only if it finds each of them."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple
from unittest.mock import patch

import msgspec

from bot.cluster.cluster import Cluster
from bot.delivery import wanted
from bot.delivery.breaker import CircuitBreaker, Dms
from bot.delivery.errors import DeliveryError, MessageGone
from bot.delivery.messages import TABLE, Call, Job, Messages, Queue
from bot.delivery.posts import Post, Posts
from bot.delivery.publisher import Publisher
from bot.delivery.queues import Queues
from bot.delivery.seats import Seats
from bot.delivery.wanted import Due, Facts, Player
from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.rendering.calls import ping
from bot.sessions import deadlines, frame, lobby, orders, play
from bot.sessions.agenda import Agenda, Key, Work
from bot.sessions.clocks import Clocks, Instant, SteadyClock, shifted
from bot.sessions.computers import deciding
from bot.sessions.preferences import UserPreferences
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import NO_CLICK, Change, Click, MentionAt, Spot, View
from bot.storage import facts, queries, rows
from bot.storage.engine import Connection
from bot.storage.records import Attendance, Commit, Owing, Rang, Record, ShownMessage
from tests.simulation.discord import SimulatedTransport
from tests.simulation.loop import SeededLoop
from tests.simulation.weather import Weather

Planted = AbstractContextManager[Any]


def show_before_saving() -> Planted:
    async def hasty(
        sessions: Sessions, session: Session, made: Change, click: Click = NO_CLICK, *, shows: bool = True
    ) -> None:
        commit = await sessions._commit(session, made, click)
        session.adopt(made)
        sessions.show(session)
        await sessions.store.commit(commit)
        sessions.see(session, only_clock=not shows)

    return patch.object(Sessions, "_save", hasty)


def answer_before_saving() -> Planted:
    save = Sessions._save

    async def careless(sessions: Sessions, *given: Any) -> None:
        asyncio.get_running_loop().create_task(save(sessions, *given))

    return patch.object(Sessions, "_save", careless)


class NoLock(asyncio.Lock):
    """A lock that keeps nobody out."""

    async def acquire(self) -> Literal[True]:
        return True

    def release(self) -> None:
        """Do nothing, because nobody holds it."""


def drop_the_lock() -> Planted:
    real = Session.__init__

    def unlocked(session: Session, *given: Any, **named: Any) -> None:
        real(session, *given, **named)
        session.lock = NoLock()

    return patch.object(Session, "__init__", unlocked)


@contextmanager
def drop_the_lock_and_the_compare_and_set() -> Iterator[None]:
    with drop_the_lock(), drop_the_compare_and_set():
        yield


def drop_the_compare_and_set() -> Planted:
    real = rows.commit

    def blind(connection: Connection, change: Commit) -> None:
        number, before = change.record.id, change.record.revision - 1
        connection.execute("DELETE FROM moves WHERE session_id = ? AND revision > ?", (number, before))
        last = "SELECT chain FROM moves WHERE session_id = ? ORDER BY revision DESC LIMIT 1"
        chain = (connection.execute(last, (number,)).fetchone() or ("",))[0]
        rows.alter(connection, number, revision=before, chain=chain)
        version = "UPDATE sessions SET version = ? WHERE id = ?"
        connection.execute(version, (change.record.version - 1, number))
        real(connection, change)

    return patch.object(rows, "commit", blind)


def drop_the_seen_interactions() -> Planted:
    def blind(connection: Connection, interaction_id: int, at: float) -> None:
        connection.execute("INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING", (interaction_id, at))

    return patch.object(rows, "_note_seen", blind)


def let_players_leave_a_running_game_like_a_lobby() -> Planted:
    real = lobby.GiveUpSeat.change

    def blind(asked: lobby.GiveUpSeat, session: Session, *given: Any) -> Any:
        seen = msgspec.structs.replace(session.record, status="lobby")
        return real(asked, View(session.game, seen, session.state), *given)

    return patch.object(lobby.GiveUpSeat, "change", blind)


def swallow_gone() -> Planted:
    real = SimulatedTransport.edit

    async def blind(transport: SimulatedTransport, *given: Any, **named: Any) -> None:
        with suppress(MessageGone):
            await real(transport, *given, **named)

    return patch.object(SimulatedTransport, "edit", blind)


def forget_the_nonce() -> Planted:
    numbers = itertools.count()
    return patch.object(Posts, "nonce", lambda *_: f"another {next(numbers)}")


def never_look_for_lost_posts() -> Planted:
    async def blind(*_: Any, **__: Any) -> bool:
        return False

    return patch.object(Posts, "_find", blind)


def lose_what_a_new_message_replaces() -> Planted:
    real = Messages.posted

    def forgetful(messages: Messages, spot: Spot, message: ShownMessage) -> None:
        messages.spots[spot].newest = None
        real(messages, spot, message)

    return patch.object(Messages, "posted", forgetful)


def note_calm_before_all_is_shown() -> Planted:
    real = Queues._step

    async def early(queues: Queues, job: Job) -> bool:
        job.messages.note_calm(None)
        await job.messages._write_behind.write()
        return await real(queues, job)

    return patch.object(Queues, "_step", early)


def never_remind() -> Planted:
    real = wanted._first

    def silent(owing: Owing, rang: Rang, facts: Facts) -> Due | None:
        return None if rang.asked == owing.asked else real(owing, rang, facts)

    return patch.object(wanted, "_first", silent)


def do_not_retry() -> Planted:
    async def give_up(*_: Any) -> None:
        raise asyncio.CancelledError

    return patch.object(Queues, "_rest", give_up)


@contextmanager
def lose_kicks_at_the_end() -> Iterator[None]:
    start, end, ended = Queues._start, Queues._end, dict[Job, float]()

    def deaf(queues: Queues, job: Job) -> None:
        now = asyncio.get_running_loop().time()
        if now >= ended.get(job, now - 1) + 1:  # A queue that has just ended doesn't begin.
            start(queues, job)

    def noted(queues: Queues, job: Job) -> None:
        ended[job] = asyncio.get_running_loop().time()
        end(queues, job)

    with patch.object(Queues, "_start", deaf), patch.object(Queues, "_end", noted):
        yield


def let_the_table_wait_for_the_players() -> Planted:
    return _let_wait(lambda own, other: own == TABLE and other.kind == "seat")


def let_players_wait_for_the_table() -> Planted:
    return _let_wait(lambda own, other: own.kind == "seat" and other == TABLE)


def let_players_wait_for_each_other() -> Planted:
    return _let_wait(lambda own, other: own.kind == other.kind == "seat" and other.number < own.number)


def _let_wait(waits: Callable[[Queue, Queue], bool]) -> Planted:
    """Make queues of a table wait for others of it."""
    real = Queues._step

    async def polite(queues: Queues, job: Job) -> bool:
        others = [
            run.task
            for other, run in queues._runs.items()
            if other.session is job.session and other != job and waits(job.queue, other.queue)
        ]
        if others:
            await asyncio.wait(others)
        return await real(queues, job)

    return patch.object(Queues, "_step", polite)


def answer_when_all_is_shown() -> Planted:
    real = Sessions.act

    async def late(sessions: Sessions, session: Session, *given: Any, **more: Any) -> Refusal | None:
        refusal = await real(sessions, session, *given, **more)
        shows = sessions._publisher
        assert isinstance(shows, Publisher)
        while sessions.agenda.is_doing("show"):
            await asyncio.sleep(0.01)
        runs = shows.queues._runs.items()
        if showing := [run.task for job, run in runs if job.session is session]:
            await asyncio.wait(showing)
        return refusal

    return patch.object(Sessions, "act", late)


def send_a_page_before_the_last_one_has_arrived() -> Planted:
    real = CircuitBreaker.edit

    async def sent(*given: Any, **named: Any) -> None:
        with suppress(DeliveryError):
            await real(*given, **named)

    async def hasty(*given: Any, **named: Any) -> None:
        asyncio.get_running_loop().create_task(sent(*given, **named))

    return patch.object(CircuitBreaker, "edit", hasty)


def write_to_closed_dms() -> Planted:
    async def blind(*_: Any) -> bool:
        return False

    return patch.object(Dms, "_was_closed", blind)


def do_not_shift_deadlines() -> Planted:
    async def unextended(cluster: Cluster, _stopped_for: float, now: float) -> float:
        await cluster.store.write(facts.keep_note, facts.HEARTBEAT, repr(now))
        return 0.0

    return patch.object(Cluster, "start_clocks", unextended)


def shift_deadlines_in_the_database_only() -> Planted:
    def keep(record: Record, seconds: float) -> Record:
        return msgspec.structs.replace(record, version=shifted(record, seconds).version)

    return patch("bot.sessions.memory.shifted", keep)


def believe_the_wall_clock() -> Planted:
    return patch.object(SteadyClock, "__call__", lambda clock: clock._wall())


def let_no_clock_ring() -> Planted:
    return patch.object(Clocks, "arm", lambda *_: None)


def choose_what_runs_next_without_the_seed() -> Planted:
    real = SeededLoop.__init__
    return patch.object(SeededLoop, "__init__", lambda loop, _chance, now: real(loop, Random(), now))


def after_a_restart(spoil: Callable[[Sessions, Session], Awaitable[object]]) -> Planted:
    """Change every table with possible computers or absent players when a process starts."""
    real = Sessions.begin

    async def spoiled(sessions: Sessions) -> None:
        await real(sessions)
        for number, _ in (await sessions.store.read(queries.scan))[0].deadlines:
            session = await sessions.get(number)
            if session is not None and session.state is not None:
                await spoil(sessions, session)

    return patch.object(Sessions, "begin", spoiled)


def make_the_last_move_of_a_computer_again_after_a_restart() -> Planted:
    async def again(sessions: Sessions, session: Session) -> None:
        for seat in deciding(session):
            past = await sessions.store.history(session.record.id)
            made = [played.move for played in past if played.seat == seat]
            for text in made[-1:]:
                move = parse_move(session.game, text, len(session.record.players))
                change = partial(play.moved, session, seat, move, by_owner=False)
                await sessions._do(session, change, shows=False)

    return after_a_restart(again)


def count_who_is_waited_for_as_absent_after_a_restart() -> Planted:
    async def missed(sessions: Sessions, session: Session) -> None:
        def change(moment: Instant) -> Change:
            attendance, players = session.record.attendance, len(session.record.players)
            attendance = deadlines.with_time_out(attendance, deadlines.awaited(session), players)
            return frame.changed(session, moment.now, attendance=attendance)

        await sessions._do(session, change)

    return after_a_restart(missed)


def let_computers_play_on_when_somebody_is_back() -> Planted:
    real = deadlines.with_return

    def deaf(attendance: Attendance, seat: Seat, revision: int) -> Attendance:
        made = real(attendance, seat, revision)
        return msgspec.structs.replace(made, stand_ins=attendance.stand_ins)

    return patch.object(deadlines, "with_return", deaf)


def forget_computers_while_the_clocks_stand_still() -> Planted:
    real = Agenda.hold

    def drop(agenda: Agenda, key: Key, seconds: float, work: Work) -> None:
        if key[0] != "computer":
            real(agenda, key, seconds, work)

    return patch.object(Agenda, "hold", drop)


def call_in_quiet_hours() -> Planted:
    return patch.object(UserPreferences, "quiet_for", lambda *_: 0.0)


def call_by_mention_players_who_were_called_by_dm() -> Planted:
    real = Seats._summon

    async def _summon(seats: Seats, player: Player, call: Call, post: Post) -> None:
        await real(seats, player, call, post)
        session, messages, seat, *_ = player
        rang = {seat: player.calls_after()}
        page = ping(session.scene(None), (seat,), (seat,))
        mention = Post(MentionAt(), page, "mention", session.record.revision, rang=rang)
        await seats._posts.post(messages, mention, session.record.channel_id)

    return patch.object(Seats, "_summon", _summon)


def let_orders_act_at_once() -> Planted:
    return patch.object(orders, "pause", lambda *_, **__: 0.0)


def let_orders_outlive_the_time_of_their_owners() -> Planted:
    return patch.object(orders, "ended", lambda attendance, *_: attendance)


class Sabotage(NamedTuple):
    """A planted fault, the promise it breaks, and weather in which it's found soon."""

    plant: Callable[[], Planted]
    promise: str
    weather: Weather
    first: int = 0
    """The first seed, if it takes many to find the fault."""

    def __str__(self) -> str:
        return self.plant.__name__.replace("_", " ")


SABOTAGES = (
    Sabotage(show_before_saving, "P2", Weather(unsaved=0.05, crashes=4, ended=True)),
    Sabotage(answer_before_saving, "P2", Weather(ended=True)),
    Sabotage(drop_the_lock_and_the_compare_and_set, "P3", Weather(hasty=True, cancelled=0.2, ended=True)),
    Sabotage(drop_the_seen_interactions, "P4", Weather(twice=0.5, ended=True), first=21),
    Sabotage(let_players_leave_a_running_game_like_a_lobby, "P17", Weather(ended=True), first=27),
    Sabotage(swallow_gone, "P7", Weather(deleted=0.05, ended=True), first=34),
    Sabotage(forget_the_nonce, "P6", Weather(lost=0.2, ended=True)),
    Sabotage(never_look_for_lost_posts, "P6", Weather(lost=0.2, ended=True)),
    Sabotage(lose_what_a_new_message_replaces, "P7", Weather(lost=0.05, ended=True)),
    Sabotage(note_calm_before_all_is_shown, "P7", Weather(lost=0.2, crashes=8), first=80),
    Sabotage(never_remind, "P6", Weather(), first=37),
    Sabotage(do_not_retry, "P6", Weather(lost=0.2, ended=True)),
    Sabotage(lose_kicks_at_the_end, "P6", Weather(ended=True)),
    Sabotage(let_the_table_wait_for_the_players, "P7", Weather(dragging=0.3, ended=True)),
    Sabotage(let_players_wait_for_the_table, "P7", Weather(dragging=0.3, ended=True)),
    Sabotage(let_players_wait_for_each_other, "P7", Weather(dragging=0.3, ended=True, slow=True)),
    Sabotage(answer_when_all_is_shown, "P18", Weather(dragging=0.3, ended=True)),
    Sabotage(send_a_page_before_the_last_one_has_arrived, "P7", Weather(dragging=0.3, ended=True)),
    Sabotage(write_to_closed_dms, "P16", Weather(closing="some", ended=True)),
    Sabotage(do_not_shift_deadlines, "P14", Weather(outages=True, silent=1)),
    Sabotage(shift_deadlines_in_the_database_only, "P5", Weather(outages=True, ended=True)),
    Sabotage(believe_the_wall_clock, "P14", Weather(jumps=True, silent=1, ended=True)),
    Sabotage(let_no_clock_ring, "P15", Weather(silent=1, ended=True)),
    Sabotage(
        make_the_last_move_of_a_computer_again_after_a_restart,
        "P3",
        Weather(computers=3, crashes=4, ended=True),
        first=85,
    ),
    Sabotage(
        count_who_is_waited_for_as_absent_after_a_restart, "P14", Weather(crashes=4, ended=True), first=2
    ),
    Sabotage(
        let_computers_play_on_when_somebody_is_back,
        "P15",
        Weather(absent=True, computers=1, ended=True),
        first=5,
    ),
    Sabotage(
        forget_computers_while_the_clocks_stand_still, "P15", Weather(outages=True, computers=2, ended=True)
    ),
    Sabotage(let_orders_act_at_once, "P3", Weather(pace="slow-1")),
    Sabotage(let_orders_outlive_the_time_of_their_owners, "P3", Weather(pace="slow-1", silent=1)),
    Sabotage(call_in_quiet_hours, "P6", Weather(quiet=True, pace="slow-1", ended=True)),
    Sabotage(call_by_mention_players_who_were_called_by_dm, "P6", Weather(slow=True, ended=True)),
)
