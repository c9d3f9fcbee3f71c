"""Lost posts that arrive after the bot has looked for them: each page still appears only once."""

import pytest

from bot.delivery.errors import DeliveryError, Unknown
from bot.sessions.lobby import Join
from bot.sessions.session import Session
from tests.sessions.rig import CHANNEL, PLAYERS, Rig, dm, move

pytestmark = pytest.mark.parametrize("is_before", [True, False], ids=["before the next", "after it"])


class Lost:
    """A fault that delays posts to a channel until it's `over`: to just before the next one, or after it."""

    def __init__(self, rig: Rig, channel_id: int, *, is_before: bool) -> None:
        self.rig, self.channel_id, self.is_before = rig, channel_id, is_before
        self.over = False

    def __call__(self, what: str, channel_id: int) -> DeliveryError | None:
        if (what, channel_id) != ("post", self.channel_id):
            return None
        if not self.over:
            return Unknown("no answer")
        if self.is_before:
            self.rig.transport.arrive()
        return None

    async def end(self) -> None:
        """Answer posts again and show everything. In the end all lost posts have arrived."""
        self.over = True
        await self.rig.sessions.show_again()
        await self.rig.quiet()
        self.rig.transport.arrive()


async def test_changed_table_stands_once_with_newest_state(rig: Rig, is_before: bool) -> None:
    rig.transport.fault = lost = Lost(rig, CHANNEL, is_before=is_before)
    session = await rig.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
    assert isinstance(session, Session)
    await rig.quiet()
    assert await rig.sessions.act(session, PLAYERS[1], Join()) is None
    await rig.quiet()

    await lost.end()

    [table] = rig.transport.in_channel(CHANNEL)
    assert f"User {PLAYERS[1]}" in table.text
    assert not await rig.is_left(session)


async def test_hand_that_is_shown_again_meanwhile_stands_once(rig: Rig, is_before: bool) -> None:
    waits = PLAYERS[2]
    rig.transport.fault = lost = Lost(rig, dm(waits), is_before=is_before)
    session = await rig.table()
    assert await move(rig, session) != waits

    await lost.end()

    [hand] = rig.transport.in_channel(dm(waits))
    assert "Not your turn" in hand.text
    assert not await rig.is_left(session)
