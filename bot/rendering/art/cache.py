"""Pictures drawn already, found by what they show; those not asked for longest make room."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock


class PictureCache:
    """PNG bytes by key, together never more than `most_bytes`. May be used from several threads."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.held_bytes = 0
        self._pictures: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pictures)

    def get(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        """The picture of this key, drawn if it is not here. Two threads may draw the same one at once."""
        found = self.find(key)
        if found is None:
            found = draw()
            self.keep(key, found)
        return found

    def find(self, key: bytes) -> bytes | None:
        """The picture of this key, if it is here."""
        with self._lock:
            found = self._pictures.get(key)
            if found is not None:
                self._pictures.move_to_end(key)
            return found

    def keep(self, key: bytes, png: bytes) -> None:
        """Store a picture unless it alone is too large."""
        if len(png) > self.most_bytes:
            return
        with self._lock:
            self.held_bytes += len(png) - len(self._pictures.pop(key, b""))
            self._pictures[key] = png
            while self.held_bytes > self.most_bytes:
                _, oldest = self._pictures.popitem(last=False)
                self.held_bytes -= len(oldest)
