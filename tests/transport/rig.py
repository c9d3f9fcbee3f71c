"""Sessions whose pages go through the real transport."""

import asyncio
from pathlib import Path

from bot.config import DATA
from bot.delivery.transport import DiscordTransport
from bot.games.crap.recycling import Recycle
from bot.sessions.lobby import Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage.store import Store
from tests.discord_http.stand_in import StandIn
from tests.sessions.rig import PLAYERS, Tables


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time

    @property
    def elapsed(self) -> float:
        return self.time


class Rig(Tables):
    """Sessions with the real transport, and the Discord in which it shows them."""

    def __init__(self, transport: DiscordTransport, server: StandIn, clock: Clock, path: Path) -> None:
        super().__init__(Store(path, DATA / "migrations"), transport, clock)
        self.server = server
        self.clock = clock

    async def close(self) -> None:
        await super().close()
        await self.store.close()

    async def table(self) -> Session:
        session = await self.lobby()
        assert await self.sessions.act(session, PLAYERS[0], Start()) is None
        await self.all_shown(session)
        return session

    async def move(self, session: Session) -> None:
        assert await self.sessions.act(session, self.turn(session), MakeMove(Recycle())) is None

    async def all_shown(self, session: Session) -> None:
        """Wait until everything is shown, except calls that are due later than this clock ever gets."""
        while await self.is_left(session) or self.publisher.is_busy:
            await asyncio.sleep(0.001)

    async def pause(self) -> None:
        """Let all work under way go on for a moment."""
        await asyncio.sleep(0.002)
