"""Sessions whose pages go through the real courier."""

import asyncio
from pathlib import Path

from bot.config import DATA
from bot.delivery.courier import DiscordCourier
from bot.delivery.pacing import AT_ONCE
from bot.delivery.publisher import Publisher
from bot.games import GAMES
from bot.games.crap.recycling import Recycle
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.requests import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import shown
from bot.storage.store import Store
from tests.discord_http.stand_in import StandIn
from tests.helpers.clocks import SetClock

CHANNEL = 10
PLAYERS = (100, 101, 102)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Rig:
    """Sessions on a real database, a publisher, and the Discord they show their tables in."""

    def __init__(self, courier: DiscordCourier, server: StandIn, clock: Clock, path: Path) -> None:
        self.server = server
        self.clock = clock
        self.store = Store(path, DATA / "migrations")
        self.sessions = Sessions(
            self.store, GAMES, pace=Pace(600, 120), clock=clock, new_key=lambda: b"k" * 32
        )
        self.publisher = Publisher(
            self.store,
            courier,
            clock=SetClock(clock),
            key=b"k",
            sessions=self.sessions,
            paces=AT_ONCE,
            backoff=0.001,
        )
        self.sessions.shows = self.publisher

    async def close(self) -> None:
        await self.sessions.close()
        await self.publisher.close()
        await self.store.close()

    async def lobby(self) -> Session:
        opened = await self.sessions.open("crap", {}, guild_id=1, channel_id=CHANNEL, host_id=PLAYERS[0])
        assert isinstance(opened, Session)
        for player in PLAYERS[1:]:
            assert await self.sessions.act(opened, player, Join()) is None
        return opened

    async def table(self) -> Session:
        session = await self.lobby()
        assert await self.sessions.act(session, PLAYERS[0], Start()) is None
        await self.all_shown(session)
        return session

    async def move(self, session: Session) -> None:
        assert await self.sessions.act(session, self.turn(session), MakeMove(Recycle())) is None

    def turn(self, session: Session) -> int:
        player: int = PLAYERS[session.state.turn]
        return player

    async def all_shown(self, session: Session) -> None:
        """Wait until nothing is left to be shown but calls that wait, whose time this clock never brings."""
        while await self._is_left(session) or self.publisher.is_busy:
            await asyncio.sleep(0.001)

    async def _is_left(self, session: Session) -> bool:
        return session.record.id in await self.store.read_own(shown.due_in)

    async def quiet(self) -> None:
        """Wait until nothing is sent any more, whatever may be left."""
        while self.publisher.is_busy:
            await asyncio.sleep(0.001)

    async def pause(self) -> None:
        """Let everything that is under way go on a little."""
        await asyncio.sleep(0.002)
