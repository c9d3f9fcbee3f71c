"""Answers that need something from Discord first: the bot promises them in time."""

from typing import Any

import discord
import pytest

from tests.cogs.test_records import finished
from tests.helpers.guild import SimGuild
from tests.helpers.rated import play_round_robin
from tests.helpers.silence import Delay, answered_after, delay_calls

DAY = 86400.0


@pytest.mark.players(2)
async def test_the_games_of_a_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(guild)
    delay = delay_calls(guild.bot.transport, "name", monkeypatch)

    reply = await answered_after(guild, delay, guild.players[0].stats("This server"))

    assert "Ben" in reply.text
    assert reply.is_private


@pytest.mark.players(5)
async def test_the_ratings_of_a_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    users, now = tuple(player.id for player in guild.players), guild.bot.sessions.clock()
    await play_round_robin(guild.bot.store, users, now - 30 * DAY, guild_id=guild.handle.id)
    delay = delay_calls(guild.bot.transport, "name", monkeypatch)

    reply = await answered_after(guild, delay, guild.players[0].stats("Ratings"))

    assert "Ben" in reply.text
    assert reply.is_private


async def test_a_table_in_a_new_thread(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    delay = Delay(discord.TextChannel.create_thread)

    async def create(channel: discord.TextChannel, **facts: Any) -> Any:
        return await delay.ask(channel, **facts)

    monkeypatch.setattr(discord.TextChannel, "create_thread", create)

    reply = await answered_after(guild, delay, guild.players[0].slash("cards", game="crap"))

    cached = guild.bot.get_guild(guild.handle.id)
    assert cached is not None
    [thread] = cached.threads
    assert f"<#{thread.id}>" in reply.text
    assert await guild.bot.sessions.at(thread.id) is not None
