"""The bot writes to a host once if it can't show their table, and the table doesn't wait for that."""

import asyncio
from functools import partial

import pytest
from structlog.testing import capture_logs

from bot.delivery.errors import Forbidden, Purpose
from bot.games.crap.recycling import Recycle
from bot.rendering.page import Page
from bot.sessions.play import MakeMove
from bot.storage import facts
from bot.storage.errors import NotSaved
from tests.helpers.behind import replace_call
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, dm, move, no_fault

HOST = PLAYERS[0]


def not_allowed(what: str, channel_id: int) -> Forbidden | None:
    """Refuse to show the table."""
    return Forbidden("Send Messages") if channel_id == CHANNEL and what in ("post", "edit") else None


def told(rig: Rig) -> list[str]:
    """Return the host's DMs about a table that can't be shown."""
    return [page.text for page in rig.transport.in_channel(dm(HOST)) if "I can't show" in page.text]


async def test_table_never_waits_for_notice_to_host(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    real, is_told, may_arrive = rig.transport.post, asyncio.Event(), asyncio.Event()

    async def post(channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False) -> int:
        if "I can't show" in page.text:
            is_told.set()
            await may_arrive.wait()
        return await real(channel_id, page, nonce=nonce, purpose=purpose, quiet=quiet)

    monkeypatch.setattr(rig.transport, "post", post)
    rig.transport.fault = not_allowed
    assert await rig.sessions.act(session, rig.turn(session), MakeMove(Recycle())) is None
    await is_told.wait()
    rig.transport.fault = no_fault
    before = rig.transport.in_channel(CHANNEL)

    await rig.sessions.show_again(1)
    while rig.transport.in_channel(CHANNEL) == before:
        await asyncio.sleep(0.001)

    assert told(rig) == []
    may_arrive.set()
    await rig.quiet()
    assert len(told(rig)) == 1


async def test_next_page_retries_notice_to_host(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await rig.table()
    failing = [NotSaved("the database couldn't be written")]

    async def fails(name: str, text: str) -> None:
        if failing and name.startswith("trouble:"):
            raise failing.pop()
        await rig.store.write(partial(facts.keep_note, name=name, value=text))

    replace_call(monkeypatch, rig.store, facts.keep_note, fails)
    rig.transport.fault = not_allowed
    with capture_logs() as logs:
        await move(rig, session)
    assert [line["work"][0] for line in logs if line["event"] == "work_delayed"] == ["notice"]
    assert told(rig) == []

    await move(rig, session)

    assert len(told(rig)) == 1
