"""Discord's ids, which are unique and carry the time they were made at."""

import time
from itertools import count
from typing import Final

EPOCH_MS: Final = 1_420_070_400_000
"""The time at which Discord's ids begin."""
DMS: Final = 4 * 10**17
"""The first id of a DM channel. All other channels have lower ids."""

_numbers = count()


def new_id() -> int:
    """Return a new id, from which the bot takes the present time."""
    return (int(time.time() * 1000) - EPOCH_MS) << 22 | next(_numbers) % (1 << 22)


def dm_of(user_id: int) -> int:
    """Return the DM channel of a user."""
    return DMS + user_id


def user_of(channel_id: int) -> int:
    """Return the user of a DM channel."""
    return channel_id - DMS


def is_dm(channel_id: int) -> bool:
    """Whether a channel is someone's DM channel."""
    return channel_id >= DMS
