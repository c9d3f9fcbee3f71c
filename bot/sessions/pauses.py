"""Tables that wait for a missing channel, server or game, and the news from Discord about those."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress

import structlog

from bot.engine.draft import Refusal
from bot.sessions.deadlines import IDLE_SECONDS
from bot.sessions.frame import Close, GoBack, Relocate, closed_without_game
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import NO_CLICK, Click
from bot.storage import pauses, queries, rows
from bot.storage.errors import NotSaved, Unreadable
from bot.storage.records import Commit, PauseReason, Record

log = structlog.get_logger(__name__)


class Pauses:
    """The pauses of single tables. `sessions.clocks.paused` are those that wait."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._clocks = sessions.clocks

    async def channel_gone(self, channel_id: int) -> None:
        """Close the lobby of a deleted channel, or pause its game and tell the players by DM."""
        with suppress(Unreadable):
            session = await self._sessions.at(channel_id)
            if session is None:
                return
            if session.record.status == "lobby":
                await self._sessions.act(session, session.record.host_id, Close("channel"))
                return
            if await self._pause((session.record.id,), "channel"):
                self._sessions.show(session, reread=True)

    async def server_gone(self, guild_id: int) -> None:
        """Pause the tables of a server that can't be reached, or has removed the bot."""
        await self._pause(
            [record.id for record in await self._sessions.store.read(rows.in_guild, guild_id)], "server"
        )

    async def server_back(self, guild_id: int) -> None:
        """Resume the tables of a server that can be reached again, and retry the DMs to its members."""
        self._sessions.server_back()
        if not any(paused.why == "server" for paused in self._clocks.paused.values()):
            return  # at a start Discord names every server, and usually none was gone
        for record in await self._sessions.store.read(rows.in_guild, guild_id):
            paused = self._clocks.paused.get(record.id)
            if paused is not None and paused.why == "server":
                await self._resume(record.id)

    async def check_games(self) -> None:
        """Pause the tables whose game isn't installed, and resume those whose game is back."""
        missing: list[int] = []
        for session_id, game in await self._sessions.cluster.read_own(queries.live_games):
            if game not in self._sessions.games:
                missing.append(session_id)
            elif self.lacks_game(session_id):
                await self._resume(session_id)
        await self._pause(missing, "game")

    def lacks_game(self, session_id: int) -> bool:
        """Whether a table waits for its game to be installed."""
        paused = self._clocks.paused.get(session_id)
        return paused is not None and paused.why == "game"

    async def end_without_game(
        self, record: Record, user_id: int, click: Click, *, moderator: bool
    ) -> Refusal | None:
        """End a table whose game isn't installed. The table shows it once its game is back."""
        ended = closed_without_game(record, user_id, self._sessions.clock(), moderator=moderator)
        if isinstance(ended, Refusal):
            return ended
        await self._sessions.store.commit(Commit(ended, interaction_id=click.id, resumes=True))
        self._clocks.paused.pop(record.id, None)
        return None

    async def servers_known(self, guild_ids: Collection[int]) -> None:
        """Resume the tables of these servers, and pause those of every other, which can't be reached."""
        await self.check_games()
        for guild_id in await self._sessions.cluster.read_own(queries.live_guilds):
            await (self.server_back if guild_id in guild_ids else self.server_gone)(guild_id)

    async def relocate(
        self, session: Session, user_id: int, request: Relocate | GoBack, click: Click = NO_CLICK
    ) -> Refusal | None:
        """Move a table to another channel of its server, where it goes on."""
        there = await self._sessions.store.read(queries.live_in, request.channel_id)
        if there not in (None, session.record.id):
            return Refusal("channel-busy")
        return await self._sessions.act(session, user_id, request, click)

    async def first_page_refused(self, session: Session, old_channel_id: int | None) -> bool:
        """Handle a table whose first page Discord refuses. Return whether there was a way.

        It goes back to the channel that still has its message. A lobby without any message closes.
        """
        host_id = session.record.host_id
        if old_channel_id is not None:
            return await self.relocate(session, host_id, GoBack(old_channel_id)) is None
        if session.state is not None or session.record.is_in_dm:
            return False
        await self._sessions.act(session, host_id, Close("channel"))
        return True

    async def end_old(self) -> None:
        """End the tables of this process that have waited too long."""
        await self._end_untouched()
        self._clocks.paused = await self._sessions.store.read(
            pauses.pauses
        )  # other processes pause some, too
        for session_id, paused in list(self._clocks.paused.items()):
            if paused.why == "game" or self._sessions.clock() - paused.since < IDLE_SECONDS:
                continue
            with suppress(Unreadable):
                session = await self._sessions.get(session_id)
                if session is not None and not self._sessions.cluster.owns(session.record.guild_id):
                    continue
                if session is not None:
                    await self._sessions.act(session, session.record.host_id, Close(paused.why))
                await self._resume(session_id)

    async def _end_untouched(self) -> None:
        """End abandoned games of single players, which don't have a clock that would end them."""
        sessions = self._sessions
        before = sessions.clock() - IDLE_SECONDS
        async for session in sessions.readable(await sessions.store.read(queries.inactive, before)):
            if session.record.is_alone and sessions.cluster.owns(session.record.guild_id):
                await sessions.act(session, session.record.host_id, Close("idle"))

    async def _pause(self, session_ids: Iterable[int], why: PauseReason) -> bool:
        """Pause these sessions. Return False if all of them are paused already."""
        fresh = [number for number in session_ids if number not in self._clocks.paused]
        if not fresh:
            return False
        log.info("tables_wait", sessions=fresh, why=why)
        async with self._sessions.quiesced():  # nothing that's read here may change until the pause is known
            self._clocks.paused = await self._sessions.store.write(
                pauses.pause_all, fresh, why, self._clocks.time
            )
            if why == "channel":
                self._sessions.count_up(fresh)
        return True

    async def _resume(self, session_id: int) -> None:
        with suppress(Unreadable):
            await self._sessions.end_pause(session_id)
            log.info("table_goes_on", session=session_id)


Topic = tuple[str, int]
"""The subject of a piece of news. Later news on the same subject replaces it."""


class News:
    """A queue of news, handled in order. Call `catch_up` every few seconds."""

    def __init__(self) -> None:
        self._waiting: dict[Topic, Callable[[], Awaitable[None]]] = {}
        self._turn = asyncio.Lock()

    async def take(self, topic: Topic, act: Callable[[], Awaitable[None]]) -> None:
        """Do what a piece of news asks for, now or as soon as the database allows. It may be done twice."""
        self._waiting.pop(topic, None)
        self._waiting[topic] = act
        await self.catch_up()

    async def catch_up(self) -> None:
        """Handle the news that couldn't be handled before."""
        async with self._turn:
            while self._waiting:
                topic, act = next(iter(self._waiting.items()))
                try:
                    await act()
                except NotSaved as error:
                    log.warning("news_wait", topic=topic, waiting=len(self._waiting), error=str(error))
                    return
                except Exception:
                    log.exception("news_failed", topic=topic)  # a bug. The other events have their turn
                if self._waiting.get(topic) is act:  # else later news has replaced it
                    del self._waiting[topic]


class GatewayEvents(News):
    """The news of servers, channels and permissions: tables wait, go on, end, or can be shown."""

    def __init__(self, sessions: Sessions, pauses: Pauses) -> None:
        super().__init__()
        self._sessions = sessions
        self._pauses = pauses

    async def servers_known(self, find: Callable[[], Collection[int]]) -> None:
        """Note a new session with Discord. `find` gives the servers known when it's called."""
        await self.take(("servers", 0), lambda: self._pauses.servers_known(find()))

    async def server_gone(self, guild_id: int) -> None:
        """Note that a server can't be reached, or has removed the bot."""
        await self.take(("server", guild_id), lambda: self._pauses.server_gone(guild_id))

    async def server_back(self, guild_id: int) -> None:
        """Note that a server can be reached, or has invited the bot."""
        await self.take(("server", guild_id), lambda: self._pauses.server_back(guild_id))

    async def channel_gone(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted."""
        await self.take(("channel", channel_id), lambda: self._pauses.channel_gone(channel_id))

    async def permissions_changed(self, guild_id: int) -> None:
        """Retry refused pages, because permissions may have been given."""
        await self.take(("permissions", guild_id), lambda: self._sessions.show_again(guild_id))

    async def end_old(self) -> None:
        """End the tables that have waited too long."""
        await self.take(("old tables", 0), self._pauses.end_old)
