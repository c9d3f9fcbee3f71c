"""The server's clock: nothing happens by the real clock, and nobody waits for it."""

from bot.playground.world import World
from bot.sessions.session import Session
from tests.playground.visitor import Visitor

TURN = ("draw", "discard")
"""The moves of a minimal turn at Crazy Rummy."""
PAUSE = 4
"""The seconds after which a computer has moved."""


async def table(world: World) -> Session:
    """Return the table in Ann's DM."""
    session = await world.bot.sessions.at(world.seats["ann"].dm.id)
    assert session is not None
    return session


async def test_computer_moves_with_the_servers_clock_only(visitor: Visitor, world: World) -> None:
    await visitor.ask("/open", game="crazy-rummy", seat="ann")
    while not (await table(world)).scene(0).asked:
        await visitor.ask("/wait", seconds=PAUSE)
    before, began, moves = (await table(world)).record.revision, world.env.now(), 0

    while (scene := (await table(world)).scene(0)).asked:
        move = next(move for move in scene.legal if move.verb in TURN)
        await visitor.say("ann", f"/turn move:{move}", "dm")
        moves += 1

    revision = (await table(world)).record.revision
    assert (revision, world.env.now()) == (before + moves, began), "no computer has moved yet"
    await visitor.ask("/wait", seconds=PAUSE)
    assert (await table(world)).record.revision > revision


async def test_hours_bring_no_warnings(visitor: Visitor, world: World) -> None:
    for _ in range(3):
        await visitor.ask("/wait", seconds=3 * 3600)

    assert list(world.logbook.lines) == []
