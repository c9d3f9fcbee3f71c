"""Posts of unknown fate: whenever they're found, each page appears once, and news is a new message."""

import asyncio

import pytest

from bot.delivery.errors import Closed, DeliveryError, Forbidden, Unfit, Unknown, Vanished
from bot.games.crap.recycling import Recycle
from bot.sessions.frame import Relocate
from bot.sessions.lobby import Start
from bot.sessions.play import MakeMove
from bot.storage import facts, people
from tests.helpers.controls import revision_in
from tests.sessions.rig import CHANNEL, ELSEWHERE, PLAYERS, Rig, always, dm, move, no_fault, once


@pytest.mark.parametrize("restarts", [False, True])
async def test_deal_is_posted_below_lobby_found_late(rig: Rig, *, restarts: bool) -> None:
    rig.transport.executes = True
    lose, hide = always("post", CHANNEL, Unknown("lost")), always("find", CHANNEL, Unknown("lost"))
    rig.transport.fault = lambda what, channel: lose(what, channel) or hide(what, channel)
    session = await rig.lobby()
    await rig.quiet()
    lobby = rig.transport.in_channel(CHANNEL)
    assert await rig.sessions.act(session, PLAYERS[0], Start()) is None
    again = await rig.restart() if restarts else rig

    rig.transport.fault = no_fault
    await again.sessions.show_again()
    await again.quiet()

    assert len(lobby) == len(rig.transport.in_channel(CHANNEL)) == 1
    assert ("delete", CHANNEL) in rig.transport.calls


async def test_post_in_unsearchable_channel_is_found_later(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.executes = True
    lose = once("post", ELSEWHERE, Unknown("lost"))
    refuse = once("find", ELSEWHERE, Forbidden("View Channel"))
    gone = always("find", ELSEWHERE, Vanished("gone"))
    rig.transport.fault = lambda what, at: lose(what, at) or refuse(what, at) or gone(what, at)
    assert await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE)) is None
    while session.record.channel_id != CHANNEL:
        await asyncio.sleep(0.001)
    await rig.quiet()

    rig.transport.fault = no_fault
    assert await rig.sessions.act(session, PLAYERS[0], Relocate(ELSEWHERE)) is None
    await rig.quiet()

    assert rig.transport.calls.count(("post", ELSEWHERE)) == 1


async def test_table_deleted_unseen_and_refused_is_posted_again(rig: Rig) -> None:
    session, shown = await rig.lobby(), rig.transport.messages
    await rig.quiet()
    lost, refused = {"post", "find"}, asyncio.Event()

    def lose(what: str, at: int) -> DeliveryError | None:
        is_lost = at == CHANNEL and what in lost
        if is_lost and what == "find":
            del shown[max(number for number, (channel, _) in shown.items() if channel == CHANNEL)]
        rig.transport.executes = is_lost
        if is_lost:
            lost.remove(what)
            return Unknown("lost")
        if what != "post" or at != CHANNEL:
            return None
        refused.set()
        return Unfit("refused")

    rig.transport.fault = lose
    assert await rig.sessions.act(session, PLAYERS[0], Start()) is None
    await refused.wait()
    await rig.quiet()
    rig.transport.fault = no_fault
    await move(rig, session)

    assert len(rig.transport.in_channel(CHANNEL)) == 1
    assert revision_in(rig.transport.in_channel(CHANNEL)[0]) == session.record.revision


async def test_refused_edit_of_new_hand_is_not_repeated(rig: Rig) -> None:
    here = dm(PLAYERS[2])
    lose, close = always("post", here, Unknown("lost")), always("edit", here, Closed("closed"))
    rig.transport.fault = lose
    session = await rig.table()
    for _ in range(2):
        await move(rig, session)

    rig.transport.fault = close
    while await rig.is_left(session):
        await asyncio.sleep(0.001)

    assert rig.transport.calls.count(("edit", here)) == 1


async def test_hand_in_forgotten_dm_is_found(rig: Rig) -> None:
    here, rig.transport.executes = dm(PLAYERS[2]), True
    lose, hide = always("post", here, Unknown("lost")), always("find", here, Unknown("lost"))
    rig.transport.fault = lambda what, channel: lose(what, channel) or hide(what, channel)
    await rig.table()
    await rig.store.write(people.keep_dm_channel, PLAYERS[2], None)
    posted = rig.transport.calls.count(("post", here))

    again = await rig.restart()
    again.transport.fault = no_fault
    await again.sessions.show_again()
    await again.quiet()

    assert again.transport.calls.count(("post", here)) == posted
    assert len(again.transport.in_channel(here)) == 1


async def test_unsearchable_post_is_not_repeated(rig: Rig) -> None:
    session = await rig.table()
    rig.transport.executes = True
    lose, refuse = once("post", CHANNEL, Unknown("lost")), always("find", CHANNEL, Forbidden("View Channel"))
    rig.transport.fault = lambda what, channel: lose(what, channel) or refuse(what, channel)
    rig.time += 3600  # old enough to be posted again
    posted = rig.transport.calls.count(("post", CHANNEL))
    await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle()))
    while await rig.store.read(facts.note, f"trouble:{session.record.id}:View Channel") is None:
        await asyncio.sleep(0.001)
    await rig.quiet()

    rig.transport.fault = no_fault
    await rig.sessions.show_again()
    await rig.quiet()

    assert rig.transport.calls.count(("post", CHANNEL)) == posted + 1
    assert not await rig.is_left(session)
