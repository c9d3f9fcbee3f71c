"""kill -9 at any moment: what was acknowledged is there, nothing is torn, and the game goes on."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bot.config import DATA
from bot.games import GAMES
from bot.sessions.session import Session
from bot.storage.store import Store

KILLS = 12
ROOT = Path(__file__).parents[2]


def run_until_killed(folder: Path, seed: int, lines: int) -> list[tuple[int, int]]:
    """Start the child, kill it after it has acknowledged so many moves, and give what it acknowledged."""
    command = [sys.executable, "-m", "tests.crash.child", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    whole = [line.split() for line in told if line.endswith("\n")]
    return [(int(words[0]), int(words[1])) for words in whole]


async def check(folder: Path, acknowledged: list[tuple[int, int]]) -> None:
    """The database holds every acknowledged revision, an unbroken chain, and a state that is sound."""
    store = Store(folder / "crash.sqlite3", DATA / "migrations")
    await store.open()
    try:
        for session_id in {session for session, _ in acknowledged}:
            record = await store.load(session_id)
            history = await store.history(session_id)
            assert record is not None
            assert record.revision >= max(
                revision for session, revision in acknowledged if session == session_id
            )
            session = Session(GAMES[record.game], record, history)
            assert session.game.faults(session.state) == []
            assert [played.revision for played in history] == list(range(4, record.revision + 1))
            replay(session, [played.move for played in history], [played.seat for played in history])
    finally:
        await store.close()


def replay(session: Session, moves: list[str], seats: list[int | None]) -> None:
    """The stored position follows from the key and the stored moves alone."""
    from bot.engine.chance import SeededChance
    from bot.engine.contract import Refusal
    from bot.engine.notation import parse_move

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


@pytest.mark.timeout(90)
def test_acknowledged_moves_survive_kill_9_again_and_again(tmp_path: Path) -> None:
    chance = Random(7)
    for number in range(KILLS):
        acknowledged = run_until_killed(tmp_path, number, chance.randrange(1, 120))
        asyncio.run(check(tmp_path, acknowledged))
