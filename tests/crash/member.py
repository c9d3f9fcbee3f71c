"""Processes that serve one bot together until they're killed: `python -m tests.crash.member FOLDER DISCORD`.

For each line with a name and a database address it forks one, and prints its process id. Each one takes free
shard groups, and obeys commands from the socket FOLDER/clicks: `click ID SESSION` is a click of a player at
that table, answered with `ID done`, `ID silent`, `ID refused CODE` or `ID failed ERROR`. Leases are short, so
that a lot happens in little time.
"""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

import discord
import structlog

from bot.cluster.keeper import Keeper
from bot.cluster.member import Member
from bot.config import Server
from bot.delivery.own_tables import OwnTables
from bot.delivery.publisher import Publisher
from bot.delivery.transport import DiscordTransport
from bot.delivery.wanted import AT_ONCE
from bot.games import GAMES
from bot.sessions.absence import ComeBack, SitIn
from bot.sessions.availability import Availability
from bot.sessions.clocks import SteadyClock
from bot.sessions.lobby import Pace
from bot.sessions.pauses import Pauses
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Request, Sessions
from bot.sessions.view import Click
from bot.storage.errors import SeenBefore, StoreError
from bot.storage.store import Store
from bot.timings import Timings
from tests.helpers.stores import MIGRATIONS
from tests.helpers.walks import HASTY
from tests.storage.games import likely

LEASE_SECONDS = 2.0
TAKE_SECONDS = 0.1
TOKEN = "token"  # The token for a Discord on this machine.
AGAIN_SECONDS = 0.5
TIMINGS = Timings(computer=0.1, forced=600.0)
"""Absent players don't make forced moves, so that each move of a person has a click."""
RESTS = 0.1
"""The chance that a player lets a computer sit in instead of moving, at tables with computers."""


class Process:
    """One of the processes."""

    def __init__(self, member: Member, client: discord.Client) -> None:
        self.member, store = member, member.store
        clock = SteadyClock(member.time, member.elapsed)
        self.sessions = Sessions(
            store, GAMES, pace=Pace(6000, 6000), clock=clock, timings=TIMINGS, cluster=member
        )
        publisher = Publisher(
            store,
            DiscordTransport(client, cluster=member),
            clock=clock,
            key=b"k",
            sessions=self.sessions,
            pauses=Pauses(self.sessions),
            paces=AT_ONCE,
            backoff=0.05,
        )
        self.availability = Availability(self.sessions, clock)
        tables = OwnTables(self.sessions, publisher, self.availability)
        self.keeper = Keeper(member, tables, self.sessions.agenda.every)

    async def take_what_is_free(self) -> None:
        """Take every group that's free, while this process lives."""
        while True:
            with suppress(StoreError):
                await self.keeper.take()
            await asyncio.sleep(TAKE_SECONDS)

    async def answer(self, number: int, session_id: int) -> str:
        """Make a move for an active player, unless another process has answered that click."""
        try:
            if not await self.member.claim(number):
                return "silent"
            session = await self.sessions.get(session_id)
            if session is None or session.record.status != "playing":
                return "refused over"
            chance = Random(number)
            seat = chance.choice(session.game.deciders(session.state))
            user = session.record.players[seat]
            if user < 0:
                return "refused computer"
            refusal = await self.sessions.act(session, user, wanted(session, seat, chance), Click(id=number))
        except SeenBefore:
            return "silent"
        except StoreError as error:
            return f"failed {type(error).__name__}"
        return "done" if refusal is None else f"refused {refusal.code}"


def wanted(session: Session, seat: int, chance: Random) -> Request:
    """Return a player's request: a move, or sometimes leaving the seat to a computer or coming back."""
    record = session.record
    if record.at_play[seat] != record.players[seat]:
        return ComeBack()
    if min(record.players) < 0 and chance.random() < RESTS:
        return SitIn()
    moves = [move for move in session.game.legal(session.state, seat) if move.verb not in HASTY]
    return MakeMove(likely(moves, chance))


async def serve(folder: Path, name: str, database: Server) -> None:
    """Run one of the processes."""
    store = Store(database, MIGRATIONS, GAMES, is_shared=True)
    while True:
        try:
            await store.open()
            break
        except StoreError:
            await asyncio.sleep(TAKE_SECONDS)
    member = Member(store, name, lease_seconds=LEASE_SECONDS)
    await member.look_at_clock()
    client = discord.Client(intents=discord.Intents.none())
    process = Process(member, client)
    await client.login(TOKEN)
    await process.availability.opened()
    process.keeper.start()
    taking = asyncio.ensure_future(process.take_what_is_free())
    reader, writer = await asyncio.open_unix_connection(folder / "clicks")
    writer.write(f"{name}\n".encode())
    answering: set[asyncio.Task[None]] = set()

    async def answered(number: int, session_id: int) -> None:
        writer.write(f"{number} {await process.answer(number, session_id)}\n".encode())

    while line := await reader.readline():
        _, number, session_id = line.split()
        task = asyncio.ensure_future(answered(int(number), int(session_id)))
        answering.add(task)
        task.add_done_callback(answering.discard)
    taking.cancel()


def fork(folder: Path, name: str, address: str) -> None:
    """Serve in a new process, which inherits all imported modules."""
    number = os.fork()
    if number:
        print(number, flush=True)
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        asyncio.run(serve(folder, name, Server(address)))
    finally:
        os._exit(0)


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody waits for their exit codes.
    discord.http.Route.BASE = sys.argv[2]
    patch("bot.sessions.agenda.AGAIN_SECONDS", AGAIN_SECONDS).start()
    print("ready", flush=True)
    for line in sys.stdin:
        fork(Path(sys.argv[1]), *line.split())
