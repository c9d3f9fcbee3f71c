"""Sets interpreter and C library so that a bot that runs for weeks stays quick and small."""

import ctypes
import gc
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

THREADS_TURN_SECONDS: Final = 0.0005
"""How long one thread may compute while others wait: the usual 5 ms, several times a move, are felt."""
LARGE_BYTES: Final = 16 * 1024
"""From this size on memory comes from the system, and goes back as soon as it is free."""
ARENAS: Final = 2
"""From so many heaps threads take smaller pieces; each has holes of its own."""
COLLECTIONS: Final = 700, 10, 60
"""When Python looks for garbage: among so many new objects, after so many times among what was left over, and
after so many of these among all that is not kept. Usually the last comes after ten."""
THOROUGH_SECONDS: Final = 3600.0
"""How often it also looks among what is kept."""
OLDEST: Final = 2
"""The generation of all that has been left over several times."""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""As <malloc.h> names them."""


def tune() -> None:
    """Set what should be set before anything else is done."""
    sys.setswitchinterval(THREADS_TURN_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    give_large_memory_back()


def keep_what_is_loaded(clock: Callable[[], float] = time.monotonic) -> None:
    """Have Python look for garbage only among what is new; `clock` gives seconds.

    Libraries stay, and most of hundreds of tables. To look through all of it stops everything for 100 ms and
    more, several times a minute with much at play, and one answer in a hundred would feel it.
    """
    gc.collect()
    gc.freeze()
    gc.callbacks.append(Keeper(clock))


class Keeper:
    """Keeps what each search among all has left, so that the next one need not look at it; for an hour."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._looked = clock()
        """When everything was looked through."""

    def __call__(self, phase: str, info: Mapping[str, int]) -> None:
        """As `gc.callbacks` calls it."""
        if info["generation"] < OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() - self._looked >= THOROUGH_SECONDS:
            self._looked = self._clock()
            gc.unfreeze()


def give_large_memory_back() -> bool:
    """Keep pictures and messages out of the heap, which goes to pieces between them; whether that can be set.

    Else it grows by some percent an hour under steady load, although no more of it is in use.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:  # another C library, which has other ways
        return False
    return all([mallopt(_MMAP_THRESHOLD, LARGE_BYTES), mallopt(_ARENA_MAX, ARENAS)])
