"""Names are asked for as soon as they are needed."""

import asyncio

import pytest

from bot.delivery.names import differs
from bot.rendering import pages
from bot.rendering.page import Page, Text
from bot.sessions.requests import Join
from bot.sessions.session import Session
from tests.sessions.rig import CHANNEL, PLAYERS, Rig


async def test_who_joins_while_others_are_asked_for_need_not_wait_for_the_next_try(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    answer = asyncio.Event()

    async def names(_guild_id: int, user_ids: tuple[int, ...]) -> dict[int, str]:
        asked.extend(user_ids)
        await answer.wait()
        return {user: f"User {user}" for user in user_ids}

    monkeypatch.setattr(rig.courier, "names", names)
    session = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    rig.publisher.names.begin(session)
    while not asked:
        await asyncio.sleep(0)

    await rig.sessions.act(session, PLAYERS[1], Join())
    answer.set()
    await rig.quiet()

    assert asked == [PLAYERS[0], PLAYERS[1]]
    assert session.names[PLAYERS[1]] == f"User {PLAYERS[1]}"


async def test_a_page_differs_by_the_name_of_who_sits_where_a_computer_may_play(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "hand", lambda scene: Page((Text(scene.owner(0)),)))
    session = await rig.table("craits")
    assert session.names[PLAYERS[0]] == f"User {PLAYERS[0]}"

    assert differs(session, {}, 1)
    assert not differs(session, session.names, 1)
