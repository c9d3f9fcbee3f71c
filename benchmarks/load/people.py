"""The players, who click according to their scripts, at random times or as fast as they're answered."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from benchmarks.load.server import Server
from benchmarks.load.tables import Table
from benchmarks.load.wire import OLD_MESSAGE
from tests.discord_http.interactions import Interaction
from tests.discord_http.payloads import Json, message

PATIENCE = 8.0
"""A click without an answer after this many seconds is lost."""
FLOOD = ("hand", "log", "why", "move nonsense", "nonsense")
"""The acts that a flooding user clicks."""


class MadeMove(NamedTuple):
    """A move: its table, the click that made it, and the revision that it leads to."""

    table: Table
    click: Interaction
    revision: int


class People:
    """The users at some tables, of which up to `at_once` are played. A table's moves don't overlap."""

    def __init__(self, server: Server, tables: Sequence[Table], *, at_once: int, seed: int = 1) -> None:
        self._server = server
        self._rng = random.Random(seed)
        playable = [table for table in tables if table.script]
        self._free = deque(playable[:at_once])
        self._spare = deque(playable[at_once:])
        self._moving: set[asyncio.Task[None]] = set()
        self.moves: list[MadeMove] = []
        self.lost = 0

    async def at_rate(self, rate: float, seconds: float) -> None:
        """Make this many moves per second on average, at random times."""
        due = time.monotonic()
        until = due + seconds
        while (due := due + self._rng.expovariate(rate)) < until:
            await asyncio.sleep(due - time.monotonic())
            if self._free:
                self._begin()
        await asyncio.gather(*self._moving)

    async def at_full_speed(self, seconds: float, together: int, most: int | None = None) -> None:
        """Make moves as fast as they're answered, `together` at a time, and at most `most` if it's given."""
        until, numbers = time.monotonic() + seconds, count() if most is None else iter(range(most))

        async def play() -> None:
            while time.monotonic() < until and self._free and next(numbers, None) is not None:
                await self._move(self._free.popleft())

        await asyncio.gather(*(play() for _ in range(together)))

    async def wait_for_texts(self) -> None:
        """Wait for the texts of all answers that are still to come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                # There's no event for it.
                while any(made.click.is_awaited for made in self.moves):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

    def forget(self) -> None:
        """Restart the counts."""
        self.moves = []
        self.lost = 0

    def _begin(self) -> None:
        """Make the next move at a table without a pending one."""
        self._free.rotate(self._rng.randrange(len(self._free)))
        task = asyncio.get_running_loop().create_task(self._move(self._free.popleft()))
        self._moving.add(task)
        task.add_done_callback(self._moving.discard)

    async def _move(self, table: Table) -> None:
        """Make the next move of a table and wait for the answer. If that ends its game, open another."""
        seat, text = table.script[table.made]
        user_id = table.players[seat]
        click = await self._server.click(
            user_id, control(table, f"move {text}"), self._page(user_id, table), table.guild_id
        )
        self.moves.append(MadeMove(table, click, table.revision + 1))
        if await _acknowledged(click):
            table.made += 1
            table.revision += 1
        else:
            self.lost += 1
        if table.is_over or not click.answers:  # Nobody knows what a lost click has done.
            self._free.extend([self._spare.popleft()] if self._spare else [])
        else:
            self._free.append(table)

    def _page(self, user_id: int, table: Table) -> Json:
        """Return the page a player clicks on: their own page, or else the table."""
        return self._server.pages.get(user_id) or table_message(self._server, table)


async def flood(server: Server, tables: Sequence[Table], *, clicks: int, seconds: float) -> list[Interaction]:
    """Make the one player of all these tables click without end."""
    made: list[Interaction] = []
    begun = time.monotonic()
    for number, (table, act) in zip(range(clicks), _flood_acts(tables), strict=False):
        await asyncio.sleep(begun + number * seconds / clicks - time.monotonic())
        on = table_message(server, table)
        made.append(await server.click(table.players[0], control(table, act), on, table.guild_id))
    await asyncio.gather(*map(_acknowledged, made))
    return made


def _flood_acts(tables: Sequence[Table]) -> Iterator[tuple[Table, str]]:
    while True:
        for act in FLOOD:
            for table in tables:
                yield table, act


def control(table: Table, act: str) -> str:
    """Return the custom id of a button."""
    return f"b:{table.session_id}:{table.revision}:{act}"


def table_message(server: Server, table: Table) -> Json:
    """Return the public message of a table."""
    return server.tables.get(table.channel_id) or message(OLD_MESSAGE, table.channel_id, [])


async def _acknowledged(click: Interaction) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await click.acknowledged
    except TimeoutError:
        return False
    return True
