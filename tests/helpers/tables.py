"""Tables set up for a test: a running game, in a position of the test's choosing."""

import hashlib
from typing import Any

import msgspec

from bot.sessions import computers
from bot.sessions.session import Session
from bot.storage.records import Commit
from tests.helpers.guild import SLOW, Player, SimGuild


async def dealt(guild: SimGuild, game: str = "crap", **given: str) -> Session:
    """Start a game with everyone in the guild, opened and dealt by the first player."""
    host, *others = guild.players
    await host.slash("cards", game=game, **given)
    for player in others:
        await player.press(guild.table, "Join")
    await host.press(guild.table, "Start")
    return await guild.session()


async def with_computers(guild: SimGuild, *characters: str) -> Session:
    """Start C.R.A.P. as Ann with computers that are slow to move. It's her turn."""
    guild.bot.sessions.computers.timings = SLOW
    ann = guild.players[0]
    await ann.slash("cards", game="crap")
    for character in characters:
        await ann.add_computer(character=character)
    await ann.press(guild.table, "Start")
    session = await guild.session()
    session.state = msgspec.structs.replace(session.state, turn=0)
    return session


async def started(guild: SimGuild, game: str = "crap", options: str = "", seed: str = "0") -> Session:
    """Do the same with fixed cards."""
    guild.bot.sessions.new_key = lambda: hashlib.sha256(seed.encode()).digest()
    return await dealt(guild, game, rules=options)


def on_turn(guild: SimGuild, session: Session) -> Player:
    """Return the first player who has to decide."""
    return guild.players[session.game.deciders(session.state)[0]]


async def acted(guild: SimGuild, session: Session) -> None:
    """Wait until the computers have done everything they have to."""
    while computers.deciding(session) or guild.bot.sessions.computers.is_busy:
        await guild.settle()


async def in_position(guild: SimGuild, session: Session, **fields: Any) -> Session:
    """Change the running game's position as if it had been reached by playing, and show it."""
    game = session.game
    position = {**game.dump(session.state), **fields}
    state = game.load(position, len(session.record.players), session.options)
    clock = game.clock(state)
    record = msgspec.structs.replace(
        session.record,
        revision=session.record.revision + 1,
        version=session.record.version + 1,
        position=game.dump(state),
        since=session.record.revision + 1,
        clock_key=clock.key if clock else None,
    )
    await guild.bot.store.commit(Commit(record=record))
    session.record, session.state = record, state
    guild.bot.publisher.show(session)
    await guild.settle()
    return session
