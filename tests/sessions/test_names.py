"""The bot asks for names as soon as it needs them."""

import asyncio
from collections.abc import Callable

import pytest

from bot.delivery.errors import Unknown
from bot.delivery.names import Names
from bot.sessions.lobby import Join
from bot.sessions.session import Session
from tests.helpers.clocks import SetClock
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, reloaded


async def asked_again(
    rig: Rig, session: Session, monkeypatch: pytest.MonkeyPatch, *, unanswered: Callable[[int, int], bool]
) -> list[int]:
    """Return the users whose names are asked for, in order, until all are known or nobody asks any more.

    `unanswered` takes a request's number, from 0, and its user, and says whether it gets no answer.
    """
    asked: list[int] = []

    async def name(_guild_id: int, user: int) -> str:
        asked.append(user)
        if unanswered(len(asked) - 1, user):
            raise Unknown("nobody can be asked")
        return f"User {user}"

    for wait in ("RETRY_SECONDS", "SELDOM_SECONDS"):
        monkeypatch.setattr(f"bot.delivery.names.{wait}", 0.0)
    monkeypatch.setattr(rig.transport, "name", name)
    session.names.clear()
    names = Names(
        rig.transport,
        cached=lambda *_: None,
        show=lambda _session: None,
        background=rig.publisher.background,
        clock=SetClock(lambda: rig.time),
    )
    await names.learn(session)
    while names.are_owed(session):
        await asyncio.sleep(0)
    return asked


async def test_joining_during_a_request_needs_no_wait(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    answer = asyncio.Event()

    async def name(_guild_id: int, user: int) -> str:
        asked.append(user)
        await answer.wait()
        return f"User {user}"

    monkeypatch.setattr(rig.transport, "name", name)
    session = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    learning = asyncio.ensure_future(rig.publisher.names.learn(session))
    while not asked:
        await asyncio.sleep(0)

    await rig.sessions.act(session, PLAYERS[1], Join())
    answer.set()
    await learning
    await rig.quiet()

    assert asked == [PLAYERS[0], PLAYERS[1]]
    assert session.names[PLAYERS[1]] == f"User {PLAYERS[1]}"


async def test_outage_asks_for_one_name_at_a_time(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    asked = await asked_again(rig, session, monkeypatch, unanswered=lambda number, _user: number < 6)

    ann, ben, cyd = PLAYERS
    assert asked == [ann, ben, cyd, ben, cyd, ann, ben, ann, cyd]


async def test_unanswered_name_blocks_no_other(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()

    def unanswered(number: int, user: int) -> bool:
        return number < 3 or user == PLAYERS[0]

    await asked_again(rig, session, monkeypatch, unanswered=unanswered)

    assert set(session.names) == {PLAYERS[1], PLAYERS[2]}


async def test_table_shown_without_names_has_them_after_crash(rig: Rig) -> None:
    def unreachable(_guild_id: int, _user_id: int) -> str:
        raise Unknown("nobody can be asked")

    rig.transport.name = unreachable  # type: ignore[method-assign,assignment]
    session = await rig.table()
    (table,) = rig.transport.in_channel(CHANNEL)
    assert "Seat 2" in table.text
    assert await rig.is_left(session)
    del rig.transport.name

    again = await rig.restart()
    resumed = await reloaded(again, session)
    again.publisher.show(resumed)
    while await again.is_left(resumed):
        await asyncio.sleep(0.001)
    await again.quiet()

    pages = [page for _, page in again.transport.messages.values()]
    assert not [page for page in pages if "Seat " in page.text]
    assert [page for page in again.transport.in_channel(CHANNEL) if f"User {PLAYERS[1]}" in page.text]
