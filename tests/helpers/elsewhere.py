"""The work of child processes in their tests. It imports little, because each start repeats the import."""

import os
import signal
from typing import Final

from bot.subprocesses.frames import give_way

DEADLY: Final = b"deadly"
BAD: Final = b"bad"
LONG: Final = b"long"
"""A board that's rendered only after more urgent work."""
_begun: Final[set[bytes]] = set()


def where(board: bytes) -> bytes:
    """Return the id of the process that renders a board. Some boards stop it or raise an error."""
    if board == DEADLY:
        os.kill(os.getpid(), signal.SIGSTOP)
    if board == BAD:
        raise KeyError("the queen of hearts")
    if board == LONG and board not in _begun:
        _begun.add(board)
        while True:
            give_way()
    return str(os.getpid()).encode()
