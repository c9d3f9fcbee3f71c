"""The bot keeps data that a newer version has stored, goes on with its table, and posts nothing twice."""

import pytest

from bot.delivery.errors import Forbidden
from bot.sessions.session import Session
from bot.storage import facts, shown
from bot.storage.records import Delivered, ShownMessage
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, always, dm, move, reloaded

pytestmark = pytest.mark.every_database


async def goes_on(rig: Rig, session: Session) -> Rig:
    """Restart the process and make a move, which must edit the table's message in place."""
    again = await rig.restart()
    await again.publisher.start()
    await again.sessions.show_again()
    await again.quiet()
    before = again.transport.in_channel(CHANNEL)
    read = await reloaded(again, session)
    await move(again, read)
    assert len(before) == len(again.transport.in_channel(CHANNEL)) == 1
    assert again.transport.in_channel(CHANNEL) != before
    return again


@pytest.mark.parametrize("word", ["sparkle", "sparkle:1", "call:0:5", "table:now"])
@pytest.mark.timeout(60)
async def test_message_of_a_newer_version_is_left(rig: Rig, word: str) -> None:
    session = await rig.table()
    message = ShownMessage(word, CHANNEL, message_id=900, revision=1, digest="d", posted_at=1.0)
    await rig.store.write(shown.write_all, [Delivered(session.record.id, guild_id=1, message=message)])

    again = await goes_on(rig, session)

    assert message in (await again.store.read(shown.read, session.record.id))[0]


@pytest.mark.timeout(60)
async def test_host_told_by_newer_version_hears_nothing(rig: Rig) -> None:
    session = await rig.table()
    await rig.store.write(facts.keep_note, f"trouble:{session.record.id}:View Channel", "told in passing")
    said = len(rig.transport.in_channel(dm(PLAYERS[0])))
    rig.transport.fault = always("edit", CHANNEL, Forbidden("View Channel"))

    await move(rig, session)

    assert len(rig.transport.in_channel(dm(PLAYERS[0]))) == said
