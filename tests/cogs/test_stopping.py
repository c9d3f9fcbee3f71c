"""A bot that is being stopped begins nothing new, and gives the answers that it has begun."""

import asyncio

import pytest

from tests.helpers.guild import SimGuild
from tests.helpers.tables import started


async def test_what_comes_while_the_bot_stops_is_not_carried_out(guild: SimGuild) -> None:
    session = await started(guild)
    before = session.record
    guild.bot.is_stopping = True

    result = await guild.players[session.state.turn].actor.slash(guild.channel, "recycle")

    assert result.response is None
    assert session.record == before


async def test_an_answer_that_is_under_way_is_given_before_the_bot_disconnects(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await started(guild)
    hold, deal = asyncio.Event(), guild.bot.sessions.act
    order: list[str] = []

    async def slow(*given: object, **named: object) -> object:
        await hold.wait()
        order.append("moved")
        return await deal(*given, **named)  # type: ignore[arg-type]

    async def last() -> None:
        order.append("sending stopped")

    monkeypatch.setattr(guild.bot.sessions, "act", slow)
    monkeypatch.setattr(guild.bot.publisher, "close", last)
    answering = asyncio.create_task(guild.players[session.state.turn].actor.slash(guild.channel, "recycle"))
    while not guild.bot.answering:
        await asyncio.sleep(0)
    stopping = asyncio.create_task(guild.bot.close())
    for _ in range(100):
        await asyncio.sleep(0)
    assert order == []
    hold.set()
    await stopping

    assert order == ["moved", "sending stopped"]
    assert (await answering).response is not None
