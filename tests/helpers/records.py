"""Ready-made records for tests of the store and of sessions."""

from typing import Any

import msgspec

from bot.storage.records import Record

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


def following(record: Record, **fields: Any) -> Record:
    """The record one revision later, with some fields changed."""
    return msgspec.structs.replace(record, revision=record.revision + 1, **fields)
