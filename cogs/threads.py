"""Keeps the threads open in which a game is going on."""

from typing import Final

import discord
import structlog
from discord.ext import commands

from bot.app import Cardcrate, now

log = structlog.get_logger(__name__)

MIN_SECONDS: Final = 3600.0
"""Discord archives no thread sooner after the last message in it. People do."""


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
    """Load the cog."""
    await bot.add_cog(Threads(bot))
