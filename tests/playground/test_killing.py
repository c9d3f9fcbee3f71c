"""`Restart bot` kills the bot in the middle of its work, with the same consequences as a real kill."""

import asyncio
import re
import sqlite3
import threading
from random import Random
from typing import Any

import discord
import msgspec
import pytest

from bot.playground.refusals import Down
from bot.playground.requests import Nothing, Say
from bot.playground.world import World
from bot.rendering import pages
from bot.rendering.scene import Scene
from bot.rendering.turning import asks_first
from bot.sessions.play import MakeMove
from bot.sessions.session import Session
from bot.storage import facts
from bot.storage.errors import NotSaved
from tests.helpers.behind import file_of
from tests.playground.visitor import Visitor, all_text, parts, text_of

pytestmark = pytest.mark.no_cover  # Tracing random games would double their time.

TIME = re.compile(r"<t:\d+:R>")
STRIDE = 5
"""The steps of the event loop between one tested moment of death and the next."""
EVERY_OUTCOME = {(False, "killed"), (True, "killed"), (True, "answered")}
"""Whether the move is stored, and whether it was answered before the bot died."""
ENDLESS = (
    "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT count(tell()) FROM more"
)


async def session_of(world: World) -> Session:
    found = await world.bot.sessions.at(world.channel.id)
    assert found is not None
    return found


async def next_line(world: World, chance: Random) -> tuple[str, str]:
    """Return a user who must act, and a line that makes a move at once."""
    session = await session_of(world)
    seat = session.game.deciders(session.state)[0]
    scene = session.scene(seat)
    move = chance.choice(
        [one for one in session.game.legal(session.state, seat) if not asks_first(one, scene)]
    )
    user = session.record.players[seat]
    name = next(key for key, one in world.seats.items() if one.actor.id == user)
    return name, f"/turn move:{move}"


async def type_and_kill(visitor: Visitor, name: str, line: str, steps: int) -> str:
    """Send a line as a user, kill the bot this many steps later, and return the answer to the line."""
    actions = visitor.server.actions
    sending = asyncio.ensure_future(actions.say(Say(seat=name, text=line)))
    for _ in range(steps):
        await asyncio.sleep(0)
    await actions.restart(Nothing())
    try:
        return str((await sending).get("error", "answered"))
    except Down:
        return "killed"


async def check(visitor: Visitor, world: World) -> None:
    """Check that a valid game is stored, and that exactly this one is shown, once."""
    session = await session_of(world)
    history = await world.bot.store.history(session.record.id)
    assert len({move.revision for move in history}) == len(history)
    assert history[-1].revision == session.record.revision
    tables = [m for m in await visitor.messages("ann") if not m["private"] and "Rules" in labels(m)]
    stored = pages.table(_named(session, world, None)).text
    # A start moves deadlines by the seconds without a bot, which are too few to be shown.
    assert [TIME.sub("", text_of(table).strip()) for table in tables] == [TIME.sub("", stored)]
    for name in world.seats:
        hands = await visitor.messages(name, "dm")
        seat = session.record.players.index(world.seats[name].actor.id)
        own = pages.hand(_named(session, world, seat)).text
        assert [TIME.sub("", text_of(hand).strip()) for hand in hands] == [TIME.sub("", own)]


def _named(session: Session, world: World, seat: int | None) -> Scene:
    """Return what this seat sees with everyone's name, which a bot that has just started may not know yet."""
    by_id = {one.actor.id: key.title() for key, one in world.seats.items()}
    names = tuple(by_id[user] for user in session.record.players)
    return msgspec.structs.replace(session.scene(seat), names=names, owners=names)


def labels(message: dict[str, Any]) -> set[str]:
    return {part["label"] for part in parts(message) if "label" in part}


async def test_game_survives_a_kill_at_any_moment(visitor: Visitor, world: World) -> None:
    await visitor.start_game()
    chance, outcomes, steps = Random(1), set[tuple[bool, str]](), 1

    while outcomes != EVERY_OUTCOME:
        before = (await session_of(world)).record.revision
        answer = await type_and_kill(visitor, *await next_line(world, chance), steps)
        after = (await session_of(world)).record.revision
        assert after in (before, before + 1)
        outcomes.add((after > before, answer))
        assert outcomes <= EVERY_OUTCOME
        await check(visitor, world)
        # A step takes more or less of the time in which a thread stores the move, so go back and forth.
        steps += STRIDE if answer == "killed" else -chance.randint(1, 2 * STRIDE)

    assert not world.logbook.lines


async def test_killed_bot_closes_nothing(
    visitor: Visitor, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    for part in (world.bot, world.bot.publisher, world.bot.sessions.agenda):
        monkeypatch.setattr(part, "close", lambda part=part: closed.append(type(part).__name__))

    await visitor.ask("/restart")

    assert closed == []


async def test_pending_writes_are_dropped(world: World) -> None:
    store, held = world.bot.store, threading.Event()
    writing = [
        asyncio.ensure_future(file_of(store).call(lambda _: held.wait())),
        asyncio.ensure_future(store.write(facts.keep_note, "last words", "none")),
    ]
    await asyncio.sleep(0)

    restarting = asyncio.ensure_future(world.restart_bot())
    await asyncio.sleep(0)
    held.set()
    await restarting

    assert world.bot.store is not store
    assert await world.bot.store.read(facts.note, "last words") is None
    for one in writing:
        one.cancel()


async def test_open_transaction_is_not_committed(world: World) -> None:
    store, begun = world.bot.store, asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> int:
        loop.call_soon_threadsafe(begun.set)
        return 1

    def write(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO notes VALUES ('last words', 'none')")
        connection.create_function("tell", 0, tell)
        connection.execute(ENDLESS).fetchall()

    writing = asyncio.ensure_future(file_of(store).write(write))
    await begun.wait()

    await world.restart_bot()

    assert await world.bot.store.read(facts.note, "last words") is None
    writing.cancel()


async def test_killed_bot_reaches_nobody(visitor: Visitor, world: World) -> None:
    await visitor.start_game()
    old = world.bot
    session = await session_of(world)
    seat = session.game.deciders(session.state)[0]
    move = session.game.legal(session.state, seat)[0]
    shown = [await visitor.messages(name) for name in world.seats]

    await world.restart_bot()
    with pytest.raises(NotSaved):
        await old.sessions.act(session, session.record.players[seat], MakeMove(move))
    old.publisher.show(session)
    await world.do(world._settle)

    assert [await visitor.messages(name) for name in world.seats] == shown


async def test_killed_bots_messages_are_ignored(visitor: Visitor, world: World) -> None:
    async def on_message(message: discord.Message) -> None:
        if not message.author.bot:
            try:
                await asyncio.sleep(3600)
            finally:
                await message.channel.send("I die")

    world.bot.add_listener(on_message)
    await visitor.say("ann", "hello")

    await visitor.ask("/restart")

    assert [message["text"] for message in await visitor.messages("ann")] == ["hello"]
    assert not world.logbook.lines


async def test_actions_are_refused_while_the_bot_is_down(visitor: Visitor, world: World) -> None:
    restarting = asyncio.ensure_future(world.restart_bot())
    await asyncio.sleep(0)

    with pytest.raises(Down, match="down right now"):
        await world.restart_bot()
    status, answer = await visitor.try_to("/say", seat="ann", text="/my-tables")

    await restarting
    assert (status, "down" in answer.get("error", "down")) in ((409, True), (200, True))
    await visitor.say("ann", "/my-tables")


async def test_waiting_user_sees_that_the_bot_died(visitor: Visitor, world: World) -> None:
    await visitor.start_game()
    silent = asyncio.Event()

    async def never() -> None:
        await silent.wait()

    waiting = asyncio.ensure_future(world.do(never))
    await asyncio.sleep(0)

    await visitor.ask("/restart")

    with pytest.raises(Down, match="killed before it answered"):
        await waiting


async def test_slow_bot_is_not_the_users_error(
    visitor: Visitor, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never_at_rest() -> None:
        world._limit.reschedule(0)
        await asyncio.Event().wait()

    with monkeypatch.context() as slow:
        slow.setattr(world, "_settle", never_at_rest)
        status, answer = await visitor.try_to("/say", seat="ann", text="/cards game:skrap")

    assert (status, answer) == (200, {})
    assert "Skrap" in all_text(await visitor.messages("ann"))
