"""Discord's ids: they carry the time at which they were made, and never come twice."""

import time
from itertools import count
from typing import Final

EPOCH_MS: Final = 1_420_070_400_000
"""When Discord's ids begin."""
DMS: Final = 4 * 10**17
"""The first id of DM channels. Those of all other channels are below."""

_numbers = count()


def new_id() -> int:
    """An id of this moment, from which the bot takes the time."""
    return (int(time.time() * 1000) - EPOCH_MS) << 22 | next(_numbers) % (1 << 22)


def dm_of(user_id: int) -> int:
    """The DM channel of a user."""
    return DMS + user_id


def user_of(channel_id: int) -> int:
    """The user of a DM channel."""
    return channel_id - DMS


def is_dm(channel_id: int) -> bool:
    """Whether a channel is someone's DM channel."""
    return channel_id >= DMS
