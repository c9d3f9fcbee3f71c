"""Requests of users take no more database work after years of other people's games."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.sessions.play import MakeMove
from bot.storage import analysis, driver, people
from bot.storage.driver import SqliteConnection
from bot.storage.records import Hinted
from bot.storage.store import Store
from tests.cogs.test_records import without_hints
from tests.cogs.test_settings import moderator
from tests.helpers.behind import file_of
from tests.helpers.guild import SimGuild

OTHERS: Final = 2000
STRANGE: Final = 10**9
"""The lowest number of other people's games, servers and users."""
STEPS: Final = 50
OTHER: Final = f"{STRANGE} + i"
COPIED: Final = {
    "sessions": {
        "id": OTHER,
        "guild_id": f"{STRANGE}",
        "channel_id": OTHER,
        "host_id": OTHER,
        "updated_at": "i",
    },
    "moves": {"session_id": OTHER},
    "session_users": {"session_id": OTHER, "user_id": OTHER},
    "packed": {"session_id": OTHER},
    "deals": {"session_id": OTHER},
    "hints": {"session_id": OTHER},
    "participants": {"number": OTHER, "guild_id": f"{STRANGE}", "user_id": OTHER},
    "rated_games": {"id": OTHER, "session_id": OTHER, "guild_id": f"{STRANGE}"},
    "ratings": {"number": OTHER, "guild_id": f"{STRANGE}"},
    "people": {"user_id": OTHER},
    "preferences": {"id": OTHER},
    "seen": {"interaction_id": OTHER},
}
"""The tables that grow over the years, with an SQL expression for each column that differs in copies."""


class Meter:
    """The most steps that the database has taken for each statement, rounded down to multiples of `STEPS`."""

    def __init__(self) -> None:
        self.steps: defaultdict[str, int] = defaultdict(int)
        self._last, self._taken = "", 0

    def listen(self, connection: SqliteConnection) -> SqliteConnection:
        """Count the steps of this connection, and return it."""
        connection.set_trace_callback(self._begins)
        connection.set_progress_handler(self._goes_on, STEPS)
        return connection

    def _begins(self, statement: str) -> None:
        self._last, self._taken = statement, 0

    def _goes_on(self) -> int:
        self._taken += STEPS
        self.steps[self._last] = max(self.steps[self._last], self._taken)
        return 0


async def copy(store: Store) -> None:
    """Fill each table with copies of one of its rows, as if other people had played many games."""

    def write(connection: SqliteConnection) -> None:
        connection.execute("INSERT INTO packed VALUES (1, 1, x'00')")
        for table, changed in COPIED.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(changed.get(column, column) for column in columns)
            count = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {OTHERS})"
            source = f"FROM n, (SELECT * FROM {table} LIMIT 1)"
            connection.execute(f"{count} INSERT INTO {table} SELECT {values} {source}")
            assert connection.execute("SELECT changes()").fetchone() == (OTHERS,), table
        connection.execute("DELETE FROM packed WHERE session_id = 1")

    await file_of(store).write(write)


@contextmanager
def counting(meter: Meter, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Also count the steps of connections that are opened for long reads."""
    real = driver.read_only

    def reading(path: Path) -> SqliteConnection:
        return meter.listen(real(path))

    with monkeypatch.context() as patched:
        patched.setattr("bot.storage.sqlite.read_only", reading)
        yield


async def rated(guild: SimGuild) -> None:
    """Start a rated game of Crapette and play its first turns."""
    session = await without_hints(guild)
    await guild.players[0].press(guild.table, "Start")
    while session.state.turn_number < 3:
        seat = session.state.turn
        move = session.game.legal(session.state, seat)[0]
        await guild.bot.sessions.act(session, guild.players[seat].id, MakeMove(move))
    await guild.settle()


@pytest.mark.slow
@pytest.mark.file
@pytest.mark.players(2)
async def test_requests_read_no_games_of_others(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann, ben), store = guild.players, guild.bot.store
    await rated(guild)
    await ann.resign()
    await store.write(analysis.keep_hint, 1, Hinted(seat=0, decision=1, move="pass"))
    await store.write(people.keep_dm_closed, ann.id, None)
    await store.write(people.keep_dm_closed, ben.id, 1.0)
    await store.write(people.keep_dm_channel, ann.id, 1)
    await store.write(people.keep_look, ann.id, 1.0)
    await store.write(people.change_preferences, "user", ann.id, lambda _: {})
    await copy(store)
    meter = Meter()

    with counting(meter, monkeypatch):
        await file_of(store).call(meter.listen)
        await rated(guild)
        for command in ("hand", "table", "my-tables"):
            await ben.slash(command)
        await ben.hint()
        await ben.all_tables()
        await ben.resign()
        for label in (None, "This server", "Ratings"):
            await ben.stats(label)
        for label in (None, "This server"):
            await ben.stats(label, game="crapette")
        for what in ("deal", "about", "replay", "settings"):
            await ben.open(what)
        await moderator(guild).slash("setup-cardcrate")
        await ben.open("deal", table=1)
        await ben.press(guild.table, "Rematch")
        await ann.open("privacy")
        await ann.privacy("Download")
        asked = await ann.privacy("Delete")
        await ann.press(asked.message, "Delete")
        await file_of(store).call(partial(SqliteConnection.set_progress_handler, progress_handler=None, n=1))

    slow = {statement: steps for statement, steps in meter.steps.items() if steps >= OTHERS}
    assert slow == {}
