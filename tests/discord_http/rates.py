"""How many requests Discord takes: this many a second of all together, and this many of each bucket."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tests.discord_http.answers import ANSWERS, Answer
from tests.discord_http.requests import Kind, Request

MAX_A_SECOND: Final = 50
"""What Discord takes of a bot. Answers to interactions, and what becomes of them, don't count."""
IGNORED_OPTIONS: Final = frozenset(("answer", "late edit", "late delete", "follow-up"))
"""What goes to an interaction by its token. Discord's limit on all requests doesn't hold there."""


class Rate(NamedTuple):
    """How many requests are allowed in how many seconds."""

    requests: int
    seconds: float


DISCORDS: Final[Mapping[Kind, Rate]] = {"post": Rate(5, 5.0), "edit": Rate(5, 5.0), "delete": Rate(5, 1.0)}
"""The buckets of a channel, as they were seen on the real Discord."""
OPENINGS: Final = Rate(10, 5.0)
"""Of DM channels, as far as we assume: Discord doesn't say, and no header tells. Five at first and then one a second
stay within it."""
FREE: Final[Mapping[Kind, Rate]] = {}
"""Buckets that never run dry."""
AMPLE: Final = {
    "X-RateLimit-Limit": "100000",
    "X-RateLimit-Remaining": "99999",
    "X-RateLimit-Reset-After": "1.000",
}


class Taken(NamedTuple):
    """What becomes of a request: headers for its answer, and the refusal if it was one too many."""

    headers: Mapping[str, str]
    refusal: Answer | None = None


class Rates:
    """Counts requests. `limit` is that on all together in a second (0: none), `clock` tells seconds.

    `openings` is the limit on opening DM channels, if there's one.
    """

    def __init__(
        self,
        limit: int = 0,
        buckets: Mapping[Kind, Rate] = FREE,
        clock: Callable[[], float] = time.monotonic,
        *,
        openings: Rate | None = None,
    ) -> None:
        self.clock = clock
        self._openings = openings
        self._opened: deque[float] = deque(maxlen=openings.requests if openings else 0)
        self._rates: Mapping[str, Rate] = {str(kind): rate for kind, rate in buckets.items()}
        self._recent: deque[float] | None = deque(maxlen=limit) if limit else None
        self._buckets: dict[tuple[str, int], deque[float]] = {}

    def take(self, asked: Request) -> Taken:
        """Count a request, or refuse it."""
        named = {"X-RateLimit-Bucket": asked.route}
        if asked.kind in IGNORED_OPTIONS:
            return Taken({**AMPLE, **named})
        now = self.clock()
        if self._recent is not None and _is_full(self._recent, now, 1.0):
            return Taken({}, ANSWERS["limit of all requests"].saying(retry_after=1.0))
        if self._openings is not None and asked.kind == "dm":
            if _is_full(self._opened, now, self._openings.seconds):
                return Taken({}, ANSWERS["opening DMs too fast"])
            self._opened.append(now)
        rate = self._rates.get(asked.kind)
        taken = self._from_bucket(asked, rate, now, named) if rate else Taken({**AMPLE, **named})
        if self._recent is not None and taken.refusal is None:
            self._recent.append(now)
        return taken

    def _from_bucket(self, asked: Request, rate: Rate, now: float, named: Mapping[str, str]) -> Taken:
        """A bucket is full again this many seconds after the first request that was taken out of it."""
        bucket = self._buckets.setdefault((asked.route, asked.channel_id), deque(maxlen=rate.requests))
        if bucket and now - bucket[0] >= rate.seconds:
            bucket.clear()
        is_dry = len(bucket) == rate.requests
        if not is_dry:
            bucket.append(now)
        headers = {
            "X-RateLimit-Limit": str(rate.requests),
            "X-RateLimit-Remaining": str(rate.requests - len(bucket)),
            "X-RateLimit-Reset-After": f"{rate.seconds - (now - bucket[0]):.3f}",
            **named,
        }
        if not is_dry:
            return Taken(headers)
        after = rate.seconds - (now - bucket[0])
        return Taken(headers, ANSWERS["limit of the route"].saying(retry_after=after))


def _is_full(recent: deque[float], now: float, seconds: float) -> bool:
    return len(recent) == recent.maxlen and now - recent[0] < seconds
