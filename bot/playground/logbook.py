"""The bot's warnings and errors, for users who watch the page and not the terminal."""

import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import structlog

MAX_LINES = 200
LOUD = frozenset(("warning", "error", "critical", "exception"))


class Logbook(logging.Handler):
    """The last warnings and errors from our own logs and those of libraries. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MAX_LINES)

    @property
    def ages(self) -> list[float]:
        """Return how many seconds ago each line arrived."""
        now = self._clock()
        return [now - at for at in self._times]

    def emit(self, record: logging.LogRecord) -> None:
        """Add a line of a library."""
        self._keep(self.format(record))

    def note(self, _logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Add a line of the bot on its way through structlog, without changing it."""
        if method in LOUD:
            facts = {name: value for name, value in event.items() if name not in ("event", "exc_info")}
            error = sys.exception() if event.get("exc_info") is True else event.get("exc_info")
            said = [str(event.get("event")), *(f"{name}={value}" for name, value in facts.items())]
            if isinstance(error, BaseException):
                said.append(f"{type(error).__name__}: {error}")
            self._keep(" ".join(said))
        return event

    def _keep(self, line: str) -> None:
        self.lines.append(line)
        self._times.append(self._clock())

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Collect log lines inside the block."""
        before = structlog.get_config()["processors"]
        structlog.configure(processors=[self.note, *before])
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)
            structlog.configure(processors=before)


@contextmanager
def silenced(level: int) -> Iterator[None]:
    """Silence messages of discord.py below this level inside the block."""
    logger = logging.getLogger("discord")
    before = logger.level
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
