"""Databases of earlier releases: every game in them is read, shown, and played on by the rules it began with.

Each is a copy of what that release stored, with tables of all kinds, silences and leavers; it is never written again.
"""

import gzip
from pathlib import Path

import pytest

from bot.config import DATA
from bot.games import GAMES
from bot.rendering import pages
from bot.sessions.lobby import Pace
from bot.sessions.sessions import Sessions
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import rows_of
from tests.storage.games import MAX_MOVES, START, go_on

RELEASES = Path(__file__).parent / "releases"
MIGRATIONS = DATA / "migrations"


@pytest.fixture(params=sorted(RELEASES.glob("*.sqlite3.gz")), ids=lambda path: path.name.split(".sqlite3")[0])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the database of each release."""
    path = tmp_path / "old.sqlite3"
    path.write_bytes(gzip.decompress(request.param.read_bytes()))
    return path


def numbers(path: Path, status: str) -> list[int]:
    return [number for (number,) in rows_of(path, f"SELECT id FROM sessions WHERE status = '{status}'")]


def test_its_moves_lead_to_its_positions(old: Path) -> None:
    assert verify(old, MIGRATIONS, GAMES) == []


async def test_all_that_happened_is_told_and_shown_to_everybody(old: Path) -> None:
    store = Store(old, MIGRATIONS, GAMES)
    await store.open()
    sessions = Sessions(store, GAMES, pace=Pace(30, 30), clock=lambda: START)
    told: set[type] = set()

    for number in (*numbers(old, "playing"), *numbers(old, "over")):
        session = await sessions.get(number)
        assert session is not None
        history = await store.history(number)
        for viewer in (*range(len(session.record.players)), None):
            scene = session.scene(viewer)
            assert pages.table(session.scene(None)).blocks
            assert pages.log_lines(scene, session.retold(history, viewer))
            assert viewer is None or pages.hand(scene).blocks
        told |= {type(event) for past in session.retold(history, 0) for event in past.events}
    await store.close()

    assert len(told) > 0.8 * sum(len(game.events) for game in GAMES.values())


async def test_its_running_games_go_on(old: Path, times: int) -> None:
    """To their ends by night, else for some moves."""
    store = Store(old, MIGRATIONS, GAMES)
    await store.open()
    sessions = Sessions(store, GAMES, pace=Pace(30, 30), clock=lambda: START)

    for number in numbers(old, "playing"):
        session = await sessions.get(number)
        assert session is not None
        await go_on(store, session, 20 if times == 1 else MAX_MOVES)
    await store.close()

    assert times == 1 or numbers(old, "playing") == []
    assert verify(old, MIGRATIONS, GAMES) == []
