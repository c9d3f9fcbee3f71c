"""Take in Discord's one-time news, even while the database can't be read or written."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

import structlog

from bot.sessions.pauses import Pauses
from bot.sessions.sessions import Sessions
from bot.storage.errors import NotSaved

log = structlog.get_logger(__name__)

Topic = tuple[str, int]
"""The subject of a piece of news: later news of the same replaces it."""


class News:
    """Works off the news in order. Call `catch_up` every few seconds."""

    def __init__(self) -> None:
        self._waiting: dict[Topic, Callable[[], Awaitable[None]]] = {}
        self._turn = asyncio.Lock()

    async def take(self, topic: Topic, act: Callable[[], Awaitable[None]]) -> None:
        """Do what a piece of news asks for, now or as soon as the database allows. It may be done twice."""
        self._waiting.pop(topic, None)
        self._waiting[topic] = act
        await self.catch_up()

    async def catch_up(self) -> None:
        """Do what couldn't be done so far."""
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
                if self._waiting.get(topic) is act:  # else there were later news of it meanwhile
                    del self._waiting[topic]


class GatewayEvents(News):
    """News of servers, channels and permissions: which tables wait, go on, end, or can be shown."""

    def __init__(self, sessions: Sessions, pauses: Pauses) -> None:
        super().__init__()
        self._sessions = sessions
        self._pauses = pauses

    async def servers_there(self, find: Callable[[], Collection[int]]) -> None:
        """Note a new session with Discord. `find` gives the servers known when it's called."""
        await self.take(("servers", 0), lambda: self._pauses.servers_there(find()))

    async def server_gone(self, guild_id: int) -> None:
        """A server can't be reached, or has removed the bot."""
        await self.take(("server", guild_id), lambda: self._pauses.server_gone(guild_id))

    async def server_back(self, guild_id: int) -> None:
        """A server can be reached, or has invited the bot."""
        await self.take(("server", guild_id), lambda: self._pauses.server_back(guild_id))

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted."""
        await self.take(("channel", channel_id), lambda: self._pauses.channel_gone(channel_id))

    async def permitted(self, guild_id: int) -> None:
        """Retry refused pages, because permissions may have been given."""
        await self.take(("permissions", guild_id), lambda: self._sessions.show_again(guild_id))

    async def end_old(self) -> None:
        """Tables that have waited too long end."""
        await self.take(("old tables", 0), self._pauses.end_old)
