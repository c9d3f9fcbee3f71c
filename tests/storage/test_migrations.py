"""A new version in the middle of games changes no game: databases of every schema are taken over."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.config import DATA
from bot.games import GAMES
from bot.sessions import lobby, play
from bot.sessions.clocks import Moment
from bot.sessions.lobby import Pace
from bot.sessions.requests import NO_CLICK
from bot.sessions.sessions import Sessions
from bot.storage.migrations import found
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import rows_of
from tests.helpers.figures import Figure
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import let_a_migration_bring_new_defaults
from tests.storage.games import START, finish, keep
from tests.storage.make_fixture import FIXTURES

MIGRATIONS = DATA / "migrations"
SCHEMAS = [number for number, _ in found(MIGRATIONS)]
TO_THEIR_ENDS = [
    pytest.param(one, marks=() if one in (SCHEMAS[0], SCHEMAS[-1]) else pytest.mark.night) for one in SCHEMAS
]
"""The oldest schema and the newest; those between by night."""


@pytest.fixture(params=SCHEMAS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the database of each schema."""
    return Path(shutil.copy(FIXTURES / f"schema-{request.param:04}.sqlite3", tmp_path / "old.sqlite3"))


def stored(path: Path, columns: str) -> list[tuple[Any, ...]]:
    return rows_of(path, f"SELECT {columns} FROM sessions ORDER BY id")


def sessions_on(store: Store) -> Sessions:
    return Sessions(store, GAMES, pace=Pace(30, 30), clock=lambda: START)


def test_every_schema_has_its_fixture_and_no_other_has_one() -> None:
    assert sorted(path.name for path in FIXTURES.iterdir()) == [f"schema-{n:04}.sqlite3" for n in SCHEMAS]


def test_a_fixture_is_of_the_schema_that_it_is_named_for() -> None:
    for number in SCHEMAS:
        assert rows_of(FIXTURES / f"schema-{number:04}.sqlite3", "PRAGMA user_version") == [(number,)]


def test_a_fixture_has_a_lobby_a_finished_game_and_running_ones_of_at_least_five_kinds(old: Path) -> None:
    sessions = stored(old, "game, status")

    assert {status for _, status in sessions} == {"lobby", "playing", "over"}
    assert len({game for game, status in sessions if status == "playing"}) >= 5


def test_an_old_database_can_be_trusted_before_it_is_migrated(old: Path) -> None:
    assert verify(old, MIGRATIONS, GAMES) == []


@sabotaged("P12", let_a_migration_bring_new_defaults)
async def test_positions_and_options_stay_as_they_were(old: Path) -> None:
    before = rows_of(old, "SELECT id, options, position, turn_seconds FROM sessions WHERE options <> ''")
    store = Store(old, MIGRATIONS, GAMES)
    await store.open()
    sessions = [await sessions_on(store).get(session_id) for session_id, *_ in before]
    await store.close()

    for session, (_, options, position, turn_seconds) in zip(sessions, before, strict=True):
        assert session is not None
        assert session.record.options == json.loads(options)
        assert session.record.position == (position and json.loads(position))
        assert session.record.turn_seconds == turn_seconds


@pytest.mark.slow
@pytest.mark.parametrize("old", TO_THEIR_ENDS, indirect=True)
async def test_every_running_game_is_played_to_its_end(old: Path, figure: Figure) -> None:
    store = Store(old, MIGRATIONS, GAMES)
    await store.open()
    running = sessions_on(store)
    sessions = [
        await running.get(number) for number, status in stored(old, "id, status") if status == "playing"
    ]

    for session in sessions:
        assert session is not None
        await finish(store, session)

    await store.close()
    assert verify(old, MIGRATIONS, GAMES) == []
    figure("P12", tables=len(sessions), finished=len(sessions))


async def test_a_lobby_is_filled_and_played(old: Path) -> None:
    store = Store(old, MIGRATIONS, GAMES)
    await store.open()
    numbers = [number for number, status in stored(old, "id, status") if status == "lobby"]
    for number in numbers:
        session = await sessions_on(store).get(number)
        assert session is not None

        await keep(store, session, lobby.Join().change(session, 5, Moment.at(START), NO_CLICK))
        await keep(store, session, play.dealt(session, Moment.at(START)))
        await finish(store, session)

    await store.close()
