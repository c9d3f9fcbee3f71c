"""A PostgreSQL server dies and its standby takes over, while programs serve and people play."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.config import Server
from bot.games import GAMES
from bot.storage.verify import verify
from tests.crash.fleet import Power
from tests.crash.several import Fleet, several
from tests.crash.test_all_games import all_act_again, all_play, all_stop
from tests.crash.test_members import make, shown_in_the_end
from tests.helpers.figures import Figure
from tests.helpers.servers import MISSING, carry_out, make_standby, programs
from tests.helpers.stores import MIGRATIONS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.night,
    pytest.mark.timeout(900),
    pytest.mark.skipif(programs() is None, reason=MISSING),
]


def copy_of(primary: Power, folder: Path) -> Power:
    """Make a standby that follows a server, not started yet."""
    make_standby(primary.folder, folder)
    return Power(folder)


async def confirm(primary: Power) -> None:
    """Make the server confirm only writes that a standby has stored."""
    await carry_out(primary.database.address, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
    await carry_out(primary.database.address, "SELECT pg_reload_conf()")


@pytest_asyncio.fixture
async def pair(tmp_path: Path, two_identify_at_once: None) -> AsyncIterator[tuple[Fleet, Power, Power]]:
    with tempfile.TemporaryDirectory(prefix="one") as one, tempfile.TemporaryDirectory(prefix="two") as two:
        primary = Power(Path(one))
        await asyncio.to_thread(make, primary.folder)
        await primary.on()
        standby = await asyncio.to_thread(copy_of, primary, Path(two))
        await standby.on()
        await confirm(primary)
        both = Server(f"postgresql://postgres@/postgres?host={one},{two}&target_session_attrs=read-write")
        async with several(both, tmp_path, list(GAMES)) as fleet:
            await fleet.start_all(3)
            yield fleet, primary, standby
        await standby.off()


async def test_confirmed_moves_survive_a_failover(pair: tuple[Fleet, Power, Power], figure: Figure) -> None:
    fleet, primary, standby = pair
    people, playing = await all_play(fleet, 1)

    began = time.monotonic()
    await primary.off()
    await carry_out(standby.database.address, "SELECT pg_promote()")
    await fleet.until_all_play()
    seconds = await all_act_again(fleet, people, began)
    await all_stop(playing)
    await shown_in_the_end(fleet.store)
    lost, twice = await people.lost(), await fleet.posted_twice()
    await fleet.stop()

    assert lost == []
    assert people.answered_twice() == []
    assert twice == []
    assert await asyncio.to_thread(verify, standby.database, MIGRATIONS, GAMES) == []
    figure("P29", failovers=1, **people.counted(), lost=0, seconds=round(seconds, 1))
