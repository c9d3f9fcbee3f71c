"""A caller may be cancelled at any await of a move: the move is complete or absent, and play continues."""

import asyncio
from collections.abc import Iterator
from types import CodeType
from typing import Any

from bot.engine.moves import Move
from bot.sessions.lobby import Start
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from tests.simulation.database import Database
from tests.simulation.discord import Discord
from tests.simulation.rig import Rig
from tests.simulation.weather import Weather
from tests.simulation.world import World

PLAYERS = (101, 102, 103)
STEP = 0.0004
"""Simulated seconds between cancellations. A move takes a few hundredths."""
FOR_EVER = 3600.0
"""Simulated seconds, by which every lock must be released."""

Point = tuple[CodeType, int]


def points(task: Any) -> Iterator[Point]:
    """Yield where a task waits: each of our functions on the way, with its line."""
    waiting: Any = task.get_coro()
    while waiting is not None and hasattr(waiting, "cr_frame"):
        if waiting.cr_frame is not None and "/bot/" in waiting.cr_code.co_filename:
            yield waiting.cr_code, waiting.cr_frame.f_lineno
        waiting = waiting.cr_await


async def dealt(sessions: Sessions) -> Session:
    opened = await sessions.open(
        "skrap", {}, guild_id=1, channel_id=10, host_id=PLAYERS[0], others=PLAYERS[1:]
    )
    assert isinstance(opened, Session)
    assert await sessions.act(opened, PLAYERS[0], Start()) is None
    return opened


def next_move(session: Session) -> tuple[int, Move]:
    """Return an active player, and one of their legal moves."""
    seat = session.game.deciders(session.state)[0]
    return session.record.players[seat], next(iter(session.game.legal(session.state, seat)))


async def check(rig: Rig, session: Session) -> None:
    """Check that memory equals the database, and that no lock is held permanently."""
    async with asyncio.timeout(FOR_EVER), session.lock:
        assert await rig.store.load(session.record.id) == session.record


async def cancel_everywhere(rig: Rig) -> tuple[set[Point], int]:
    """Cancel a move after a moment, the next one a moment later, until one completes in time."""
    await rig.start()
    session = await dealt(rig.sessions)
    cancelled_at: set[Point] = set()
    delay, made = 0.0, 0
    while True:
        if session.record.status == "over":
            session = await dealt(rig.sessions)
        before, (user, move) = session.record.revision, next_move(session)
        task = asyncio.ensure_future(rig.sessions.act(session, user, MakeMove(move)))
        await asyncio.sleep(delay)
        if task.done():
            return cancelled_at, made
        for work in (task, *rig.sessions._doing._under_way):
            cancelled_at.update(points(work))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await check(rig, session)
        made += session.record.revision - before
        assert session.record.revision - before in (0, 1)
        if session.record.revision == before:
            assert await rig.sessions.act(session, user, MakeMove(move)) is None
        delay += STEP


def test_cancelled_move_is_complete_or_absent() -> None:
    world = World(1, Weather(), {})
    database = Database(world)
    loop = world.begin_life()
    rig = Rig(world, database, Discord(world, database))

    try:
        cancelled_at, made = loop.run_until_complete(cancel_everywhere(rig))
    finally:
        world.end_life(0)

    names = {code.co_name for code, _ in cancelled_at}
    assert {"act", "_do", "_carry_out", "_save", "write"} <= names
    assert made > 0
    assert world.breaches == []
