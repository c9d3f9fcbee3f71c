"""The hall: finds the session that is meant, carries out what is asked of it, stores it, and has it shown."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import structlog

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame, Malformed, Move, Refusal
from bot.engine.options import parse_options
from bot.sessions import lobby, play
from bot.sessions.lobby import Pace
from bot.sessions.play import BrokenInvariant
from bot.sessions.preferences import Choices, ServerPreferences
from bot.sessions.session import REMEMBERED, Change, Session
from bot.sessions.timers import Timers
from bot.storage.errors import Damaged, Stale
from bot.storage.records import LIVE, Commit
from bot.storage.store import Store

log = structlog.get_logger(__name__)

KEPT = 500
"""How many sessions stay in memory; those not used for longest go first."""


def _new_key() -> bytes:
    """The secret from which all chance of one game follows."""
    return secrets.token_bytes(32)


class Shows(Protocol):
    """Who is told that a session has something to show."""

    def kick(self, session: Session) -> None:
        """Show what the outbox holds for this session, soon, in order; returns at once."""


class Hall:
    """All sessions. `clock` gives the time in seconds since the epoch."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        pace: Pace,
        clock: Callable[[], float],
        draw_key: Callable[[], bytes] = _new_key,
        pictures: bool = False,
    ) -> None:
        self.store = store
        self.games = games
        self.pace = pace
        self.clock = clock
        self.draw_key = draw_key
        self.choices = Choices(store, pictures=pictures)
        self.timers = Timers(clock, self._ring)
        self.shows: Shows | None = None
        self._sessions: dict[int, Session] = {}
        self._loading = asyncio.Lock()

    async def start(self) -> None:
        """Arm every stored deadline; only damaged sessions are loaded before somebody needs them."""
        for session_id in await self.store.damaged():
            with suppress(Damaged):  # logged, and frozen unless it could be mended
                await self.get(session_id)
        for session_id, deadline in await self.store.deadlines():
            self.timers.arm(session_id, deadline)

    async def open(
        self,
        game_id: str,
        options: Mapping[str, Any],
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        others: Sequence[int] = (),
    ) -> Session | Refusal:
        """Open a lobby with its host, and perhaps others, seated.

        Refused in a busy channel or with options that cannot be.
        """
        game, now = self.games[game_id], self.clock()
        chosen = await self.choices.of_server(guild_id)
        try:
            record = lobby.opened(
                game,
                {**default_options(game, chosen), **options},
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                others=others,
                pace=pace_of(chosen, self.pace),
                chance_key=self.draw_key(),
                now=now,
            )
            record = await self.store.new(record, ("table",))
        except Malformed as problem:
            return Refusal("unplayable-options", {"problem": str(problem).removeprefix("options: ")})
        except Stale:
            return Refusal("channel-busy")
        session = Session(game, record, choices=self.choices)
        self._keep(session)
        self._show(session)
        return session

    async def get(self, session_id: int) -> Session | None:
        """A session by id, loaded when it is not in memory; None when there is no such session.

        Raises Damaged when what is stored of it cannot be trusted.
        """
        async with self._loading:  # two loads of one session would give it two locks
            if session_id not in self._sessions:
                loaded = await self._load(session_id)
                if loaded is None:
                    return None
                self._keep(loaded)
            self._sessions[session_id] = session = self._sessions.pop(session_id)
            return session

    async def at(self, channel_id: int) -> Session | None:
        """The live session of a channel."""
        session_id = await self.store.live_in(channel_id)
        return None if session_id is None else await self.get(session_id)

    async def of(self, user_id: int) -> list[Session]:
        """The live sessions in which a user has a seat, latest first."""
        found: list[Session] = []
        damages: list[Damaged] = []
        for session_id in await self.store.live_of(user_id):
            try:
                session = await self.get(session_id)
            except Damaged as damage:
                damages.append(damage)
            else:
                found += [] if session is None else [session]
        if damages and not found:
            raise damages[0]
        return found

    async def resume(self) -> None:
        """Show what was not shown before the last stop."""
        for session_id in await self.store.unpublished():
            with suppress(Damaged):
                session = await self.get(session_id)
                if session is not None:
                    self._show(session)

    async def forget(self, user_id: int) -> list[Session]:
        """Take a user out of everything stored, and out of running games that they have left.

        Gives the tables that they must leave first; then nothing is forgotten.
        """
        try:
            sessions = await self.of(user_id)
        except Damaged:
            sessions = []  # damaged ones are frozen now
        if staying := [session for session in sessions if lobby.is_in(session, user_id)]:
            return staying
        for session in sessions:
            seat = session.seat_of(user_id)
            await self._do(session, partial(lobby.forgotten, session, user_id))
            await self.store.forget_shown(session.record.id, f"hand:{seat}")
        await self.store.forget(user_id)
        self.choices.drop(user_id)
        self._sessions = {
            number: kept for number, kept in self._sessions.items() if kept.record.status in LIVE
        }
        return []

    async def _load(self, session_id: int) -> Session | None:
        """Read a session. Where it is damaged it is mended from its moves, or frozen and Damaged raised."""
        try:
            return await self._read(session_id)
        except Damaged as damage:
            log.exception("session_damaged", session=session_id, fault=str(damage))
            try:
                await self.store.rebuild(session_id, self.games)
                return await self._read(session_id)
            except Damaged:
                await self.store.set_aside(session_id)
                raise damage from None

    async def _read(self, session_id: int) -> Session | None:
        record = await self.store.load(session_id)
        if record is None or record.game not in self.games:
            return None
        history = await self.store.history(session_id, REMEMBERED)
        return Session(self.games[record.game], record, history, self.choices)

    async def join(self, session: Session, user_id: int, interaction_id: int | None = None) -> Refusal | None:
        """Take a seat."""
        return await self._do(session, lambda now: lobby.join(session, user_id, now), interaction_id)

    async def leave(
        self, session: Session, user_id: int, interaction_id: int | None = None
    ) -> Refusal | None:
        """Give a seat in the lobby back."""
        return await self._do(session, lambda now: lobby.leave(session, user_id, now), interaction_id)

    async def set_options(
        self, session: Session, user_id: int, options: Mapping[str, Any], interaction_id: int | None = None
    ) -> Refusal | None:
        """Change options in the lobby."""
        return await self._do(
            session, lambda now: lobby.set_options(session, user_id, options, now), interaction_id
        )

    async def deal(self, session: Session, user_id: int, interaction_id: int | None = None) -> Refusal | None:
        """Start the game."""
        return await self._do(session, lambda now: lobby.start(session, user_id, now), interaction_id)

    async def end(
        self, session: Session, user_id: int, *, moderator: bool, interaction_id: int | None = None
    ) -> Refusal | None:
        """End the game for everybody, or vote for it."""
        change = lambda now: lobby.end(session, user_id, now, moderator=moderator)  # noqa: E731
        return await self._do(session, change, interaction_id)

    async def move(
        self,
        session: Session,
        user_id: int,
        move: Move,
        *,
        interaction_id: int | None = None,
        revision: int | None = None,
    ) -> Refusal | None:
        """Make a move for a user; `revision`: that of the control used, refused as `stale` when outdated."""

        def change(now: float) -> Change | Refusal:
            seat = session.seat_of(user_id)
            if session.record.status in ("cancelled", "frozen"):
                return Refusal("game-over" if session.record.status == "cancelled" else "frozen")
            if session.state is None:
                return Refusal("not-started")
            if seat is None:
                return Refusal("not-a-player")
            if revision is not None and is_stale(session, seat, revision):
                return Refusal("stale")
            return play.moved(session, seat, move, now)

        return await self._do(session, change, interaction_id)

    async def _do(
        self, session: Session, change: Callable[[float], Change | Refusal], interaction_id: int | None = None
    ) -> Refusal | None:
        """Carry out one change under the session's lock: judge, store, adopt, show."""
        async with session.lock:
            now = self.clock()
            await self._expire(session, now)
            try:
                made = change(now)
            except BrokenInvariant as broken:
                return await self._freeze(session, broken, now)
            if isinstance(made, Refusal):
                return made
            await self._save(session, made, interaction_id)
            return None

    async def _freeze(self, session: Session, broken: BrokenInvariant, now: float) -> Refusal:
        """Stop a game that our own bug would spoil; the last sound position stays."""
        # Neither the faults nor the move: both may name cards. The stored moves lead to the fault again.
        log.error("invariant_broken", session=session.record.id, revision=session.record.revision)
        await self._save(session, lobby.frozen(session, now))
        return Refusal("frozen")

    async def _save(self, session: Session, made: Change, interaction_id: int | None = None) -> None:
        commit = Commit(
            record=made.record, played=made.played, places=made.places, interaction_id=interaction_id
        )
        # Shielded: a caller that goes away must not leave memory behind what was stored.
        await asyncio.shield(self._store_and_adopt(session, made, commit))

    async def _store_and_adopt(self, session: Session, made: Change, commit: Commit) -> None:
        await self.store.commit(commit)
        session.adopt(made)
        self.timers.arm(session.record.id, session.record.deadline)
        self._show(session)

    async def _expire(self, session: Session, now: float) -> None:
        """Apply the clock first when it has run out, so that nobody moves after the deadline."""
        deadline = session.record.deadline
        if session.record.status == "playing" and deadline is not None and deadline <= now:
            try:
                made = play.expired(session, now)
            except BrokenInvariant as broken:
                await self._freeze(session, broken, now)
                return
            if not isinstance(made, Refusal):
                await self._save(session, made)

    async def _ring(self, session_id: int) -> None:
        """A deadline has come: apply it, unless a move has set another one meanwhile."""
        try:
            session = await self.get(session_id)
        except Damaged:
            return  # logged and frozen; nobody is charged any time
        if session is None or session.record.status not in LIVE:
            return
        async with session.lock:
            await self._expire(session, self.clock())
        self.timers.arm(session_id, session.record.deadline)

    def _show(self, session: Session) -> None:
        if self.shows is not None:
            self.shows.kick(session)

    def _keep(self, session: Session) -> None:
        self._sessions[session.record.id] = session
        for session_id in list(self._sessions)[: max(0, len(self._sessions) - KEPT)]:
            if not self._sessions[session_id].lock.locked():
                del self._sessions[session_id]


def pace_of(chosen: ServerPreferences, usual: Pace) -> Pace:
    """The clocks of a server, where it has chosen any."""
    return Pace(turn=chosen.turn_seconds or usual.turn, response=chosen.response_seconds or usual.response)


def default_options(game: AnyGame, chosen: ServerPreferences) -> dict[str, Any]:
    """The options with which a server's tables of this game begin."""
    return parse_options(game.options, chosen.options.get(game.id, ""))


def is_stale(session: Session, seat: Seat, revision: int) -> bool:
    """Whether a control made at `revision` no longer speaks of the present decision of this seat."""
    record = session.record
    last = record.acted[seat] if seat < len(record.acted) else 0
    return revision < max(record.since, last)
