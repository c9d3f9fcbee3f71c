"""Three processes serve one bot on one PostgreSQL server, through failures of each part."""

import asyncio
import json
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.config import Server
from bot.delivery.errors import Unknown
from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.sessions.lobby import AddComputer, Join, Pace, Start
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.storage import groups
from bot.storage.errors import StoreError
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.crash.fleet import Fleet, Power, fleet
from tests.discord_http.answers import Answer
from tests.discord_http.ids import dm_of, is_dm
from tests.discord_http.payloads import Json, text_of
from tests.discord_http.requests import Kind, Request
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.behind import rows_in
from tests.helpers.figures import Figure
from tests.helpers.servers import MISSING, programs
from tests.helpers.servers import serving as made_server
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS
from tests.helpers.walks import SHORT
from tests.helpers.wire import Wire, wired

SHARDS, GROUPS = 8, 4
TABLES_OF_A_GAME = 2
NAMES = ("one", "two", "three")
SECONDS: Final = 6.0
"""The time that people click in a run by day."""
CLICKS_A_SECOND = 25
HANGS_SECONDS = 3.0
"""The time that a process hangs, which is longer than its lease."""
PATIENCE_SECONDS = 60.0
"""The time that pending updates may take once nothing else happens."""
FIRST_USER = 800_000_000_000_000_001
LOST = Answer("lost", Unknown, ends="drop", executes=True)
PENDING = "SELECT id FROM sessions WHERE look_at = 0"
EFFECTS = "SELECT interaction_id FROM seen"
KNOWN = "SELECT channel_id, message_id FROM shown"
MOVES = "SELECT session_id, seat FROM moves WHERE seat IS NOT NULL"
RESTED = """SELECT count(*) FROM sessions WHERE attendance LIKE '%"stand_ins":[{%'"""


class Night:
    """A bot of three processes, with tables of all games, players, and various failures."""

    def __init__(self, chance: Random, discord: StandIn, server: Power, made: Fleet, wire: Wire) -> None:
        self.chance = chance
        self.discord = discord
        self.server = server
        self.fleet = made
        self.wire = wire
        self.addresses: dict[str, Server] = {}
        self.tables: list[Session] = []
        """The tables at which people play now, by server."""
        self.dealt: list[Session] = []
        """All tables that there ever were."""
        self.presses = 0
        self.pressed: dict[int, int] = {}
        """The table of each click."""
        self.doubled = 0
        self.befell: Counter[str] = Counter()
        self._numbers = count()
        self.longest_away = 0.0
        """The longest time that a free group had no holder, in seconds."""
        self._is_away = False
        """Whether the server is away."""

    def lose(self, _kind: Kind, _channel_id: int) -> Answer | None:
        """Lose some answers of Discord."""
        return LOST if self.chance.random() < 0.03 else None

    async def press(self, seconds: float) -> None:
        """Click during this time, and deliver a third of the clicks to two processes."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            await asyncio.sleep(1 / CLICKS_A_SECOND)
            names = self.fleet.names
            heard = self.chance.sample(names, min(len(names), 1 + (self.chance.random() < 1 / 3)))
            self.presses += bool(heard)
            self.doubled += len(heard) > 1
            table = self.pressed[self.presses] = self.chance.choice(self.tables).record.id
            self.fleet.press(self.presses, table, heard)

    async def deal(self, sessions: Sessions, place: int) -> None:
        """Deal a new game in a server."""
        games = [*GAMES.values()] * TABLES_OF_A_GAME
        session = await opened(sessions, games[place], place, next(self._numbers))
        self.tables[place : place + 1] = [session]
        self.dealt.append(session)

    async def deal_again(self, sessions: Sessions) -> None:
        """Replace finished games by new ones, with other people."""
        while True:
            for place, table in enumerate(self.tables):
                with suppress(StoreError):  # During a power cut, try again later.
                    record = await sessions.store.load(table.record.id)
                    if record is not None and record.status != "playing":
                        await self.deal(sessions, place)
            await asyncio.sleep(0.5)

    async def befall(self, seconds: float) -> None:
        """Cause every kind of failure in turn, each at least once."""
        ends = time.monotonic() + seconds
        while True:
            for happen in self.chance.sample((self.kill, self.hang, self.fail, self.cut), 4):
                await asyncio.sleep(self.chance.uniform(0.2, 1.0))
                await happen()
                self.befell[happen.__name__] += 1
            if time.monotonic() > ends:
                return

    async def kill(self) -> None:
        """Send kill -9 to a process, and restart it."""
        name = self.chance.choice(NAMES)
        self.fleet.signal(name, signal.SIGKILL)
        await self.fleet.begin(name, self.addresses[name])

    async def hang(self) -> None:
        """Stop a process for longer than its lease."""
        name = self.chance.choice(NAMES)
        self.fleet.signal(name, signal.SIGSTOP)
        await asyncio.sleep(HANGS_SECONDS)
        self.fleet.signal(name, signal.SIGCONT)

    async def fail(self) -> None:
        """Kill and restart PostgreSQL."""
        self._is_away = True
        await self.server.off()
        await self.server.on()
        self._is_away = False

    async def cut(self) -> None:
        """Lose an answer to COMMIT on its way."""
        self.wire.breaks = "after"

    async def watch(self, store: Store) -> None:
        """Measure how long groups are without a holder."""
        since: dict[int, float] = {}
        while True:
            await asyncio.sleep(0.2)
            if self._is_away:
                since.clear()
            with suppress(StoreError):
                for group in await store.read(groups.groups):
                    began = since.setdefault(group.number, time.monotonic())
                    if group.is_held:
                        self.longest_away = max(self.longest_away, time.monotonic() - began)
                        del since[group.number]


async def opened(sessions: Sessions, game: AnyGame, place: int, number: int) -> Session:
    """Open a table in a server. Half of the servers have computers, and no user sits at two tables."""
    has_computer, first = place >= len(GAMES), FIRST_USER + 10 * number
    players = range(first, first + (min(2, game.seats[-1] - 1) if has_computer else game.seats[0]))
    session = await sessions.open(
        game.id, SHORT[game.id], guild_id=(place << 22) + 1, channel_id=10_000 + number, host_id=players[0]
    )
    assert isinstance(session, Session)
    for player in players[1:]:
        assert await sessions.act(session, player, Join()) is None
    if has_computer:
        assert await sessions.act(session, players[0], AddComputer("easy")) is None
    assert await sessions.act(session, players[0], Start()) is None
    return session


@asynccontextmanager
async def night(seed: int, server: Power) -> AsyncIterator[tuple[Night, Store]]:
    """Yield the processes at work, and a store that watches."""
    discord, chance = StandIn(), Random(seed)
    store = Store(server.database, MIGRATIONS, GAMES, patience=BUSY_SECONDS, is_shared=True)
    with (
        tempfile.TemporaryDirectory(prefix="fleet") as one,
        tempfile.TemporaryDirectory(prefix="wire") as other,
    ):
        async with (
            serving(discord) as address,
            fleet(Path(one), address) as made,
            wired(server.database, Path(other)) as (wire, frail),
        ):
            await store.open()
            await store.write(groups.arrange, SHARDS, GROUPS)
            found = Night(chance, discord, server, made, wire)
            sessions = Sessions(store, GAMES, pace=Pace(6000, 6000), clock=time.time)
            for place in range(TABLES_OF_A_GAME * len(GAMES)):
                await found.deal(sessions, place)
            found.addresses = dict.fromkeys(NAMES, server.database) | {NAMES[0]: frail}
            for name in NAMES:
                await made.begin(name, found.addresses[name])
            dealing = asyncio.ensure_future(found.deal_again(sessions))
            yield found, store
            dealing.cancel()
            await sessions.close()
    await store.close()


async def shown_in_the_end(store: Store) -> None:
    """Wait until nothing is left to show."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while left := await rows_in(store, PENDING):
        assert time.monotonic() < ends, left
        await asyncio.sleep(0.1)


def strays(discord: StandIn, known: Collection[tuple[int, int]]) -> list[tuple[int, str]]:
    """Return the channel and the text of each message that isn't among the known ones.

    They include second posts, in whatever channel. They exclude mentions with their buttons, which the bot
    knows and removes later, and earlier tables, which stay in their channel without controls.
    """
    return [
        (channel, text_of(message["components"]))
        for channel, messages in discord.messages.items()
        for number, message in messages.items()
        if (channel, number) not in known
        and (is_dm(channel) or '"custom_id"' in json.dumps(message["components"]))
    ]


@pytest.mark.slow
@pytest.mark.skipif(programs() is None, reason=MISSING)
async def test_three_processes_lose_and_duplicate_nothing(times: int, figure: Figure) -> None:
    seconds = SECONDS if times == 1 else 20.0 * times
    with tempfile.TemporaryDirectory(prefix="power") as folder:
        server = Power(Path(folder))
        await asyncio.to_thread(make, server.folder)
        await server.on()
        try:
            figures = await played(server, seconds, seed=times)
        finally:
            await server.off()
    figure("P29", **figures)


async def test_unknown_message_counts_as_posted_twice() -> None:
    discord, table, player = StandIn(), 10, dm_of(FIRST_USER)
    control = {"type": 2, "style": 2, "label": "More", "custom_id": "b:1:1:more"}

    def posted(channel: int, text: str, *controls: Json) -> tuple[int, int]:
        shown = [{"type": 10, "content": text}, *({"type": 1, "components": [one]} for one in controls)]
        body = {"nonce": f"{channel} {text}", "components": shown}
        return channel, int(discord.channels.post(Request("post", channel, body=body))["id"])

    posted(table, "the table of the last game")
    known = [posted(table, "table", control), posted(table, "mention", control), posted(player, "hand")]
    assert strays(discord, known) == []

    posted(table, "table again", control)
    posted(player, "hand again")
    assert strays(discord, known) == [(table, "table again"), (player, "hand again")]


def make(folder: Path) -> None:
    """Make the files of a new server."""
    with made_server(folder):
        pass


async def played(server: Power, seconds: float, seed: int) -> dict[str, Any]:
    """Run a night, and return its results."""
    async with night(seed, server) as (found, store):
        watching = asyncio.ensure_future(found.watch(store))
        found.discord.fault = found.lose
        await asyncio.gather(found.press(seconds), found.befall(seconds))
        found.discord.clear_fault()
        await shown_in_the_end(store)
        watching.cancel()
        answers = found.fleet.answers
        done = {number for number, told in answers.items() if "done" in told}
        effects = {number for (number,) in await rows_in(store, EFFECTS)}
        players = {table.record.id: table.record.players for table in found.dealt}
        moves = await rows_in(store, MOVES)
        by_computers = sum(players[table][seat] < 0 for table, seat in moves)
        of_people = {table for table, seated in players.items() if min(seated) > 0}
        moved = Counter(table for table, _ in moves if table in of_people)
        pressed = Counter(found.pressed[number] for number in effects)
        [(rested,)] = await rows_in(store, RESTED)
        twice = found.fleet.answered_twice
        known = {(int(channel), int(message)) for channel, message in await rows_in(store, KNOWN)}
        doubled = strays(found.discord, known)
        damage = await asyncio.to_thread(verify, server.database, MIGRATIONS, GAMES)

    assert len(done) > found.presses // 10, Counter(one for told in answers.values() for one in told)
    assert done - effects == set()
    assert moved == {table: number for table, number in pressed.items() if table in of_people}
    assert by_computers > 0
    assert twice == []
    assert doubled == []
    assert damage == []
    assert found.longest_away < 60
    assert {"kill", "hang", "fail", "cut"} <= found.befell.keys()
    return {
        "presses": found.presses,
        "games": len(found.dealt),
        "delivered_twice": found.doubled,
        "done": len(done),
        "moves_of_computers": by_computers,
        "tables_with_stand_ins": rested,
        **{f"times_{name}": number for name, number in found.befell.items()},
        "lost": 0,
        "double_effects": 0,
        "double_answers": 0,
        "double_posts": 0,
        "seconds_without_holder": round(found.longest_away, 1),
    }
