"""The counters of the running bot, for Prometheus: moves, answers and requests."""

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram

BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""In seconds. Discord doesn't accept an answer after three."""
MAX_OPEN: Final = 5000
"""The number of unanswered interactions that are remembered."""
CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$", re.ASCII)
SECRET: Final = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+", re.ASCII)
NUMBER: Final = re.compile(r"(?<=/)\d+(?=/|$)", re.ASCII)
API_PREFIX: Final = re.compile(r"^/api/v\d+", re.ASCII)


class Counting:
    """The counters of one bot, in their own registry. `clock` is monotonic, `now` counts from the epoch."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, now: Callable[[], float] = time.time
    ) -> None:
        self._clock, self._now = clock, now
        self.registry = CollectorRegistry()
        self.moves = Counter("cardcrate_moves", "Moves stored", ["game"], registry=self.registry)
        self.answers = Histogram(
            "cardcrate_answer_seconds",
            "Time from the arrival of an interaction until Discord has taken its first answer",
            ["kind"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.requests = Counter(
            "cardcrate_requests",
            "Requests to Discord; status 0 is one that got no answer",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.moved_at: float | None = None
        """The time at which the last move was stored, in seconds since the epoch."""
        self._open: OrderedDict[int, tuple[str, float]] = OrderedDict()

    def count_move(self, game: str) -> None:
        """Count a stored move of a game."""
        self.moves.labels(game).inc()
        self.moved_at = self._now()

    def note_arrival(self, interaction_id: int, kind: str) -> None:
        """Note that an interaction has arrived, so that its answer can be timed."""
        self._open[interaction_id] = (kind, self._clock())
        if len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)

    def count_request(self, method: str, path: str, status: int) -> None:
        """Count a request to Discord by the status of its answer, or by 0 if it got none."""
        self.requests.labels(method, route(path), str(status)).inc()
        found = CALLBACK.search(path)
        known = self._open.pop(int(found[1]), None) if found else None
        if known is not None:
            kind, since = known
            self.answers.labels(kind).observe(self._clock() - since)

    def listen(self, to: aiohttp.TraceConfig, answering: Callable[[int], None]) -> None:
        """Count every request of a traced aiohttp session.

        `answering` is called with the id of an interaction when its first answer is sent.
        """

        async def began(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            begun: aiohttp.TraceRequestHeadersSentParams,
        ) -> None:
            if found := CALLBACK.search(begun.url.raw_path):
                answering(int(found[1]))

        to.on_request_headers_sent.append(began)
        to.on_request_end.append(self._ended)
        to.on_request_exception.append(self._failed)

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count_request(end.method, end.url.raw_path, end.response.status)

    async def _failed(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        failed: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self.count_request(failed.method, failed.url.raw_path, 0)


def route(path: str) -> str:
    """Return the path of a request without ids and tokens, so that labels are few and don't hold secrets."""
    known = SECRET.sub(r"/\1/\2/token", API_PREFIX.sub("", path))
    return NUMBER.sub("id", known)
