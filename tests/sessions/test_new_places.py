"""Tables in new places: other tables don't delay the first post, and late refusals hit only where they belong."""

import asyncio
from typing import Any

import pytest

from bot.delivery.errors import DeliveryError, Forbidden, Unknown, Vanished
from bot.games.crap.recycling import Recycle
from bot.sessions.frame import Relocate
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from tests.sessions.rig import CHANNEL, ELSEWHERE, PLAYERS, Rig, always, before_messages_are_read, dm, once


@pytest.mark.timeout(30)
async def test_other_tables_keep_no_new_one_waiting(rig: Rig) -> None:
    other, stuck = await rig.table(), asyncio.Event()

    async def wait(session_id: int) -> None:
        if session_id == other.record.id:
            await stuck.wait()

    with before_messages_are_read(rig.store, wait):
        rig.publisher.look(other, other.record.version + 1)
        opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=ELSEWHERE, host_id=PLAYERS[0])
        assert isinstance(opened, Session)

        assert await rig.publisher.may_stand(opened, 600)
        assert [page.text for page in rig.transport.in_channel(ELSEWHERE)]
        stuck.set()


@pytest.mark.parametrize("error", [Forbidden("View Channel"), Vanished("50083")], ids=["right", "archived"])
async def test_lobby_refused_at_a_later_try_closes(rig: Rig, error: DeliveryError) -> None:
    lose = once("post", CHANNEL, Unknown("lost"))
    rig.transport.fault = lambda what, channel: (
        lose(what, channel) or always("post", CHANNEL, error)(what, channel)
    )

    opened = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(opened, Session)
    while opened.record.status == "lobby":
        await asyncio.sleep(0.001)
    await rig.quiet()

    assert await rig.sessions.at(CHANNEL) is None
    assert rig.transport.in_channel(dm(PLAYERS[0])) == []
    assert not await rig.is_left(opened)


@pytest.mark.parametrize("error", [Forbidden("View Channel"), Vanished("10003")], ids=["right", "gone"])
async def test_late_refusal_leaves_relocated_table_there(
    rig: Rig, error: DeliveryError, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, edit = await rig.table(), rig.transport.edit
    is_reached, may_fail = asyncio.Event(), asyncio.Event()

    async def late(channel_id: int, *given: Any, **named: Any) -> None:
        if channel_id == CHANNEL:
            is_reached.set()
            await may_fail.wait()
        await edit(channel_id, *given, **named)

    monkeypatch.setattr(rig.transport, "edit", late)
    rig.transport.fault = always("edit", CHANNEL, error)
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    await is_reached.wait()
    assert await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE)) is None
    may_fail.set()
    await rig.quiet()

    assert (session.record.channel_id, rig.sessions.clocks.paused) == (ELSEWHERE, {})
    assert "Turn 2 of" in rig.transport.in_channel(ELSEWHERE)[0].text
