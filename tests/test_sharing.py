"""Several processes on one Discord, here as tasks of one: who stands by takes over, and nobody is left alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import discord
import pytest
import pytest_asyncio

from bot import sharing
from bot.config import DATA, Server, Settings
from bot.games import GAMES
from bot.process import tuning
from bot.storage.backup import made_in
from bot.storage.errors import StoreError
from bot.storage.store import Store
from tests.discord_http import stand_in
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.behind import change_in
from tests.helpers.guild import settings_for
from tests.storage import games
from tests.storage.games import FIRST_USER, running

pytestmark = pytest.mark.slow

GUILD, CHANNEL = 2 << 22, 10


class Stop(sharing.Stop):
    """Without signals."""

    def __init__(self) -> None:
        self.asked, self.is_urgent = asyncio.Event(), asyncio.Event()


class Process:
    """A life of a process; `again` is whether it wants to begin again."""

    def __init__(self, settings: Settings) -> None:
        self.stop = Stop()
        self.again = asyncio.ensure_future(sharing.live(settings, "token", self.stop))


class Fleet:
    """Processes that share two shards in one group, and a game of three."""

    def __init__(self, place: StandIn, store: Store) -> None:
        self.place, self.store = place, store
        self._stack = AsyncExitStack()

    async def start(self, **given: Any) -> Process:
        settings = settings_for(cast("Server", self.store.where), **{"shards": 2, "places": 1, **given})
        return await self._stack.enter_async_context(living(Process(settings)))

    async def until_all_play(self, holder_before: str | None = None) -> str:
        """Wait until people can play with another process than this one; gives the name of theirs."""
        while True:
            for group in await self.store.groups():
                if group.is_held and group.stopped is None and group.holder not in (None, holder_before):
                    return str(group.holder)
            await asyncio.sleep(0.02)

    async def until_processes(self, number: int) -> None:
        """Wait until so many have the database open, with this test."""
        while await self.store.engine.processes() != number:
            await asyncio.sleep(0.02)

    async def press(self) -> str:
        """Somebody looks at their hand; gives what they are shown."""
        clicked = await self.place.slash(FIRST_USER, CHANNEL, "hand", GUILD)
        await clicked.acknowledged
        assert clicked.answers == 1
        return clicked.text

    async def close(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def living(process: Process) -> AsyncIterator[Process]:
    """A process that ends with the test."""
    try:
        yield process
    finally:
        process.stop.asked.set()
        process.stop.is_urgent.set()
        await asyncio.wait([process.again])


@pytest_asyncio.fixture
async def fleet(empty_server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fleet]:
    for name in ("tune", "keep_what_is_loaded"):
        monkeypatch.setattr(tuning, name, lambda: None)
    monkeypatch.setattr(games, "START", asyncio.get_running_loop().time() + 1e9)
    monkeypatch.setattr(stand_in, "SESSIONS", {**stand_in.SESSIONS, "max_concurrency": 2})
    place, store = (
        StandIn(guilds=[guild(GUILD, [CHANNEL])]),
        Store(empty_server, DATA / "migrations", GAMES, is_shared=True),
    )
    await store.open()
    await running(store, GAMES["crap"], CHANNEL, moves=0, guild_id=GUILD)
    async with serving(place) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        made = Fleet(place, store)
        yield made
        await made.close()
    await store.close()


@pytest.mark.night
async def test_who_is_stopped_answers_until_who_stood_by_can(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await fleet.start()
    holder = await fleet.until_all_play()
    second = await fleet.start(backups=tmp_path / "backups")
    await fleet.until_processes(3)
    shards: list[list[int]] = []
    happened, gateway = fleet.place.gateway._happened, fleet.place.gateway

    def noted() -> None:
        shards.append(gateway.shards)
        happened()

    monkeypatch.setattr(gateway, "_happened", noted)

    first.stop.asked.set()
    await fleet.until_all_play(holder)
    told = await fleet.press()

    assert "Your hand" in told
    assert await first.again is False
    assert [here for here in shards if len(set(here)) != 2] == [], "no shard was without a process"
    assert [0, 0, 1, 1] in shards, "for a while both were here"
    assert fleet.place.gateway.shards == [0, 1]
    assert not second.again.done()
    while not made_in(tmp_path / "backups"):
        await asyncio.sleep(0.02)


async def test_who_waits_for_a_successor_in_vain_ends_soon(fleet: Fleet) -> None:
    alone = await fleet.start()  # the test itself has the database open, and takes nothing
    await fleet.until_all_play()

    alone.stop.asked.set()

    async with asyncio.timeout(sharing.HANDOVER_SECONDS / 2):
        assert await alone.again is False


async def test_who_has_lost_the_group_stands_by_again_when_another_one_serves_it(fleet: Fleet) -> None:
    first = await fleet.start()
    holder = await fleet.until_all_play()
    await fleet.start()
    await fleet.until_processes(3)

    await change_in(fleet.store, "UPDATE shard_groups SET until = 1")
    other = await fleet.until_all_play(holder)

    assert await first.again is (other != holder)
    assert "Your hand" in await fleet.press()


async def test_a_process_with_other_shards_than_those_at_work_is_refused(fleet: Fleet) -> None:
    await fleet.start()
    await fleet.until_all_play()

    other = await fleet.start(shards=8, places=4)

    with pytest.raises(StoreError, match="the bot runs with 2 shards in 1 groups: stop all of its processes"):
        await other.again
