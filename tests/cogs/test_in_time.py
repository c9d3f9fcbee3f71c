"""Some answers need something from Discord first: the bot says in time that they are on their way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from cogs import base
from tests.cogs.test_records import finished
from tests.helpers.guild import SimGuild
from tests.helpers.rated import everybody_plays

DAY = 86400.0
PROMISED = "/callback {'type': 5"


class Silence:
    """One kind of request is kept waiting until this `is_over`; the bot takes any such wait for a long one."""

    def __init__(self, real: Callable[..., Awaitable[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_over = asyncio.Event()
        self._began = asyncio.Event()
        self._real = real
        monkeypatch.setattr(base, "is_done_soon", self._is_done_soon)

    async def ask(self, *given: Any, **named: Any) -> Any:
        self._began.set()
        await self.is_over.wait()
        return await self._real(*given, **named)

    async def _is_done_soon(self, task: asyncio.Future[Any]) -> bool:
        begins = asyncio.ensure_future(self._began.wait())
        await asyncio.wait((task, begins), return_when=asyncio.FIRST_COMPLETED)
        begins.cancel()
        return task.done()


async def answered_after(
    guild: SimGuild, silence: Silence, asked: Awaitable[Any], promised: str = PROMISED
) -> Any:
    """The reply to what was asked; the silence lasts until the bot has promised that reply."""
    before = guild.env.transcript().count(promised)
    asking = asyncio.ensure_future(asked)
    while guild.env.transcript().count(promised) == before:
        await asyncio.sleep(0.001)
    silence.is_over.set()
    return await asking


@pytest.mark.players(2)
async def test_the_games_of_a_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(guild)
    silence = Silence(guild.bot.courier.names, monkeypatch)
    monkeypatch.setattr(guild.bot.courier, "names", silence.ask)

    reply = await answered_after(guild, silence, guild.players[0].slash("record server"))

    assert "Ben" in reply.text
    assert reply.is_private


@pytest.mark.players(5)
async def test_the_ratings_of_a_server(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    users, now = tuple(player.id for player in guild.players), guild.bot.sessions.clock()
    await everybody_plays(guild.bot.store, users, now - 30 * DAY, guild_id=guild.handle.id)
    silence = Silence(guild.bot.courier.names, monkeypatch)
    monkeypatch.setattr(guild.bot.courier, "names", silence.ask)

    reply = await answered_after(guild, silence, guild.players[0].slash("record ratings"))

    assert "Ben" in reply.text
    assert reply.is_private


async def test_a_table_in_a_new_thread(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    silence = Silence(discord.TextChannel.create_thread, monkeypatch)

    async def create(channel: discord.TextChannel, **facts: Any) -> Any:
        return await silence.ask(channel, **facts)

    monkeypatch.setattr(discord.TextChannel, "create_thread", create)

    reply = await answered_after(guild, silence, guild.players[0].slash("game new", game="crap"))

    cached = guild.bot.get_guild(guild.handle.id)
    assert cached is not None
    [thread] = cached.threads
    assert f"<#{thread.id}>" in reply.text
    assert await guild.bot.sessions.at(thread.id) is not None
