"""A bot at work on a database, without Discord: moves at a steady rate, and expensive requests."""

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Sequence
from multiprocessing import Process
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.load.tables import REGULAR, SLOW, guild_of, random_move
from benchmarks.load.wire import CHANNELS
from bot.config import DATA
from bot.games import GAMES
from bot.process.tuning import tune
from bot.process.upkeep import Retention, Upkeep
from bot.sessions.play import MakeMove
from bot.sessions.sessions import Sessions
from bot.storage import privacy, queries, rows
from bot.storage.store import Store

MOVES_A_SECOND: Final = 17
TABLES: Final = 250
"""The number of sleeping tables that are played on."""
ROUNDS: Final = 20
"""The number of requests for lists and privacy."""
RARE: Final = "crapette"
REQUESTS: Final = ("all tables", "server stats", "server stats, one game", "privacy", "export")
BETWEEN_SECONDS: Final = 0.2
CRASH_SECONDS: Final = 2.0
CRASH_CODE: Final = 9
"""The exit code of a bot that has crashed as planned."""


class Life(NamedTuple):
    """A running bot."""

    store: Store
    sessions: Sessions
    rng: random.Random

    @classmethod
    async def start(cls, path: Path) -> "Life":
        """Start like the bot does, as far as the first answer needs it."""
        tune()
        store = Store(path, DATA / "migrations", GAMES)
        await store.open()
        sessions = Sessions(store, GAMES, pace=SLOW, clock=time.time)
        await sessions.start()
        return cls(store, sessions, random.Random(1))

    async def stop(self) -> None:
        """Stop normally."""
        await self.sessions.close()
        await self.store.close()

    async def answers(self, seconds: float) -> list[float]:
        """Make moves at a steady rate for this long, and return the milliseconds until each was answered."""
        began, waits = time.perf_counter(), []
        for number in range(round(seconds * MOVES_A_SECOND)):
            await asyncio.sleep(max(0.0, began + number / MOVES_A_SECOND - time.perf_counter()))
            waits.append(await self._answer())
        return waits

    async def _answer(self) -> float:
        while True:
            session = await self.sessions.get(1 + self.rng.randrange(TABLES))
            assert session is not None
            move = random_move(session.game, session.state, self.rng)
            if move is not None:
                break
        seat, what = move
        began = time.perf_counter()
        refusal = await self.sessions.act(session, session.record.players[seat], MakeMove(what))
        assert refusal is None, refusal
        return 1000 * (time.perf_counter() - began)

    async def time_heavy_requests(self, backup: Path) -> dict[str, list[float]]:
        """Request lists, privacy, packing and a backup. Returns the milliseconds that each took."""
        packing = asyncio.create_task(Upkeep(self.store, Retention(), clock=time.time).pack(time.time()))
        took = {"backup": [await _timed(self.store.backup(backup))]}
        took |= {name: [] for name in REQUESTS}
        for number in range(ROUNDS):
            guild = guild_of(CHANNELS + 10 * number)
            took["all tables"].append(await _timed(self.store.read(rows.in_guild, guild)))
            took["server stats"].append(await _timed(self.store.read(queries.results_in_server, guild)))
            took["server stats, one game"].append(
                await _timed(self.store.read(queries.results_in_server, guild, RARE))
            )
            took["privacy"].append(await _timed(self.store.tables_of(REGULAR)))
            if number < 2:
                took["export"].append(await _timed(self.store.read_long(privacy.known_of, REGULAR)))
            await asyncio.sleep(BETWEEN_SECONDS)
        await packing
        return took


def crash(path: Path) -> None:
    """Crash a bot at work on this database, in a process of its own."""
    dying = Process(target=_die_at_work, args=(path,))
    dying.start()
    dying.join()
    assert dying.exitcode == CRASH_CODE


def _die_at_work(path: Path) -> None:
    asyncio.run(_answer_and_die(path))


async def _answer_and_die(path: Path) -> None:
    life = await Life.start(path)
    await life.answers(CRASH_SECONDS)
    os._exit(CRASH_CODE)


async def _timed(job: Awaitable[object]) -> float:
    began = time.perf_counter()
    await job
    return 1000 * (time.perf_counter() - began)


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value below which this percentage of all values is."""
    found = sorted(values)
    return found[min(len(found) - 1, len(found) * share // 100)]
