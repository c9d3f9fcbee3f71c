"""Players who never see their DMs are called where they look, and nobody else is called more often.

Every table is played twice by the same clock: once as if all saw their DMs, and once with some who don't.
"""

from pathlib import Path
from random import Random

import pytest

from bot.config import DATA
from bot.delivery.wanted import Player
from bot.storage.store import Store
from tests.delivery.rings import DAY, SlowTables
from tests.helpers.figures import Figure
from tests.sessions.rig import CHANNEL, PLAYERS

pytestmark = pytest.mark.no_cover
TABLES = 12
DECISIONS = 18
"""The number of decisions at a table, six for each player."""
UNSEEN = 0.3


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each walk."""
    if "walk_number" in metafunc.fixturenames:
        metafunc.parametrize("walk_number", range(metafunc.config.getoption("--walks")))


class CallCounts:
    """For each player, the decisions that they heard of in time and the number of their calls."""

    def __init__(self) -> None:
        self.in_time: dict[int, list[bool]] = {user: [] for user in PLAYERS}
        self.calls: dict[int, int] = {}
        self.both = 0


async def played(path: Path, seed: int, unseen: set[int]) -> CallCounts:
    """Play a table whose players act ten minutes after a call that they see, else after half a day."""
    store = Store(path, DATA / "migrations")
    await store.open()
    slow, counts, rng = SlowTables.on(store), CallCounts(), Random(seed)
    slow.unseen = unseen
    asked = slow.rig.time
    table = await slow.table()
    for _ in range(DECISIONS):
        user = slow.rig.turn(table)
        calls = [one for one in slow.transport.notifications if one.user == user and one.at >= asked]
        seen = [one for one in calls if user not in unseen or slow.transport.places[one.message] == CHANNEL]
        counts.both += len(calls) > 1
        counts.in_time[user].append(bool(seen))
        await slow.wait(600 if seen else 0.5 * DAY)
        await slow.wait(rng.uniform(0, 60))
        asked = slow.rig.time
        await slow.move(table)
    counts.calls = {user: len(slow.transport.notified_at(user)) for user in PLAYERS}
    await slow.rig.close()
    await store.close()
    return counts


async def counted(folder: Path, tables: int, seed: int = 0) -> tuple[int, int, int]:
    """Count unnoticed decisions, calls to both places, and players who see DMs but whose calls changed."""
    rng, late, both, more = Random(seed), 0, 0, 0
    for number in range(seed * tables, (seed + 1) * tables):
        unseen = {user for user in PLAYERS if rng.random() < UNSEEN}
        before = await played(folder / f"{number}a.sqlite3", number, set())
        after = await played(folder / f"{number}b.sqlite3", number, unseen)
        late += sum(not one for user in unseen for one in after.in_time[user])
        both += after.both
        more += sum(after.calls[user] != before.calls[user] for user in set(PLAYERS) - unseen)
        assert all(all(before.in_time[user]) for user in PLAYERS)
    return late, both, more


async def test_everyone_is_called_where_they_look(tmp_path: Path, walk_number: int, figure: Figure) -> None:
    late, both, more = await counted(tmp_path, TABLES, walk_number)

    assert (late, both, more) == (0, 0, 0)
    figure("P16", reached_tables=TABLES, unreached_decisions=late, calls_to_both=both)


@pytest.mark.sabotage("P16")
async def test_calls_by_unseen_dms_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "reach", "dm")
    late, _, _ = await counted(tmp_path, 2)

    assert late > 0
