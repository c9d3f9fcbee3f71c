"""kill -9 at any moment: acknowledged moves are stored, nothing is torn, and the game goes on."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO

from bot.config import Location
from bot.engine.chance import SeededChance
from bot.engine.draft import Refusal
from bot.engine.notation import parse_move
from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage.verify import verify
from tests.crash.child import database_of
from tests.helpers.figures import Figure
from tests.helpers.servers import schema_on
from tests.helpers.stores import MIGRATIONS, opened
from tests.sabotage.elsewhere import elsewhere
from tests.sabotage.planting import sabotaged
from tests.sabotage.storage import say_saved_before_it_is

KILLS_ON_A_SERVER = 3
KILLS = 12
ROOT = Path(__file__).parents[2]

Acknowledged = dict[int, int]
"""The last acknowledged revision, by session."""


class Victims:
    """Processes that play one after the other and are killed."""

    def __init__(self, orders: IO[str], told: IO[str]) -> None:
        self._orders = orders
        self._told = told

    def killed(self, seed: int, moves: int) -> list[tuple[int, int]]:
        """Kill a process after this many moves, and return session and revision of each acknowledged one."""
        print(seed, file=self._orders, flush=True)
        process = int(self._told.readline())
        lines = [self._told.readline() for _ in range(moves)]
        os.kill(process, signal.SIGKILL)
        while not lines[-1].startswith("ended"):
            lines.append(self._told.readline())
        assert lines.pop() == f"ended {signal.SIGKILL}\n"
        return [(int(session), int(revision)) for session, revision in map(str.split, lines)]


@contextmanager
def victims(folder: Path) -> Iterator[Victims]:
    """Yield processes that play in a folder."""
    command = [sys.executable, "-m", "tests.crash.child", str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        yield Victims(nursery.stdin, nursery.stdout)


async def check(path: Location, acknowledged: Acknowledged) -> None:
    """Check that the database holds every acknowledged revision, an unbroken chain, and a sound state."""
    async with opened(path) as store:
        for session_id, revision in acknowledged.items():
            record = await store.load(session_id)
            history = await store.history(session_id)
            assert record is not None
            assert record.revision >= revision
            session = Session(GAMES[record.game], record, history)
            assert session.game.faults(session.state) == []
            assert [played.revision for played in history] == list(range(4, record.revision + 1))
            replay(session, [played.move for played in history], [played.seat for played in history])


def replay(session: Session, moves: list[str], seats: list[int | None]) -> None:
    """Check that the stored position follows from the key and the stored moves alone."""
    game, players = session.game, len(session.record.players)
    chance = SeededChance(session.record.chance_key)
    state = game.deal(players, session.options, chance).state
    for seat, text in list(zip(seats, moves, strict=True))[1:]:
        assert seat is not None
        step = game.apply(state, seat, parse_move(game, text, players), chance)
        assert not isinstance(step, Refusal)
        state = step.state
    assert game.dump(state) == session.record.position
    assert chance.counts == session.record.chance_counts


@sabotaged("P1", elsewhere(say_saved_before_it_is))
def test_acknowledged_moves_survive_repeated_kill_9(tmp_path: Path, times: int, figure: Figure) -> None:
    told = [kill(tmp_path / str(walk), walk) for walk in range(times)]

    figure("P1", kills=KILLS * times, moves=sum(told), lost=0, torn=0)


def test_acknowledged_moves_survive_kill_9_on_a_server(tmp_path: Path, postgresql: str, times: int) -> None:
    with schema_on(postgresql) as server:
        (tmp_path / "address").write_text(server.address)
        assert kill(tmp_path, 0, kills=KILLS_ON_A_SERVER * times) > 0


def kill(folder: Path, seed: int, kills: int = KILLS) -> int:
    """Kill all players of one database, check it each time, and return the number of answered moves."""
    chance, moves = Random(seed), 0
    folder.mkdir(exist_ok=True)
    path = database_of(folder)
    with victims(folder) as children:
        for number in range(kills):
            told = children.killed(KILLS * seed + number, chance.randrange(1, 60))
            asyncio.run(check(path, dict(told)))
            moves += len(told)
    assert verify(path, MIGRATIONS, GAMES) == []
    return moves
