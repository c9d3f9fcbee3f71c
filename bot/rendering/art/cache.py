"""Caches with a limit in bytes, for pictures and their strips. The value unused for longest makes room."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """A thread-safe cache of values by key, with at most `max_bytes` together."""

    def __init__(self, max_bytes: int, size: Callable[[V], int]) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """Return the value of this key. None if there isn't one."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def keep(self, key: K, value: V) -> None:
        """Store a value unless it alone is too large."""
        size = self._size(value)
        if size > self.max_bytes:
            return
        with self._lock:
            previous = self._values.pop(key, None)
            self.used_bytes += size - (0 if previous is None else self._size(previous))
            self._values[key] = value
            while self.used_bytes > self.max_bytes:
                _, oldest = self._values.popitem(last=False)
                self.used_bytes -= self._size(oldest)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()
            self.used_bytes = 0


class PictureCache(SizedCache[bytes, bytes]):
    """A cache of PNG bytes by key, with at most `max_bytes` together."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__(max_bytes, len)

    def get(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of this key, or draw and keep it. Two threads may draw the same one at once."""
        found = self.find(key)
        if found is None:
            found = draw()
            self.keep(key, found)
        return found
