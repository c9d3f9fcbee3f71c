"""The next process finds messages that a dead one posted without noting them, and leaves no doubles."""

import asyncio
from collections.abc import Callable, Collection

import pytest

from bot.delivery.errors import Closed, DeliveryError, Forbidden, Unknown
from bot.games.crap.recycling import Recycle
from bot.rendering.page import Page
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.view import HandAt
from bot.storage import people
from bot.storage.errors import NotSaved
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, dm, no_fault, reloaded


def forget_deliveries(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the database refuse notes about posted messages, but take moves."""

    async def delivered(*_news: object) -> None:
        raise NotSaved("disk full")

    monkeypatch.setattr(rig.sessions.cluster, "write_delivered", delivered)


async def crashed(rig: Rig, session: Session) -> tuple[Rig, Session]:
    """End this process. Return the next one, and the session there."""
    again = await rig.restart()
    rig.transport.fault = no_fault
    loaded = await reloaded(again, session)
    return again, loaded


async def test_hand_from_before_crash_is_found_in_closed_dms(rig: Rig) -> None:
    called = PLAYERS[1]
    rig.transport.executes = True
    rig.transport.fault = lambda what, channel: (
        Unknown("lost") if channel == dm(called) and what in ("post", "find") else None
    )
    session = await rig.table()
    assert len(rig.transport.in_channel(dm(called))) == 1
    await rig.store.write(people.keep_dm_closed, called, rig.time)

    again = await rig.restart()
    rig.transport.fault = no_fault
    await again.sessions.show_again()
    await again.quiet()
    again.time += 3600  # DMs are tried again
    resumed = await reloaded(again, session)
    await again.publisher.show_again(resumed, HandAt(1))
    await again.quiet()

    assert len(again.transport.in_channel(dm(called))) == 1
    assert not await again.is_left(session)


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


async def recycle(rig: Rig, session: Session) -> None:
    assert await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle())) is None


async def test_unnoted_mention_goes_once_its_player_has_moved(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = PLAYERS[1]

    def closed(what: str, channel: int) -> DeliveryError | None:
        return Closed("50007") if channel == dm(called) and what == "post" else None

    def mentions() -> list[Page]:
        return [page for page in rig.transport.in_channel(CHANNEL) if page.pings]

    session = await rig.table()
    rig.transport.fault = closed
    forget_deliveries(rig, monkeypatch)
    await recycle(rig, session)
    await until(lambda: bool(mentions()))

    again, loaded = await crashed(rig, session)
    await recycle(again, loaded)
    await again.quiet()

    assert mentions() == []


async def test_two_unnoted_hands_leave_one(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    called = PLAYERS[1]
    forget_deliveries(rig, monkeypatch)
    for _ in range(2):
        while rig.turn(session) != called:
            await recycle(rig, session)
        for _ in range(500):  # time to post the hand
            await asyncio.sleep(0)
        await recycle(rig, session)
        rig.time += 200

    again, _ = await crashed(rig, session)
    await again.sessions.show_again()
    await again.quiet()

    assert len(again.transport.in_channel(dm(called))) == 1


async def test_unsearchable_lobby_goes_when_allowed_again(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_deliveries(rig, monkeypatch)
    session = await rig.lobby()
    await until(lambda: bool(rig.transport.in_channel(CHANNEL)))
    again, loaded = await crashed(rig, session)
    find = rig.transport.find

    async def refuse_table(channel_id: int, nonces: Collection[str]) -> None:
        if await find(channel_id, nonces) is not None:
            raise Forbidden("View Channel")

    with monkeypatch.context() as forbidden:
        forbidden.setattr(rig.transport, "find", refuse_table)
        await again.sessions.show_again()
        await again.quiet()
        assert loaded.record.close_reason == "channel"
        assert rig.transport.in_channel(CHANNEL)
    await again.sessions.show_again()
    await again.quiet()

    assert not rig.transport.in_channel(CHANNEL)
    assert not await again.is_left(loaded)
