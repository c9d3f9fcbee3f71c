"""Settings of the interpreter and the C library that keep a bot quick and small for weeks."""

import ctypes
import gc
import sys
from typing import Final

THREADS_TURN_SECONDS: Final = 0.0005
"""The time a thread may run while others wait. The usual 5 ms, several times a move, are noticeable."""
LARGE_BYTES: Final = 16 * 1024
"""Blocks of memory of at least this size come from the system, and return to it once they're free."""
ARENAS: Final = 2
"""The number of heaps from which threads take smaller blocks. Each heap has gaps of its own."""
COLLECTIONS: Final = 1000, 1, 500
"""The thresholds of garbage collection in its three generations. Each collection stops everything.

The second takes at most two milliseconds. With Python's defaults it collects 7,000 objects and takes seven,
which delays one answer in a hundred. The third takes 50 and more with hundreds of live tables, and by default
runs every few seconds. Values that can't be part of a cycle, mostly the past of tables, have `gc=False`. That
exempts half of all objects.
"""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""The parameters of mallopt, as in <malloc.h>."""


def tune() -> None:
    """Apply the settings that have to come before anything else."""
    sys.setswitchinterval(THREADS_TURN_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    give_large_memory_back()


def freeze_loaded() -> None:
    """Exempt loaded libraries from garbage collection, which would stop everything for 70 ms each time."""
    gc.collect()
    gc.freeze()


def give_large_memory_back() -> bool:
    """Keep pictures and messages out of the heap, which they would fragment. Return whether that worked.

    Otherwise the heap grows by a few percent an hour under steady load, although no more is in use.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:  # Another C library manages memory in its own way.
        return False
    return all([mallopt(_MMAP_THRESHOLD, LARGE_BYTES), mallopt(_ARENA_MAX, ARENAS)])
