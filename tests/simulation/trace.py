"""The events of a run line by line, and their fingerprint."""

import hashlib
from collections import deque

MAX_LINES = 4000


class Trace:
    """Lines with their time. Only the last ones are kept, but the fingerprint covers all."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self._hash = hashlib.sha256()

    def note(self, at: float, what: str) -> None:
        line = f"{at:.3f} {what}"
        self.lines.append(line)
        self._hash.update(line.encode())

    @property
    def fingerprint(self) -> str:
        return self._hash.hexdigest()[:16]
