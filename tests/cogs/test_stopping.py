"""A bot that's stopping begins nothing new, and finishes the answers that it has begun."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.door import door
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started


async def test_request_during_stop_is_not_carried_out(guild: SimGuild) -> None:
    session = await started(guild)
    before = session.record
    guild.bot.door.is_closed = True

    result = await guild.players[session.state.turn].actor.slash(guild.channel, "recycle")

    assert result.response is None
    assert session.record == before


async def test_stopping_finishes_answers_first(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
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
    while not guild.bot.door.answering:
        await asyncio.sleep(0)
    stopping = asyncio.create_task(guild.bot.close())
    for _ in range(100):
        await asyncio.sleep(0)
    assert order == []
    hold.set()
    await stopping

    assert order == ["moved", "sending stopped"]
    assert (await answering).response is not None


async def test_stopping_asks_for_no_names(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(guild)
    asked: list[int] = []

    async def name(_guild_id: int, user_id: int) -> None:
        asked.append(user_id)

    await guild.restart()
    session = await guild.session()
    monkeypatch.setattr(guild.bot.transport, "name", name)
    await guild.bot.publisher.names.close()
    await guild.bot.publisher.names.learn(session)

    assert asked == []


async def test_stopping_gives_up_slow_answers(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await started(guild)
    monkeypatch.setattr(door, "CLOSING_SECONDS", 0.0)
    begun, ended = asyncio.Event(), list[bool]()

    async def stuck(*_given: object, **_named: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(guild.bot.is_closed())

    monkeypatch.setattr(guild.bot.sessions, "act", stuck)
    answering = asyncio.create_task(guild.players[session.state.turn].actor.slash(guild.channel, "recycle"))
    await begun.wait()

    with capture_logs() as logged:
        await guild.bot.close()
    await answering

    assert ended == [False]
    assert {"event": "answers_given_up", "number": 1, "log_level": "warning"} in logged
