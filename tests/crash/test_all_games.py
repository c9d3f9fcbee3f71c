"""Three real programs play all games on one PostgreSQL server. The test kills programs and server in turn."""

import asyncio
import re
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games import GAMES
from bot.storage.verify import verify
from tests.crash.fleet import Power
from tests.crash.pressing import People
from tests.crash.program import Process, ended
from tests.crash.several import WARNING, Fleet, several
from tests.crash.test_members import make, shown_in_the_end
from tests.helpers.figures import Figure
from tests.helpers.servers import MISSING, programs
from tests.helpers.stores import MIGRATIONS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.night,
    pytest.mark.timeout(900),
    pytest.mark.skipif(programs() is None, reason=MISSING),
]

BETWEEN_SECONDS = 1.5
"""The time that a player thinks, on average."""
TAKEN_OVER_SECONDS = 60.0


@pytest_asyncio.fixture
async def evening(tmp_path: Path, two_identify_at_once: None) -> AsyncIterator[tuple[Fleet, Power]]:
    with tempfile.TemporaryDirectory(prefix="power") as folder:
        power = Power(Path(folder))
        await asyncio.to_thread(make, power.folder)
        await power.on()
        async with several(power.database, tmp_path, list(GAMES)) as fleet:
            await fleet.start_all(3)
            yield fleet, power
        await power.off()


async def kill(fleet: Fleet, process: Process) -> None:
    """Send kill -9 to a process, and start another one at once."""
    process.send_signal(signal.SIGKILL)
    await process.wait()
    await fleet.start()


async def all_act_again(fleet: Fleet, people: People, since: float) -> float:
    """Wait until players have acted at every table, and return how many seconds that took."""
    while True:
        after = [people.again_after(since, place) for place in range(len(fleet.games))]
        if None not in after:
            return max(one for one in after if one is not None)
        await asyncio.sleep(0.1)  # There's no event for it.


async def all_play(fleet: Fleet, seed: int) -> tuple[People, list[asyncio.Task[None]]]:
    """Let people play until they have acted at every table. Return them and their tasks."""
    people = People(fleet, seed=seed, between=BETWEEN_SECONDS)
    playing = [asyncio.create_task(people.play(place)) for place in range(len(GAMES))]
    await all_act_again(fleet, people, time.monotonic())
    return people, playing


async def all_stop(playing: list[asyncio.Task[None]]) -> None:
    """Stop all people, even in the middle of a move."""
    for table in playing:
        table.cancel()
    await asyncio.wait(playing)


@pytest.mark.timeout(1800)
async def test_all_games_survive_kills_of_everything(
    evening: tuple[Fleet, Power], times: int, figure: Figure
) -> None:
    fleet, power = evening
    people, playing = await all_play(fleet, times)
    longest: dict[str, float] = {}

    async def goes_on(what: str, began: float) -> None:
        """Check that everyone plays again in time."""
        await fleet.until_all_play()
        seconds = await all_act_again(fleet, people, began)
        longest[what] = max(longest.get(what, 0.0), round(seconds, 1))

    for _ in range(times):
        for process in fleet.alive:
            began = time.monotonic()
            await kill(fleet, process)
            await goes_on("program", began)
        began = time.monotonic()
        await power.off()
        await power.on()
        await goes_on("server", began)
        began = time.monotonic()
        await power.off()
        await asyncio.gather(*(kill(fleet, process) for process in fleet.alive))
        await power.on()
        await goes_on("everything", began)
    await all_stop(playing)
    await shown_in_the_end(fleet.store)
    assert fleet.discord.gateway.shards == [0, 1]
    lost, twice = await people.lost(), await fleet.posted_twice()
    await fleet.stop()

    assert lost == []
    assert people.answered_twice() == []
    assert twice == []
    assert people.counted()["done"] > 20 * times
    assert max(longest["program"], longest["server"]) < TAKEN_OVER_SECONDS
    assert await asyncio.to_thread(verify, power.database, MIGRATIONS, GAMES) == []
    figure("P29", rounds=times, **people.counted(), games_ended=people.ended.total(), lost=0, **longest)


async def test_rolling_restart_keeps_nobody_waiting(
    evening: tuple[Fleet, Power], times: int, figure: Figure
) -> None:
    fleet, _ = evening
    people, playing = await all_play(fleet, times)
    unserved = fleet.watched()

    for process in fleet.alive:
        await fleet.until_one_stands_by()
        process.terminate()
        code, told = await ended(process)
        assert (code, re.findall(WARNING, told)) == (0, [])
        await fleet.start()
        await fleet.until_all_play()
        await all_act_again(fleet, people, time.monotonic())
    await all_stop(playing)
    lost = await people.lost()
    assert unserved == [], "both shards are always served"
    await fleet.stop()

    counted = people.counted()
    assert lost == []
    assert not {"late", "no answer", "not saved"} & counted.keys()
    figure("P29", restarted=3, **counted, longest_seconds=max(one.seconds for one in people.presses))
