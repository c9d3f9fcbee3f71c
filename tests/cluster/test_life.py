"""Several processes on one Discord, here as tasks of one process: a standby takes over for everyone."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import discord
import pytest
import pytest_asyncio

from bot import assembly, cluster_main
from bot.app import Cardcrate
from bot.cluster import keeper, member
from bot.cluster.member import Member
from bot.config import Server, Settings
from bot.games import GAMES
from bot.process import tuning
from bot.sessions.sessions import Sessions
from bot.storage import groups
from bot.storage.backup import backups_in
from bot.storage.engine import Connection
from bot.storage.errors import NotSaved, StoreError
from bot.storage.groups import Lease
from bot.storage.store import Store
from tests.discord_http import stand_in
from tests.discord_http.payloads import guild
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.behind import change_in
from tests.helpers.guild import settings_for
from tests.helpers.stores import BUSY_SECONDS, MIGRATIONS
from tests.sabotage.planting import Planted, sabotaged
from tests.storage import games
from tests.storage.games import FIRST_USER, running

pytestmark = pytest.mark.slow

GUILD, CHANNEL = 2 << 22, 10


class Stop(cluster_main.Stop):
    """A stop that the test asks for, instead of a signal."""

    def __init__(self) -> None:
        self.asked, self.is_urgent = asyncio.Event(), asyncio.Event()


class Process:
    """The life of a process. The result of `again` is whether it wants another life."""

    def __init__(self, settings: Settings) -> None:
        self.stop = Stop()
        self.again = asyncio.ensure_future(cluster_main.serve_group(settings, "token", self.stop))


class Fleet:
    """Processes that share two shards in one group, and a game of three."""

    def __init__(self, place: StandIn, store: Store) -> None:
        self.place, self.store = place, store
        self._stack = AsyncExitStack()

    async def start(self, **given: Any) -> Process:
        settings = settings_for(cast("Server", self.store.where), **{"shards": 2, "places": 1, **given})
        return await self._stack.enter_async_context(living(Process(settings)))

    async def until_all_play(self, holder_before: str | None = None) -> str:
        """Wait until people can play with another process than this one, and return its name."""
        while True:
            for group in await self.store.read(groups.groups):
                can_play = group.is_held and group.stopped is None and group.alive is not None
                if can_play and group.holder not in (None, holder_before):
                    return str(group.holder)
            await asyncio.sleep(0.02)

    async def until_processes(self, number: int) -> None:
        """Wait until this many processes have the database open, including this test."""
        while await self.store.engine.processes() != number:
            await asyncio.sleep(0.02)

    async def press(self) -> str:
        """Ask for a player's hand, and return the text of the answer."""
        clicked = await self.place.slash(FIRST_USER, CHANNEL, "hand", GUILD)
        await clicked.acknowledged
        assert clicked.answers == 1
        return clicked.text

    async def close(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def living(process: Process) -> AsyncIterator[Process]:
    """Yield a process, and end it with the test."""
    try:
        yield process
    finally:
        process.stop.asked.set()
        process.stop.is_urgent.set()
        await asyncio.wait([process.again])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits between looks, for a turn to identify, and for servers that Discord may yet name."""
    monkeypatch.setattr(cluster_main, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "RENEWALS", 150)
    monkeypatch.setattr(member, "IDENTIFY_SECONDS", 0.2)
    real = assembly.build_bot

    async def hasty(*given: Any, **named: Any) -> Cardcrate:
        bot = await real(*given, **named)
        bot._connection.guild_ready_timeout = 0.05
        return bot

    monkeypatch.setattr(cluster_main, "build_bot", hasty)


@pytest_asyncio.fixture
async def fleet(empty_server: Server, monkeypatch: pytest.MonkeyPatch, quick: None) -> AsyncIterator[Fleet]:
    for name in ("tune", "freeze_loaded"):
        monkeypatch.setattr(tuning, name, lambda: None)
    monkeypatch.setattr(games, "START", asyncio.get_running_loop().time() + 1e9)
    monkeypatch.setattr(stand_in, "SESSIONS", {**stand_in.SESSIONS, "max_concurrency": 2})
    place, store = (
        StandIn(guilds=[guild(GUILD, [CHANNEL])]),
        Store(empty_server, MIGRATIONS, GAMES, patience=BUSY_SECONDS, is_shared=True),
    )
    await store.open()
    await running(store, GAMES["crap"], CHANNEL, moves=0, guild_id=GUILD)
    async with serving(place) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        made = Fleet(place, store)
        yield made
        await made.close()
    await store.close()


def leave_as_soon_as_somebody_has_the_group() -> Planted:
    return patch.object(cluster_main.Service, "_is_served_elsewhere", lambda _, group: group.is_held)


@sabotaged("P29", leave_as_soon_as_somebody_has_the_group)
async def test_stopped_process_answers_until_standby(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_main, "TAKE_POLLS", 1000)
    real = Member.give_back

    async def followed(member: Member, lease: Lease) -> None:
        """Give the group back, and then store a heartbeat that was under way."""
        await real(member, lease)
        await member.store.write(groups.beat, lease)

    monkeypatch.setattr(Member, "give_back", followed)
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
    while not backups_in(tmp_path / "backups", datetime.max.replace(tzinfo=UTC)):
        await asyncio.sleep(0.02)


async def test_unknown_number_of_shards_needs_no_extra_login(fleet: Fleet) -> None:
    await fleet.start(shards=None)
    await fleet.until_all_play()

    assert [group.shards for group in await fleet.store.read(groups.groups)] == [1]
    assert fleet.place.logins == 1


async def test_ready_standby_is_reported(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = asyncio.Event()

    async def warm_up(_seconds: float) -> None:
        await warm.wait()

    monkeypatch.setattr(cluster_main, "warm_up", warm_up)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(tmp_path / "notify"))
        notices.setblocking(False)

        async def told(wanted: str) -> list[str]:
            """Return all notices up to the first one with this text."""
            found = [""]
            while wanted not in found[-1]:
                found.append((await asyncio.get_running_loop().sock_recv(notices, 4096)).decode())
            return found

        await fleet.start()
        before = await told("STATUS=")
        warm.set()
        await told("READY=1")

    await fleet.until_all_play()  # the library leaves a connection open if it's stopped while connecting

    assert "it can't take over yet (starting)" in before[-1]
    assert not any("READY=1" in notice for notice in before)


async def test_failed_start_takes_the_group_again(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = Sessions.begin, [NotSaved("the database couldn't be read")]

    async def begin(sessions: Sessions) -> None:
        if sessions.cluster.leases and failures:
            raise failures.pop()
        await real(sessions)

    monkeypatch.setattr(Sessions, "begin", begin)

    await fleet.start()
    await fleet.until_all_play()

    assert failures == []


async def test_slow_database_restarts_the_process(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    async def too_late(_bot: Cardcrate) -> None:
        raise NotSaved("the database couldn't be read")

    monkeypatch.setattr(cluster_main, "arrange", too_late)

    process = await fleet.start()

    assert await process.again is True


async def test_process_with_other_shares_of_shards_restarts(fleet: Fleet) -> None:
    process = await fleet.start()
    await fleet.until_all_play()

    def share_out(connection: Connection) -> None:
        """Rearrange in one transaction, so that the process can't take its group again in between."""
        connection.execute("UPDATE shard_groups SET until = 1")
        groups.arrange(connection, 4, 2)

    await fleet.store.engine.write(share_out)

    assert await process.again is True


async def test_vain_wait_for_successor_ends_soon(fleet: Fleet) -> None:
    alone = await fleet.start()  # the test itself has the database open, and takes nothing
    await fleet.until_all_play()

    alone.stop.asked.set()

    async with asyncio.timeout(cluster_main.HANDOVER_SECONDS / 2):
        assert await alone.again is False


async def test_lost_group_returns_process_to_standby(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await fleet.start()
    holder = await fleet.until_all_play()
    await fleet.start()
    await fleet.until_processes(3)
    real = Member.take

    async def slow(process: Member, number: int | None = None) -> Lease | None:
        """Take nothing for the former holder, so that the other process is faster."""
        return None if process.name == holder else await real(process, number)

    monkeypatch.setattr(Member, "take", slow)

    await change_in(fleet.store, "UPDATE shard_groups SET until = 1")
    await fleet.until_all_play(holder)

    assert await first.again is True
    assert "Your hand" in await fleet.press()


async def test_process_with_other_shards_is_refused(fleet: Fleet) -> None:
    await fleet.start()
    await fleet.until_all_play()

    other = await fleet.start(shards=8, places=4)

    with pytest.raises(StoreError, match="the bot runs with 2 shards in 1 groups: stop all of its processes"):
        await other.again
