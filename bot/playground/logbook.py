"""What the bot complained about, for people who look at the page and not at the terminal."""

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
    """The last warnings and errors, from our own logs and from the libraries'. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MAX_LINES)

    @property
    def ages(self) -> list[float]:
        """How many seconds ago each of the lines came."""
        now = self._clock()
        return [now - came for came in self._times]

    def emit(self, record: logging.LogRecord) -> None:
        """A line of a library."""
        self._keep(self.format(record))

    def note(self, _logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """A line of ours on its way through structlog, which is left as it is."""
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
        """Listen for as long as this lasts."""
        before = structlog.get_config()["processors"]
        structlog.configure(processors=[self.note, *before])
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)
            structlog.configure(processors=before)


@contextmanager
def hushed(level: int) -> Iterator[None]:
    """Have discord.py say nothing below this level for as long as this lasts."""
    logger = logging.getLogger("discord")
    before = logger.level
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
