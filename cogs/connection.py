"""The gateway's news: whether people can reach the bot, its servers and channels, archived threads."""

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import Cardcrate, now
from bot.chores import HEARTBEAT_SECONDS, HOUR_SECONDS
from bot.process.watchdog import Hearing, last_events
from bot.sessions.pauses import GatewayEvents

log = structlog.get_logger(__name__)

CHECK_SECONDS = HEARTBEAT_SECONDS
MIN_SECONDS: Final = 3600.0
"""Discord archives no thread sooner after the last message in it. People do."""
LISTEN_SECONDS = 6 * HOUR_SECONDS
"""How often we look whether anything at all has come from Discord."""


class Connection(commands.Cog):
    """Stops the clocks while players can't act, and lets single tables wait whose place is gone."""

    def __init__(self, bot: Cardcrate) -> None:
        self.bot = bot
        self.events = GatewayEvents(bot.sessions, bot.pauses)
        self.hearing = Hearing()
        self._here: set[int] = set()

    async def cog_load(self) -> None:
        self.bot.sessions.agenda.every(CHECK_SECONDS, self._check)
        self.bot.sessions.agenda.every(LISTEN_SECONDS, self._listen)
        self.bot.sessions.agenda.every(HOUR_SECONDS, self.events.end_old)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """A new session with Discord: what happened meanwhile wasn't told."""
        if self.bot.door.is_closed:
            return
        log.info("connected", shard=shard_id, servers=len(self.bot.guilds))
        self._here.add(shard_id)
        await self._look()
        if self._are_all_here():
            await self.events.servers_there(self._servers_there)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """The session goes on where it broke off."""
        log.info("connected_again", shard=shard_id)
        self._here.add(shard_id)
        await self._look()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that users of these servers can't reach the bot. The library reconnects."""
        if shard_id in self._here:
            log.info("disconnected", shard=shard_id)
        self._here.discard(shard_id)
        await self._look()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has trouble with a server."""
        await self.events.server_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The trouble is over."""
        await self.events.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed."""
        await self.events.server_gone(guild.id)
        self.bot.registration.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that invited the bot, perhaps once more than before."""
        await self.events.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and with it its threads, for which Discord sends no events."""
        for gone in (channel, *getattr(channel, "threads", ())):
            await self.events.channel_gone(gone.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self.events.channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry refused pages, because permissions may have been given."""
        self.bot.transport.files.try_again()
        await self.events.permitted(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """The same, for a whole server."""
        self.bot.transport.files.try_again()
        await self.events.permitted(after.guild.id)

    async def _check(self) -> None:
        """Catch up, look whether Discord answers us, and whether it has become suspiciously quiet."""
        await self._look()
        await self.events.catch_up()
        if self._are_all_here() and self.bot.watchdog.is_alarmed:
            self.bot.watchdog.calm_down()
            log.error("suspicious_silence", what="no interactions where there were many; connecting again")
            for shard in self.bot.shards.values():
                await shard.reconnect()

    async def _listen(self) -> None:
        """Ask for a new session, once, where a connection has brought nothing for hours."""
        if not self._are_all_here():
            return
        for shard in self.hearing.deaf(last_events(self.bot)):
            log.warning("nothing_heard", shard=shard, what="no events for hours; connecting again")
            await self.bot.shards[shard].reconnect()

    def _servers_there(self) -> set[int]:
        return {guild.id for guild in self.bot.guilds if not guild.unavailable}

    async def _look(self) -> None:
        """Let the clocks run exactly while people can reach the bot and it may answer."""
        can_play = self._are_all_here() and not self.bot.publisher.transport.is_banned
        if can_play and not self.bot.availability.is_open:
            await self.bot.availability.opened()
        elif not can_play:
            self.bot.availability.lost()

    def _are_all_here(self) -> bool:
        return self._here >= set(self.bot.shard_ids or range(self.bot.shard_count or 1))


class Threads(commands.Cog):
    """Reopens threads that Discord archived: edits of a table don't count as activity there."""

    def __init__(self, bot: Cardcrate) -> None:
        self.bot = bot
        self._reopened: dict[int, float] = {}

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, thread: discord.Thread) -> None:
        """Handle a changed thread, perhaps an archived one. Commands and buttons don't work there then."""
        if not thread.archived or thread.locked or self._was_in_use(thread):
            return
        if await self.bot.sessions.has_live(thread.id):
            await self._reopen(thread)

    def _was_in_use(self, thread: discord.Thread) -> bool:
        """Whether it was archived too soon for Discord to have done it: then someone wants it closed."""
        last = discord.utils.snowflake_time(thread.last_message_id or thread.id).timestamp()
        return now() - max(last, self._reopened.get(thread.id, 0.0)) < MIN_SECONDS

    async def _reopen(self, thread: discord.Thread) -> None:
        """Open a thread again without writing anything. Being a member is all that this takes."""
        self._reopened[thread.id] = now()
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:  # the next post opens it, if anything does
            log.info("thread_stays_archived", thread=thread.id, code=error.code)


async def setup(bot: Cardcrate) -> None:
    """Load both cogs."""
    await bot.add_cog(Connection(bot))
    await bot.add_cog(Threads(bot))
