"""All sessions: requests are carried out on them, stored, and then shown."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import msgspec
import structlog

from bot.cluster.cluster import Cluster
from bot.engine.contract import AnyGame, Malformed
from bot.engine.draft import Refusal
from bot.engine.moves import Leave
from bot.fair.deal import SECRET_BYTES, Deal, Share
from bot.players.search_worker import NoSearchWorker, SearchWorker
from bot.sessions import absence, deadlines, fault_points, frame, lobby, rated
from bot.sessions.agenda import Agenda, Tasks, ignore_error
from bot.sessions.blocks import Blocks
from bot.sessions.clocks import Clocks, Instant, shifted
from bot.sessions.computers import Changer, Computers
from bot.sessions.dailies import Dailies, World
from bot.sessions.hints import Hints
from bot.sessions.leftovers import Leftovers
from bot.sessions.lobby import GiveUpSeat, Pace, first_options
from bot.sessions.memory import Memory
from bot.sessions.mention_requests import MentionRequests
from bot.sessions.play import BrokenInvariant, MakeMove
from bot.sessions.preferences import Choices
from bot.sessions.replays import Replays
from bot.sessions.reviews import Reviews
from bot.sessions.session import Session
from bot.sessions.view import NO_CLICK, Change, Click, HandAt
from bot.storage import pauses, privacy, queries, shown
from bot.storage.errors import Stale, Unreadable
from bot.storage.groups import Lease
from bot.storage.records import LIVE, Commit, HintsFor, PaceName
from bot.storage.store import Store
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)

T = TypeVar("T")


class TablePublisher(Protocol):
    """The publisher, as sessions use it."""

    def show(self, session: Session, *, reread: bool = False) -> None:
        """Show a session soon. Returns at once.

        With `reread`, its messages are read from the store again, because they were changed there.
        """

    async def write(self) -> None:
        """Store every fact about shown pages. Raises StoreError."""

    def server_back(self) -> None:
        """Retry players who couldn't be reached, because a server is back."""


class Request(Protocol):
    """A user's request to a session, as a value like a move. Each is defined next to its rules."""

    def change(self, table: Session, user_id: int, /, instant: Instant, click: Click) -> Change | Refusal:
        """Return the change to store, or the reason why the request is refused."""


MAX_TRIES: Final = 6
"""The most attempts at one change while other processes store theirs first."""


class Sessions(Memory):
    """All sessions. `clock` gives the time in seconds since the epoch, `key` is the database's secret.

    `parent_of` gives the channel of a thread. `moved` is called with the game of every stored move. `world`
    asks a beacon for the dailies' days. With `new_key`, which makes the keys of tables, deals aren't sealed.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        pace: Pace,
        clock: Callable[[], float],
        new_key: Callable[[], bytes] | None = None,
        new_secret: Callable[[], bytes] | None = None,
        pictures: bool = False,
        verify_page: str = "",
        parent_of: Callable[[int], int | None] = lambda _channel_id: None,
        moved: Callable[[str], None] = lambda _game: None,
        search_worker: SearchWorker | None = None,
        timings: Timings = USUAL,
        cluster: Cluster | None = None,
        key: bytes = b"",
        world: World | None = None,
    ) -> None:
        cluster = cluster or Cluster(store)
        choices = Choices(store, cluster, pictures=pictures, verify_page=verify_page, parent_of=parent_of)
        self.agenda = Agenda()
        super().__init__(cluster, games, choices, Clocks(clock, self.agenda, self._on_deadline))
        self.pace, self.clock = pace, clock
        self.new_key, self.new_secret = new_key, new_secret or partial(secrets.token_bytes, SECRET_BYTES)
        self._publisher: TablePublisher | None = None
        self._moved, self._doing = moved, Tasks()
        self._search_worker = search_worker = search_worker or NoSearchWorker()
        self.hints, self.reviews = Hints(store, search_worker), Reviews(store, search_worker)
        self.replays, self.blocks = Replays(store), Blocks(store, clock)
        self.mention_requests = MentionRequests(store, clock)
        make = partial(self._do, shows=False)  # a computer's moves are shown when its turn is over
        self.computers = Computers(
            self, search_worker, self.agenda, make=make, show=self.show, key=key, timings=timings
        )
        self.leftovers = Leftovers(self, partial(self.show, reread=True), clock)
        self.dailies = Dailies(self, clock, make=make, judge=self.reviews.begin, world=world)

    async def start(self) -> None:
        """Find out since when nobody could play, then `begin`."""
        if self.clocks.are_stopped and self.clocks.stopped_at is None:
            self.clocks.stop(await self.cluster.last_played())
        await self.begin()

    async def begin(self) -> None:
        """Arm the deadlines of own tables, and load only those where a move may be due without a press."""
        self.clocks.paused = await self.store.read(pauses.pauses)
        await self.dailies.begin()
        forced = [game.id for game in self.games.values() if game.forced_verbs]
        for found in await self.cluster.read_own(queries.scan, forced):
            for session_id, deadline in found.deadlines:
                self.clocks.arm(session_id, deadline)
            await self.each(found.acting, self.see)

    def take(self, lease: Lease) -> None:
        """Note that this process now runs the clocks of a shard group."""
        self.clocks.take(session.record.id for session in self if lease.has(session.record.guild_id))

    def leave(self, lease: Lease) -> None:
        """Note that another process now runs the clocks and computers of a shard group."""
        for session in self:
            if lease.has(session.record.guild_id):
                self.clocks.leave(session.record.id)

    def see(self, session: Session, *, only_clock: bool = False) -> None:
        """Arm the clock of a changed table and have its computers act, if this process runs the table."""
        if self.cluster.owns(session.record.guild_id):
            self.clocks.arm(session.record.id, session.record.deadline)
            if not only_clock:
                self.computers.look(session)

    async def close(self) -> None:
        """Stop clocks and computers for good."""
        await self.agenda.close()
        await self._doing.wait()
        await self.reviews.close()
        await self.hints.close()
        await self._search_worker.close()

    async def open(
        self,
        game_id: str,
        options: Mapping[str, Any],
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        others: Sequence[int] = (),
        length: str | None = None,
        alone: bool = False,
        hints: HintsFor | None = None,
        pace: PaceName | None = None,
        interaction_id: int | None = None,
        new_thread: Callable[[], Awaitable[int]] | None = None,
        shows: bool = True,
    ) -> Session | Refusal:
        """Open a lobby with its host and any `others` seated, or return why that's refused.

        `new_thread` makes a thread once nothing else can be refused. `options` override the server's and its
        pace, which override those of `length`. `shows` is false if a deal follows at once.
        """
        game, share = self.games[game_id], Share(host_id, interaction_id or 0)
        if refusal := await lobby.too_many(self.store, host_id, guild_id):
            return refusal
        chosen = await self.choices.of_server(guild_id)
        try:
            record = lobby.new_lobby(
                game,
                first_options(game, chosen, options, length=length, alone=alone),
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                others=others,
                pace=pace or lobby.pace_of(chosen, self.pace, options),
                chance_key=self.new_key() if self.new_key else b"",
                deal=None if self.new_key else Deal(self.new_secret(), (share,)),
                now=self.clock(),
                hints=hints or chosen.hints,
            )
            if new_thread is not None:
                record = msgspec.structs.replace(record, channel_id=await new_thread())
            session = self.keep_new(await self.store.new(record, interaction_id))
        except Malformed as error:
            return lobby.unplayable(error)
        except Stale:
            return Refusal("channel-busy")
        if shows:
            self.show(session)
        return session

    async def show_again(self, guild_id: int | None = None) -> None:
        """Show the tables that couldn't be shown before, everywhere or in one server."""
        due = await self.cluster.read_own(shown.due, self.clock(), guild_id)
        await self.each((number for number, _ in due), self.show)

    async def leave_request(self, lobby: Session, user_id: int) -> GiveUpSeat:
        """Return a player's request to leave a lobby. It says who has someone there on their block list."""
        players = [user for user in lobby.record.players if user != user_id]
        return GiveUpSeat(await self.blocks.avoiding(players))

    async def forget(self, user_id: int) -> bool:
        """Delete a user from everything stored. Return whether the database is free of them already."""
        sessions: list[Session] = []
        with suppress(Unreadable):  # damaged tables are frozen by now
            sessions = await self.of(user_id)
        for session in await self.tables_of(user_id):
            is_lobby = session.state is None
            request = await self.leave_request(session, user_id) if is_lobby else MakeMove(Leave())
            await self.act(session, user_id, request)
        seats = {session: session.seat_of(user_id) for session in sessions}
        for session in sessions:

            def change(instant: Instant, table: Session = session) -> Change:
                return frame.forgotten(table, user_id, instant.now)

            await self._do(session, change)
        if self._publisher is not None:
            await self._publisher.write()  # facts stored after the deletion would name the user again
        for session, seat in seats.items():
            if session.record.is_in_dm:
                await self.store.write(privacy.forget_dm, session.record.id)
            await self.store.write(shown.forget_place, session.record.id, str(HandAt(seat or 0)))
        is_gone = await self.store.forget(user_id)
        self.choices.drop(user_id)
        self.drop_ended()
        return is_gone

    async def end_pause(self, session_id: int) -> None:
        """Let a paused table go on, and give its players back the time that it has waited."""
        session = await self.get(session_id)
        if session is None or session_id not in self.clocks.paused:
            return
        async with session.lock:
            seconds = self.clocks.waited(session_id)
            await self.store.write(pauses.resume, session_id, seconds)
            self.clocks.paused.pop(session_id, None)
            session.record = shifted(session.record, seconds)
        self.show(session)
        self.see(session)

    async def act(
        self, session: Session, user_id: int, request: Request, click: Click = NO_CLICK
    ) -> Refusal | None:
        """Carry out a user's request at a table.

        A click made before the clock ran out counts even if it arrives later: `click.at` decides.
        """
        refusal = await self._do(session, partial(request.change, session, user_id, click=click), click)
        if session.record.is_daily:
            await self.dailies.go_on(session)
            session.standing = await self.dailies.standing(session)
        return refusal

    async def _do(
        self, session: Session, change: Changer, click: Click = NO_CLICK, *, shows: bool = True
    ) -> Refusal | None:
        """Carry out a change to the end, even if the caller is cancelled meanwhile."""
        doing = self._doing.begin(self._carry_out(session, change, click, shows=shows))
        doing.add_done_callback(ignore_error)
        return await asyncio.shield(doing)

    async def _carry_out(
        self, session: Session, change: Changer, click: Click, *, shows: bool = True
    ) -> Refusal | None:
        """Judge, store, adopt and show a change under the session's lock."""
        async with session.lock:
            made = await self._retry(session, partial(self._judge, session, change, click, shows=shows))
            if isinstance(made, Refusal):
                return made
            await self._retry(session, partial(self._handle_absence, session))
        if made.played is not None and made.played.is_first_deal:
            await self.leftovers.clear(session)
        return None

    async def _retry(self, session: Session, attempt: Callable[[], Awaitable[T]]) -> T:
        """Make an attempt, repeated on the stored session while other processes are faster. Raises Stale."""
        for _ in range(MAX_TRIES - 1):
            try:
                return await attempt()
            except Stale:
                await self.reload(session)
        return await attempt()

    async def _judge(
        self, session: Session, change: Changer, click: Click, *, shows: bool
    ) -> Change | Refusal:
        """Make a change to a locked session and save it, or return why it's refused."""
        now = self.clock()
        # A deadline that came before the click is applied first, so that nobody moves after it. This may
        # happen while the clock is paused.
        if self.clocks.has_run_out(session.record, now if click.at is None else click.at):
            await self._time_up(session, now)
        try:
            made = change(instant := self.clocks.instant(session.record.id))
        except BrokenInvariant:
            return await self._freeze(session, now)
        if not isinstance(made, Refusal):
            await self._save(session, made.with_times(session.record, instant), click, shows=shows)
        return made

    async def _handle_absence(self, session: Session) -> None:
        """Stop a game that only computers still play. Ask a slow table about players who are away."""
        if deadlines.is_deserted(session) and not session.record.is_idle:
            await self._save(session, absence.deserted(session, self.clock()))
        elif session.record.is_slow and session.record.status == "playing":
            await session.learn_choices()
            if asked := absence.ask_about_away(session, self.clocks.instant(session.record.id)):
                await self._save(session, asked)

    async def look_again(self, session: Session) -> None:
        """Have a table shown again, though nothing has happened there. Raises StoreError."""
        async with session.lock:
            await self.store.write(shown.look, session.record.id)
            session.count_up()
        self.show(session)

    def look_at_tables_of(self, user_id: int) -> None:
        """Have all live tables of a user shown again soon. Returns at once."""

        async def look() -> None:
            for session in await self.of(user_id):
                await self.look_again(session)

        self.agenda.put(("tables of", user_id), 0.0, look)

    async def _freeze(self, session: Session, now: float) -> Refusal:
        """Freeze a game at its last sound position, before a bug of ours spoils it."""
        # Faults and move aren't logged, since both may name cards. Replaying the moves shows the fault.
        log.error("invariant_broken", session=session.record.id, revision=session.record.revision)
        await self._save(session, frame.frozen(session, now))
        return Refusal("frozen")

    async def _save(
        self, session: Session, made: Change, click: Click = NO_CLICK, *, shows: bool = True
    ) -> None:
        """Store a change, then adopt it, then have it shown. Raises StoreError."""
        commit = await self._commit(session, made, click)
        click.foresee(after := session.after(made))
        fault_points.reach("before-commit")
        await self.store.commit(commit)
        fault_points.reach("after-commit")
        session.adopt(made, after)
        if made.resumes:
            self.clocks.paused.pop(session.record.id, None)
        if made.played is not None:
            self._moved(session.game.id)
        fault_points.reach("after-adopt")
        if shows and made.shows:
            self.show(session)
        self.see(session, only_clock=not shows)

    async def _commit(self, session: Session, made: Change, click: Click) -> Commit:
        """Return everything that's stored with a change, in one transaction."""
        before, record = session.record, made.record
        begins = before.status == "lobby" and record.status == "playing"
        ends = record.status == "over" != before.status
        return Commit(
            record=record,
            played=made.played,
            shows=made.shows and not record.is_daily,
            interaction_id=click.id,
            resumes=made.resumes,
            begins_rated=begins and await rated.begins_rated(session, record),
            finish=await rated.finish(session, made, self.store) if ends else None,
            daily=await self.dailies.result_of(session, made) if ends and record.is_daily else None,
            keeps_deal=record.deal is not before.deal,
            search_effort=made.search_effort,
            is_secret=made.is_secret,
        )

    async def _time_up(self, session: Session, now: float) -> None:
        """Act for a clock that has run out: play for deciders, or close a lobby or an idle table."""
        if session.state is None:
            await self._save(session, lobby.run_out(session, now))
            return
        if session.record.is_idle:
            await self._save(session, frame.closed(session, now, "idle"))
            return
        try:
            made = absence.time_up(session, self.clocks.instant(session.record.id))
        except BrokenInvariant:
            await self._freeze(session, now)
            return
        if not isinstance(made, Refusal):
            await self._save(session, made)

    async def _on_deadline(self, session_id: int) -> None:
        """Apply a deadline that has come, unless a move has set another one meanwhile."""
        if self.clocks.may_run(session_id):  # else it rings again when the clocks go on
            await asyncio.shield(self._doing.begin(self._apply_deadline(session_id)))

    async def _apply_deadline(self, session_id: int) -> None:
        fault_points.reach("before-deadline")
        try:
            session = await self.get(session_id)
        except Unreadable:
            return  # the table is frozen, so its players lose no time
        if (
            session is None
            or session.record.status not in LIVE
            or not self.cluster.owns(session.record.guild_id)
        ):
            return
        async with session.lock:
            await self._retry(session, partial(self._ring, session))
            await self._retry(session, partial(self._handle_absence, session))
        self.see(session, only_clock=True)

    async def _ring(self, session: Session) -> None:
        """Apply the deadline of a locked session, if it has come."""
        now = self.clock()
        if not self.clocks.has_run_out(session.record, now):
            return
        if session.state is not None and not session.record.is_idle:
            last = await self.store.history(session.record.id, absence.moves_to_read(session))
            if absence.is_left_alone(session, last):
                log.info("table_idle", session=session.record.id)
                await self._save(session, absence.made_idle(session, now))
                return
        await self._time_up(session, now)

    def set_publisher(self, publisher: TablePublisher | None) -> None:
        """Set the publisher that shows tables. With None, nothing shows them."""
        self._publisher = publisher

    def server_back(self) -> None:
        """Retry players who couldn't be reached, because a server is back."""
        if self._publisher is not None:
            self._publisher.server_back()

    def show(self, session: Session, *, reread: bool = False) -> None:
        """Have a table shown soon. Returns at once. Dailies are shown in the answers to their player."""
        if self._publisher is not None and not session.record.is_daily:
            self._publisher.show(session, reread=reread)
