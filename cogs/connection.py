"""Gateway events: lost connections, servers and channels that come and go, archived threads."""

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import Cardcrate, now
from bot.chores import HOUR_SECONDS
from bot.process.watchdog import SilenceCheck, last_events
from bot.sessions.pauses import GatewayEvents

log = structlog.get_logger(__name__)

MIN_ARCHIVE_SECONDS: Final = 3600.0
"""Discord archives a thread no sooner after its last message. People can."""
LISTEN_SECONDS = 6 * HOUR_SECONDS
"""The interval of checks that every connection has brought events."""


class Connection(commands.Cog):
    """Stops the clocks while players can't act, and pauses tables whose server or channel is gone."""

    def __init__(self, bot: Cardcrate) -> None:
        self.bot = bot
        self.events = GatewayEvents(bot.sessions, bot.pauses)
        self.hearing = SilenceCheck()
        self._connected: set[int] = set()

    async def cog_load(self) -> None:
        self.bot.sessions.agenda.every(self.bot.timings.heartbeat, self._check)
        self.bot.sessions.agenda.every(LISTEN_SECONDS, self._reconnect_silent)
        self.bot.sessions.agenda.every(HOUR_SECONDS, self.events.end_old)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Compare all servers after a new session with Discord, which doesn't repeat missed events."""
        if self.bot.door.is_closed:
            return
        log.info("connected", shard=shard_id, servers=len(self.bot.guilds))
        self._connected.add(shard_id)
        await self._update_clocks()
        if self._all_connected():
            await self.events.servers_known(self._available_servers)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note a resumed session with Discord, which repeats missed events."""
        log.info("connected_again", shard=shard_id)
        self._connected.add(shard_id)
        await self._update_clocks()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks, because this shard's users can't reach the bot. The library reconnects."""
        if shard_id in self._connected:
            log.info("disconnected", shard=shard_id)
        self._connected.discard(shard_id)
        await self._update_clocks()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Pause the tables of a server that Discord can't serve."""
        await self.events.server_gone(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume a server's tables once Discord can serve it."""
        await self.events.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the tables of a server that has removed the bot."""
        await self.events.server_gone(guild.id)
        self.bot.registration.forget(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the tables of a server that the bot has joined, perhaps once more."""
        await self.events.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note a deleted channel and its threads, for which Discord sends no events."""
        for gone in (channel, *getattr(channel, "threads", ())):
            await self.events.channel_gone(gone.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Note a deleted thread."""
        await self.events.channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Show refused pages again, because the bot may have more permissions in the channel."""
        self.bot.transport.files.try_again()
        await self.events.permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Show refused pages again, because the bot may have more permissions in the server."""
        self.bot.transport.files.try_again()
        await self.events.permissions_changed(after.guild.id)

    async def _check(self) -> None:
        """Set the clocks, retry failed work, and reconnect if interactions have stopped suspiciously."""
        await self._update_clocks()
        await self.events.catch_up()
        if self._all_connected() and self.bot.watchdog.is_alarmed:
            self.bot.watchdog.restart()
            log.error("suspicious_silence", what="no interactions where there were many; connecting again")
            for shard in self.bot.shards.values():
                await shard.reconnect()

    async def _reconnect_silent(self) -> None:
        """Reconnect each shard that has brought no events for hours, once."""
        if not self._all_connected():
            return
        for shard in self.hearing.newly_silent(last_events(self.bot)):
            log.warning("nothing_heard", shard=shard, what="no events for hours; connecting again")
            await self.bot.shards[shard].reconnect()

    def _available_servers(self) -> set[int]:
        return {guild.id for guild in self.bot.guilds if not guild.unavailable}

    async def _update_clocks(self) -> None:
        """Run the clocks only while all shards are connected and Discord takes the bot's requests."""
        can_play = self._all_connected() and not self.bot.publisher.transport.is_banned
        if can_play and not self.bot.availability.is_open:
            await self.bot.availability.opened()
        elif not can_play:
            self.bot.availability.lost()

    def _all_connected(self) -> bool:
        return self._connected >= set(self.bot.shard_ids or range(self.bot.shard_count or 1))


class Threads(commands.Cog):
    """Reopens threads that Discord archived, because edits of a table don't count as activity."""

    def __init__(self, bot: Cardcrate) -> None:
        self.bot = bot
        self._reopened: dict[int, float] = {}

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, thread: discord.Thread) -> None:
        """Reopen an archived thread with a live table, because commands and buttons don't work there."""
        if not thread.archived or thread.locked or self._was_archived_by_person(thread):
            return
        if await self.bot.sessions.has_live(thread.id):
            await self._reopen(thread)

    def _was_archived_by_person(self, thread: discord.Thread) -> bool:
        """Whether a thread was archived too soon after use for Discord to have done it. A person did."""
        last = discord.utils.snowflake_time(thread.last_message_id or thread.id).timestamp()
        return now() - max(last, self._reopened.get(thread.id, 0.0)) < MIN_ARCHIVE_SECONDS

    async def _reopen(self, thread: discord.Thread) -> None:
        """Reopen a thread without posting. Any member of the thread may do that."""
        self._reopened[thread.id] = now()
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:  # only a new post can still open it
            log.info("thread_stays_archived", thread=thread.id, code=error.code)


async def setup(bot: Cardcrate) -> None:
    """Load both cogs."""
    await bot.add_cog(Connection(bot))
    await bot.add_cog(Threads(bot))
