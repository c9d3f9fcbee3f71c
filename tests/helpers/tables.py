"""Tables set up for a test: a running game, in a position of the test's choosing."""

import hashlib
from typing import Any

import msgspec

from bot.sessions.session import Session
from bot.storage.records import Commit
from tests.helpers.club import Club


async def started(club: Club, game: str = "crap", options: str = "", seed: str = "0") -> Session:
    """Everybody of the club sits at a table and the first player has dealt, always the same cards."""
    club.bot.sessions.draw_key = lambda: hashlib.sha256(seed.encode()).digest()
    host, *others = club.players
    await host.slash("game new", game=game, options=options)
    for player in others:
        await player.press(club.table, "Join")
    await host.press(club.table, "Start")
    return await club.session()


async def in_position(club: Club, session: Session, **fields: Any) -> Session:
    """Change the running game's position, as if it had come about by playing, and show it."""
    game = session.game
    position = {**game.dump(session.state), **fields}
    state = game.load(position, len(session.record.players), session.options)
    clock = game.clock(state)
    record = msgspec.structs.replace(
        session.record,
        revision=session.record.revision + 1,
        position=game.dump(state),
        since=session.record.revision + 1,
        clock_key=clock.key if clock else None,
    )
    await club.bot.store.commit(Commit(record=record, places=("table", "hands")))
    session.record, session.state = record, state
    club.bot.publisher.notify(session)
    await club.settle()
    return session
