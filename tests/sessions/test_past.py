"""The moves and scores of the past that a loaded session knows."""

import gc
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.config import DATA
from bot.games import GAMES
from bot.sessions.lobby import Pace
from bot.sessions.session import MAX_PAST, Session
from bot.sessions.sessions import Sessions
from bot.storage.errors import Damaged
from bot.storage.store import Store
from tests.storage.games import START, running, step

MOVES = 200


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> Session:
    """Store a game of Crazy Rummy in its second hand, with more moves than a session keeps at hand."""
    store = Store(tmp_path / "past.sqlite3", DATA / "migrations")
    await store.open()
    session = await running(store, GAMES["crazy-rummy"], 1, 1)
    rng = Random(1)
    while len(await store.history(session.record.id)) < MOVES or not session.scores:
        await step(store, session, rng)
        assert session.record.status == "playing"
    await store.close()
    return session


async def loaded(folder: Path, session_id: int) -> Session | None:
    store = Store(folder / "past.sqlite3", DATA / "migrations")
    await store.open()
    try:
        return await Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: START).get(session_id)
    finally:
        await store.close()


def spoil(folder: Path, move: str) -> None:
    """Damage one stored move: the first (`min`) or the last (`max`)."""
    with closing(sqlite3.connect(folder / "past.sqlite3")) as database, database:
        database.execute(
            f"UPDATE moves SET move = move || ' ' WHERE revision = (SELECT {move}(revision) FROM moves)"
        )


async def test_all_scores_are_known_and_the_last_moves(tmp_path: Path, played: Session) -> None:
    session = await loaded(tmp_path, played.record.id)

    assert session is not None
    assert session.scores == played.scores
    assert list(session.recent) == list(played.recent)
    assert len(session.recent) == MAX_PAST


async def test_damaged_move_of_long_ago_stops_no_game(tmp_path: Path, played: Session) -> None:
    spoil(tmp_path, "min")

    session = await loaded(tmp_path, played.record.id)

    assert session is not None
    assert session.record.status == "playing"
    assert list(session.recent) == list(played.recent)


async def test_a_damaged_move_of_late_does(tmp_path: Path, played: Session) -> None:
    spoil(tmp_path, "max")

    with pytest.raises(Damaged):
        await loaded(tmp_path, played.record.id)


async def test_sessions_past_is_never_searched_for_garbage(played: Session) -> None:
    scene = played.scene(None)
    gc.collect()

    assert len(scene.recent) == MAX_PAST
    kept = (*played.recent, *(event for told in (*played.recent, *scene.recent) for event in told.events))
    assert not any(map(gc.is_tracked, kept))
