"""What a process of its own does in tests of such processes; it imports little, as each start imports it again."""

import os
import signal
from typing import Final

from bot.apart.giving_way import give_way

DEADLY: Final = b"deadly"
BAD: Final = b"bad"
LONG: Final = b"long"
"""Is gone on with only after something more urgent."""
_begun: Final[set[bytes]] = set()


def where(board: bytes) -> bytes:
    """The process in which a board is rendered; some boards are not good for it."""
    if board == DEADLY:
        os.kill(os.getpid(), signal.SIGSTOP)
    if board == BAD:
        raise KeyError("the queen of hearts")
    if board == LONG and board not in _begun:
        _begun.add(board)
        while True:
            give_way()
    return str(os.getpid()).encode()
