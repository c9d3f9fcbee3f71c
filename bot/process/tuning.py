"""Sets interpreter and C library so that a bot that runs for weeks stays quick and small."""

import ctypes
import gc
import sys
from typing import Final

THREADS_TURN_SECONDS: Final = 0.0005
"""How long one thread may compute while others wait: the usual 5 ms, several times a move, are felt."""
LARGE_BYTES: Final = 16 * 1024
"""From this size on memory comes from the system, and goes back once it's free."""
ARENAS: Final = 2
"""From this many heaps threads take smaller pieces. Each has holes of its own."""
COLLECTIONS: Final = 1000, 1, 500
"""When Python looks for garbage: among this many new objects, after this many times among what was left over,
and after this many of these among all. Each stops everything. Among left-overs it's to take no more than two
milliseconds, where the usual 7,000 objects take seven, which one answer in a hundred feels. Among all it
takes 50 and more with hundreds of tables at play, and usually comes every few seconds. Values that can be
part of no ring, most of all what a table keeps of its past, say `gc=False`: half need not be looked at.
"""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""As <malloc.h> names them."""


def tune() -> None:
    """Set what should be set before anything else is done."""
    sys.setswitchinterval(THREADS_TURN_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    give_large_memory_back()


def keep_what_is_loaded() -> None:
    """Libraries stay: looking through them again and again would stop everything for 70 ms each time."""
    gc.collect()
    gc.freeze()


def give_large_memory_back() -> bool:
    """Keep pictures and messages out of the heap, which goes to pieces between them. Whether that can be set.

    Else it grows by some percent an hour under steady load, although it uses no more of it.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:  # another C library, which has other ways
        return False
    return all([mallopt(_MMAP_THRESHOLD, LARGE_BYTES), mallopt(_ARENA_MAX, ARENAS)])
