"""A process that makes moves on a shared database: `python -m benchmarks.load.mover`.

It reads its orders from the input, prints `ready`, starts with the next line, and then prints its results.
It works without Discord.
"""

import asyncio
import sys
import time

import msgspec
import structlog

from benchmarks.load.tables import SLOW
from bot.cluster.cluster import Cluster
from bot.cluster.member import Member
from bot.config import DATA, database_at
from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.process import tuning
from bot.sessions.play import MakeMove
from bot.sessions.sessions import Sessions
from bot.sessions.view import Click
from bot.storage.store import Store


class Script(msgspec.Struct, frozen=True):
    """The moves of a table: the user and the move of each."""

    session_id: int
    moves: list[tuple[int, str]]


class Orders(msgspec.Struct, frozen=True):
    """The work of a process."""

    database: str
    is_shared: bool
    queues: list[list[Script]]
    """Each queue is played table by table, all queues at the same time."""
    seconds: float
    first_click: int
    """The first id of its interactions."""


class Finished(msgspec.Struct, frozen=True):
    """The results of a process."""

    seconds: float
    waits: list[float]
    """The milliseconds until each move was stored."""


class Mover:
    """A player of some tables at the same time, with each move as soon as the last one was answered."""

    def __init__(self, store: Store, orders: Orders) -> None:
        self._cluster = Member(store, "mover") if orders.is_shared else Cluster(store)
        self._orders = orders
        self._clicks = orders.first_click
        self._sessions = Sessions(store, GAMES, pace=SLOW, clock=time.time, cluster=self._cluster)
        self.waits: list[float] = []

    async def prepare(self) -> None:
        """Load all sessions into memory."""
        for queue in self._orders.queues:
            await self._sessions.get(queue[0].session_id)

    async def move(self) -> Finished:
        """Move until the time is over, or no move is left."""
        began = time.perf_counter()
        until = began + self._orders.seconds
        await asyncio.gather(*(self._play_all(queue, until) for queue in self._orders.queues))
        seconds = time.perf_counter() - began
        await self._sessions.close()
        return Finished(seconds, self.waits)

    async def _play_all(self, queue: list[Script], until: float) -> None:
        for script in queue:
            await self._play(script, until)

    async def _play(self, script: Script, until: float) -> None:
        for user_id, text in script.moves:
            if (began := time.perf_counter()) > until:
                return
            self._clicks += 1
            click = Click(id=self._clicks)
            if not await self._cluster.claim(self._clicks):
                raise AssertionError("somebody else has this interaction")
            session = await self._sessions.get(script.session_id)
            assert session is not None
            move = parse_move(session.game, text, len(session.record.players))
            refusal = await self._sessions.act(session, user_id, MakeMove(move), click)
            assert refusal is None, refusal
            self.waits.append(1000 * (time.perf_counter() - began))


async def main() -> None:
    """Carry out the orders in the input."""
    tuning.tune()
    # Standard output is for JSON only.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    orders = msgspec.json.decode(sys.stdin.readline(), type=Orders)
    store = Store(database_at(orders.database), DATA / "migrations", GAMES, is_shared=orders.is_shared)
    await store.open()
    mover = Mover(store, orders)
    await mover.prepare()
    print("ready", flush=True)
    sys.stdin.readline()
    done = await mover.move()
    await store.close()
    sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")


if __name__ == "__main__":
    asyncio.run(main())
