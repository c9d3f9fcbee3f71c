"""Several real programs serve one bot: one falls asleep, one stands by, one is of the next release."""

import asyncio
import re
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import DATA, Server
from bot.games import GAMES
from bot.sessions.session import Session
from tests.crash.program import ended
from tests.crash.several import GUILDS, WARNING, Fleet, channel_of, several
from tests.storage.games import FIRST_USER
from tests.storage.versions import next_version

pytestmark = pytest.mark.slow


@pytest_asyncio.fixture
async def fleet(empty_server: Server, tmp_path: Path, two_identify_at_once: None) -> AsyncIterator[Fleet]:
    async with several(empty_server, tmp_path, ("crap", "crap")) as made:
        yield made


async def move(fleet: Fleet, number: int) -> None:
    """Make a move at a table, and wait until its message shows it."""
    fresh = await fleet.store.load(fleet.sessions[number].record.id)
    assert fresh is not None
    session = Session(GAMES["crap"], fresh)
    turn, channel = session.state.turn_number, channel_of(number)
    clicked = await fleet.discord.slash(FIRST_USER + session.state.turn, channel, "recycle", GUILDS[number])
    await clicked.acknowledged
    assert clicked.answers == 1, "one process answers"
    await fleet.discord.until(lambda: f"Turn {turn + 1} of" in fleet.discord.shown(channel)[-1])


@pytest.mark.night
@pytest.mark.timeout(300)
async def test_expired_program_becomes_a_standby(fleet: Fleet) -> None:
    await fleet.start_all(3)
    asleep = await fleet.holder(0)
    assert asleep is not None

    asleep.send_signal(signal.SIGSTOP)
    while await fleet.holder(0) in (None, asleep):
        await asyncio.sleep(0.1)
    await fleet.until_all_play()
    await move(fleet, 0)
    asleep.send_signal(signal.SIGCONT)
    said = ""
    while "standing by" not in said:
        await asyncio.sleep(0.5)
        _, said = await fleet.health(asleep)
    await move(fleet, 0)
    await move(fleet, 1)

    assert fleet.discord.gateway.shards == [0, 1]
    assert await fleet.posted_twice() == []
    asleep.terminate()
    code, told = await ended(asleep)
    assert (code, re.findall(WARNING, told)) == (0, [])
    assert '"standing_by_again"' in told


@pytest.mark.night
@pytest.mark.timeout(120)
async def test_standby_is_healthy(fleet: Fleet) -> None:
    await fleet.start_all(2)
    third = await fleet.start()
    said = ""

    while "2 of 2 shard groups" not in said:
        await asyncio.sleep(0.5)
        code, said = await fleet.health(third)

    assert (code, said.partition(", database asked")[0]) == (
        0,
        "healthy: standing by, 2 of 2 shard groups held",
    )
    codes = [await fleet.health(process) for process in fleet.processes.values() if process is not third]
    assert sorted(re.findall(r"shard group \d with shards [\d-]+ of \d", str(codes))) == [
        "shard group 0 with shards 0-0 of 2",
        "shard group 1 with shards 1-1 of 2",
    ]


@pytest.mark.night
@pytest.mark.timeout(300)
async def test_next_release_takes_over(fleet: Fleet, tmp_path: Path) -> None:
    for rolling in ("yes", "no"):
        shutil.copytree(DATA, tmp_path / rolling, ignore=lambda *_: {"migrations"})
        next_version(tmp_path / rolling / "migrations", rolling)
    await fleet.start_all(2)

    code, told = await ended(await fleet.start(DATA_DIR=str(tmp_path / "no")))
    assert code == 6
    assert told.splitlines()[-1].endswith("stop all of them, and then start this one")
    for number in (0, 1):
        await move(fleet, number)

    await fleet.start(DATA_DIR=str(tmp_path / "yes"))
    await fleet.until_one_stands_by()
    first = await fleet.holder(0)
    assert first is not None
    first.terminate()
    assert (await ended(first))[0] == 0
    await fleet.until_all_play()
    for number in (0, 1):
        await move(fleet, number)
    await fleet.stop()

    assert await fleet.posted_twice() == []
