"""Finished games in a database, written without playing them."""

from typing import Any

import msgspec

from bot.engine.chance import Seat
from bot.storage.records import Commit, Finish, Record
from bot.storage.store import Store
from tests.helpers.records import LOBBY, following


async def store_game(
    store: Store, users: tuple[int, ...], at: float, *, rated: bool = True, guild_id: int = 1
) -> Record:
    """Store a game that was dealt to these users."""
    lobby = msgspec.structs.replace(
        LOBBY,
        guild_id=guild_id,
        channel_id=-1,
        players=users,
        acted=(0,) * len(users),
        host_id=users[0],
        updated_at=at,
    )
    # Gives earlier games channels of their own, so that this one's is free.
    await change_row(store, "UPDATE sessions SET channel_id = id")
    dealt = following(await store.new(lobby), status="playing")
    await store.commit(Commit(record=dealt, begins_rated=rated))
    return dealt


async def play(
    store: Store,
    users: tuple[int, ...],
    at: float,
    ranks: tuple[int, ...] = (),
    *,
    rated: bool = True,
    guild_id: int = 1,
) -> int:
    """Store a game in which these users finish in this order, and return its session."""
    record = await store_game(store, users, at, rated=rated, guild_id=guild_id)
    winners: tuple[Seat, ...] = (0,)
    finish = Finish(winners, ranks or tuple(range(1, len(users) + 1)))
    over = following(record, status="over", deadline=None, updated_at=at)
    await store.commit(Commit(record=over, finish=finish))
    return record.id


async def change_row(store: Store, statement: str, *values: Any) -> None:
    """Change the database directly."""
    await store.write(lambda connection: connection.execute(statement, values))


async def play_round_robin(
    store: Store, users: tuple[int, ...], at: float, rounds: int = 4, **fields: Any
) -> None:
    """Let everyone play everyone in rounds a week apart. The users finish in the given order."""
    for number in range(rounds):
        for place, one in enumerate(users):
            for other in users[place + 1 :]:
                await play(store, (one, other), at + number * 7 * 86400.0, **fields)
