"""Processes that play random moves on a real database until they're killed.

`python -m tests.crash.child FOLDER` forks one for each seed in its input. That one prints its process id,
then session and revision after each acknowledged move. The reader compares them with the database. When the
process has been killed, `ended` and the signal follow. Requests are written to a file instead of Discord, one
per line, before they're answered.
"""

import asyncio
import os
import sys
import time
from collections.abc import Collection
from pathlib import Path
from random import Random

import structlog

from bot.config import Location, Server
from bot.delivery.errors import Found, Purpose
from bot.delivery.publisher import Publisher
from bot.delivery.wanted import AT_ONCE
from bot.games import GAMES
from bot.rendering.page import Page
from bot.sessions.lobby import Join, Pace, Start
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.view import Click
from bot.storage import shown
from bot.storage.store import Store
from tests.helpers.clocks import SetClock
from tests.helpers.stores import MIGRATIONS


class FileTransport:
    """A Discord whose posts become lines of a file. Like a real one, it shows the same nonce only once."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, purpose: Purpose, quiet: bool = False
    ) -> int:
        posted = self._path.read_text().split() if self._path.exists() else []
        if nonce not in posted:
            with self._path.open("a") as file:
                file.write(nonce + "\n")
            posted.append(nonce)
        return posted.index(nonce) + 1

    async def find(self, channel_id: int, nonces: Collection[str]) -> Found | None:
        posted = self._path.read_text().split() if self._path.exists() else []
        numbers = (number for number, nonce in enumerate(posted, start=1) if nonce in nonces)
        number = next(numbers, None)
        return None if number is None else Found(number, is_quiet=False, pinged=frozenset())

    async def edit(self, channel_id: int, message_id: int, page: Page, *, purpose: Purpose) -> None:
        await asyncio.sleep(0)

    async def delete(self, channel_id: int, message_id: int) -> None:
        await asyncio.sleep(0)

    async def dm_channel(self, user_id: int, *, purpose: Purpose) -> int:
        return user_id

    async def name(self, guild_id: int, user_id: int) -> str | None:
        return None


def database_of(folder: Path) -> Location:
    """Return the database of all players in a folder: a file, or a server whose address is in a file."""
    address = folder / "address"
    return Server(address.read_text()) if address.exists() else folder / "crash.sqlite3"


async def play(folder: Path, seed: int) -> None:
    store = Store(database_of(folder), MIGRATIONS)
    await store.open()
    sessions = Sessions(store, GAMES, pace=Pace(600, 120), clock=time.time)
    publisher = Publisher(
        store,
        FileTransport(folder / "posts.txt"),
        clock=SetClock(time.time),
        key=b"k",
        sessions=sessions,
        pauses=Pauses(sessions),
        paces=AT_ONCE,
    )
    await sessions.start()
    session = await sessions.at(10) or await open_table(sessions)
    for session_id, _ in await store.read(shown.due):
        loaded = await sessions.get(session_id)
        if loaded is not None:
            publisher.show(loaded)
    chance = Random(seed)
    while True:
        if session.record.status != "playing":
            session = await open_table(sessions)
        await one_move(sessions, session, chance)
        print(session.record.id, session.record.revision, flush=True)


async def open_table(sessions: Sessions) -> Session:
    session = await sessions.open("crap", {"threshold": 100}, guild_id=1, channel_id=10, host_id=100)
    assert isinstance(session, Session)
    for user in (101, 102):
        assert await sessions.act(session, user, Join()) is None
    assert await sessions.act(session, 100, Start()) is None
    return session


async def one_move(sessions: Sessions, session: Session, chance: Random) -> None:
    seat = chance.choice(session.game.deciders(session.state))
    move = chance.choice(session.game.legal(session.state, seat))
    refusal = await sessions.act(
        session, session.record.players[seat], MakeMove(move), Click(id=chance.getrandbits(60))
    )
    assert refusal is None


def fork(folder: Path, seed: int) -> None:
    """Play in a new process, which inherits all imported modules."""
    number = os.fork()
    if number == 0:
        print(os.getpid(), flush=True)
        asyncio.run(play(folder, seed))
    _, status = os.waitpid(number, 0)
    print("ended", os.WTERMSIG(status), flush=True)


if __name__ == "__main__":
    # Our reader expects moves and nothing else.
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    for line in sys.stdin:
        fork(Path(sys.argv[1]), int(line))
