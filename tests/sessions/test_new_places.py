"""Tables in new places: other tables don't delay the first post, and a late refusal closes the lobby."""

import asyncio

import pytest

from bot.delivery.errors import DeliveryError, Forbidden, Unknown, Vanished
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
