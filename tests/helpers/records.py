"""Ready-made records for tests of the store and of sessions."""

from typing import Any

import msgspec

from bot.engine.contract import AnyGame, Options
from bot.storage.records import Record

MAX_ID = 10**15 - 1
"""Custom ids must have space for the longest table number and revision that their pattern reads."""
MAX_USER = 10**19

LOBBY = Record(
    id=0,
    game="crap",
    options={"threshold": 1000},
    guild_id=1,
    channel_id=10,
    host_id=100,
    status="lobby",
    revision=1,
    turn_seconds=600,
    response_seconds=120,
    players=(100,),
    end_votes=(),
    position=None,
    chance_key=b"k" * 32,
    chance_counts={},
    acted=(0,),
    since=1,
    clock_key=None,
    deadline=None,
    measured_at=None,
    created_at=1000.0,
    updated_at=1000.0,
)


def at_table(game: AnyGame, players: tuple[int, ...], options: Options, **fields: Any) -> Record:
    """Return a lobby of this game with these players, the first as its host, and some fields changed."""
    return msgspec.structs.replace(
        LOBBY,
        game=game.id,
        options=msgspec.to_builtins(options),
        host_id=players[0],
        players=players,
        acted=(0,) * len(players),
        **fields,
    )


def following(record: Record, **fields: Any) -> Record:
    """Return the record one revision later, with some fields changed."""
    one_later = {"revision": record.revision + 1, "version": record.version + 1}
    return msgspec.structs.replace(record, **one_later, **fields)
