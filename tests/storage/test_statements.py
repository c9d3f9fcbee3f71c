"""If a statement of a move fails in any way, nothing has happened, and the move works later."""

import sqlite3
from typing import Any

import pytest

from bot.engine.contract import AnyGame
from bot.games import GAMES
from bot.sessions.lobby import Pace
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import Click
from bot.storage import shown
from bot.storage.errors import NotSaved, SeenBefore
from bot.storage.store import Store
from bot.storage.verify import verify
from tests.helpers.behind import file_of
from tests.helpers.figures import Figure
from tests.helpers.stores import MIGRATIONS
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import write_without_a_transaction
from tests.storage.games import START, running

FAILURES = {"busy": sqlite3.SQLITE_BUSY, "full": sqlite3.SQLITE_FULL, "io": sqlite3.SQLITE_IOERR}
ENDS_TRANSACTION = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""Errors after which SQLite has already rolled back."""


class Failing:
    """A connection with one failing statement, to which `left` counts down."""

    def __init__(self, connection: sqlite3.Connection, code: int) -> None:
        self._connection = connection
        self._code = code
        self.left = 0
        self.failed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, *given: Any) -> sqlite3.Cursor:
        self._count()
        return self._connection.execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        self._count()
        return self._connection.executemany(*given)

    def _count(self) -> None:
        self.left -= 1
        if self.left != 0:
            return
        self.failed += 1
        if self._code in ENDS_TRANSACTION and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        error = sqlite3.OperationalError("planted")
        error.sqlite_errorcode = self._code
        raise error


class Shows:
    """A publisher that only counts the updates it's asked to show."""

    def __init__(self) -> None:
        self.kicks = 0

    def show(self, _session: Session, *, reread: bool = False) -> None:
        self.kicks += 1

    def server_back(self) -> None:
        """Do nothing, because nobody is out of reach."""

    async def write(self) -> None:
        """Do nothing, because nothing is buffered."""


def plant(store: Store, code: int) -> Failing:
    """Put a failing connection into a store."""
    database = file_of(store)._database
    assert database is not None
    failing = Failing(database._conn, code)
    database._connection = failing  # type: ignore[assignment]
    return failing


async def everything(store: Store, number: int) -> list[Any]:
    """Return everything stored about a session."""
    reads = (store.load(number), store.history(number), store.read(shown.read, number))
    return [await read for read in reads]


@pytest.mark.parametrize("code", FAILURES.values(), ids=FAILURES)
@sabotaged("P2", write_without_a_transaction, raises=(SeenBefore,))
async def test_any_statement_of_a_move_may_fail(store: Store, code: int, times: int, figure: Figure) -> None:
    sessions = Sessions(store, GAMES, pace=Pace(600, 120), clock=lambda: START)
    shows = Shows()
    sessions.set_publisher(shows)
    failing = plant(store, code)

    for channel in range(times):
        game = GAMES[list(GAMES)[channel % len(GAMES)]]
        assert await failures(sessions, game, shows, failing, channel) > 5, (
            "a move is written by so many statements"
        )

    assert verify(store.path, MIGRATIONS, GAMES) == []
    figure("P2", statements_failed=failing.failed, moves_tried_again=failing.failed, half_done=0, shown=0)
    await sessions.agenda.close()


async def failures(sessions: Sessions, game: AnyGame, shows: Shows, failing: Failing, channel: int) -> int:
    """Fail the first statement of a move, in another game the second, and so on. Returns how many failed."""
    for number in range(1, 100):
        record = (await running(sessions.store, game, 1000 * channel + number, moves=0)).record
        session = await sessions.get(record.id)
        assert session is not None
        seat = game.deciders(session.state)[0]
        user, move = record.players[seat], game.legal(session.state, seat)[0]
        before, state, shown = await everything(sessions.store, record.id), session.state, shows.kicks
        failing.left = number
        try:
            await sessions.act(session, user, MakeMove(move), Click(id=record.id))
        except NotSaved:
            as_before = (session.record, session.state, shows.kicks) == (before[0], state, shown)
            assert as_before, number
            assert await everything(sessions.store, record.id) == before
        else:
            failing.left = 0
            return number - 1
        assert await sessions.act(session, user, MakeMove(move), Click(id=record.id)) is None
    raise AssertionError("a move has too many statements")
