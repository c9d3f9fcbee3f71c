"""Slow tables with a clock that tests move, and the notifications of their players."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from bot.delivery.errors import Purpose
from bot.games.crap.recycling import Recycle
from bot.rendering.page import Page
from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage.store import Store
from bot.timings import USUAL, Timings
from tests.helpers.seen import see_dms
from tests.helpers.transports import MemoryTransport
from tests.sessions.rig import PLAYERS, Rig, dm, reloaded

DAY = 86400.0
LEFT = 0.2 * DAY
FIRST = PLAYERS[0]
SLOW = {"turn-timeout": int(DAY), "response-timeout": int(DAY)}


class Notification(NamedTuple):
    """A message that notified someone."""

    at: float
    user: int
    message: int


class RecordingTransport(MemoryTransport):
    """A transport in memory that notes whom each message notifies, by DM or by mention."""

    def __init__(self) -> None:
        super().__init__()
        self.notifications: list[Notification] = []
        self.now = 0.0
        self.places: dict[int, int] = {}
        """The channel of each message that notified someone."""

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        users = page.pings or tuple(user for user in PLAYERS if channel_id == dm(user))
        hooks = [self.notify_hook(user, page) for user in users]  # a request under way can't be recalled
        message = await super().post(channel_id, page, nonce=nonce, purpose=purpose, quiet=quiet)
        if not quiet and message not in self.places:
            self.places[message] = channel_id
            for user, hook in zip(users, hooks, strict=True):
                self.notifications.append(Notification(self.now, user, message))
                hook()
        return message

    def notify_hook(self, _user: int, _page: Page) -> Callable[[], None]:
        """Return a function to call when this page, which is about to be sent, has notified this user."""
        return lambda: None

    def notified_at(self, user: int) -> list[float]:
        """Return the times at which this user was notified."""
        return [one.at for one in self.notifications if one.user == user]


class SlowTables:
    """C.R.A.P. tables of the same players, with a day for each decision."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.tables: list[Session] = []
        self.unseen: set[int] = set()
        """Users who haven't shown yet that they see their DMs."""
        assert isinstance(rig.transport, RecordingTransport)
        self.transport = rig.transport

    @classmethod
    def on(
        cls, store: Store, transport: RecordingTransport | None = None, timings: Timings = USUAL
    ) -> "SlowTables":
        """Return tables on this database, with the clock set to a morning."""
        slow = cls(Rig(store, transport or RecordingTransport(), timings))
        slow.set_time(1_800_000_000.0)
        return slow

    async def restart(self) -> None:
        """End the process in its present state, and start another one."""
        self.rig = await self.rig.restart()
        await self.rig.publisher.start()
        self.tables = [await reloaded(self.rig, table) for table in self.tables]
        await self.look()

    async def table(self, channel: int = 10, *more: int) -> Session:
        """Deal another table, for the usual players and `more` users."""
        sessions = self.rig.sessions
        await see_dms(sessions.choices, *({FIRST, *PLAYERS, *more} - self.unseen))
        opened = await sessions.open("crap", SLOW, guild_id=1, channel_id=channel, host_id=FIRST)
        assert isinstance(opened, Session)
        for player in (*PLAYERS[1:], *more):
            assert await sessions.act(opened, player, Join()) is None
        assert await sessions.act(opened, FIRST, Start()) is None
        await self.rig.quiet()
        self.tables.append(opened)
        return opened

    async def turn_of(self, user: int, table: Session) -> None:
        """Play until it's this user's turn."""
        while self.rig.turn(table) != user:
            await self.move(table)

    async def move(self, table: Session) -> None:
        """Recycle for the player on turn."""
        user = self.rig.turn(table)
        assert await self.rig.sessions.act(table, user, MakeMove(Recycle())) is None
        await self.rig.quiet()

    def set_time(self, time: float) -> None:
        self.rig.time = self.transport.now = time

    async def wait(self, seconds: float) -> None:
        """Let time pass, and show everything that has come due."""
        self.set_time(self.rig.time + seconds)
        await self.look()

    async def look(self) -> None:
        """Show everything that's due at any table."""
        for table in self.tables:
            await self.rig.publisher._wake(table.record.id)
        await self.rig.quiet()

    def in_dm(self, user: int) -> list[str]:
        """Return the messages in a user's DMs."""
        return [page.text for page in self.transport.in_channel(dm(user))]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until this is true, and let the database's thread run meanwhile."""
    while not condition():
        await asyncio.sleep(0.001)
