"""How many tables there may be at once, so that nobody fills channels with lobbies or the bot with games."""

from typing import Final

from bot.engine.draft import Refusal
from bot.storage import queries
from bot.storage.store import Store

LOBBIES_OF_USER: Final = 3
"""A user is the host of this many lobbies at most: enough to ask around in a few channels."""
LOBBIES_OF_SERVER: Final = 10
"""A server has this many lobbies at most: nobody looks through more, and empty ones close in an hour."""
GAMES_OF_USER: Final = 25
"""A user is the host of this many running games at most: more than anyone plays, even at slow tables."""


async def too_many(store: Store, user_id: int, guild_id: int) -> Refusal | None:
    """Return why this user can't open another lobby, with the channels of those that are in the way."""
    if await store.read(queries.running_of, user_id) >= GAMES_OF_USER:
        return Refusal("many-games", {"most": GAMES_OF_USER})
    own = await store.read(queries.lobbies_of, user_id)
    if len(own) >= LOBBIES_OF_USER:
        return Refusal("many-lobbies", {"channels": [channel for _, channel in own]})
    there = await store.read(queries.lobbies_in, guild_id) if guild_id else []
    if len(there) >= LOBBIES_OF_SERVER:
        return Refusal("server-full", {"channels": [channel for _, channel in there]})
    return None
