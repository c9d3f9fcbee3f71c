"""Discord's rate limits: the requests a second in all, and those of each bucket."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tests.discord_http.answers import ANSWERS, Answer
from tests.discord_http.requests import Kind, Request

MAX_A_SECOND: Final = 50
"""Discord's limit for a bot. Answers to interactions, and changes of them, don't count."""
UNCOUNTED: Final = frozenset(("answer", "late edit", "late delete", "follow-up"))
"""Requests with the token of an interaction, which Discord's global limit doesn't count."""


class Rate(NamedTuple):
    """A limit: this many requests in this many seconds."""

    requests: int
    seconds: float


DISCORDS: Final[Mapping[Kind, Rate]] = {"post": Rate(5, 5.0), "edit": Rate(5, 5.0), "delete": Rate(5, 1.0)}
"""The limits of a channel's buckets, as seen on the real Discord."""
OPENINGS: Final = Rate(10, 5.0)
"""The assumed limit on opening DM channels: Discord doesn't document it, and no header shows it. Opening five
at once and then one a second stays within it."""
FREE: Final[Mapping[Kind, Rate]] = {}
"""The limits of a server without buckets."""
AMPLE: Final = {
    "X-RateLimit-Limit": "100000",
    "X-RateLimit-Remaining": "99999",
    "X-RateLimit-Reset-After": "1.000",
}


class TakeResult(NamedTuple):
    """The result of counting a request: headers for its answer, and the refusal if it was one too many."""

    headers: Mapping[str, str]
    refusal: Answer | None = None


class Rates:
    """A counter that refuses requests beyond the limits. `clock` returns seconds.

    `limit` is the number of requests a second in all (0: any), `openings` the limit on opening DM channels.
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

    def take(self, asked: Request) -> TakeResult:
        """Count a request, or refuse it."""
        named = {"X-RateLimit-Bucket": asked.route}
        if asked.kind in UNCOUNTED:
            return TakeResult({**AMPLE, **named})
        now = self.clock()
        if self._recent is not None and _is_full(self._recent, now, 1.0):
            return TakeResult({}, ANSWERS["limit of all requests"].with_body(retry_after=1.0))
        if self._openings is not None and asked.kind == "dm":
            if _is_full(self._opened, now, self._openings.seconds):
                return TakeResult({}, ANSWERS["opening DMs too fast"])
            self._opened.append(now)
        rate = self._rates.get(asked.kind)
        taken = self._from_bucket(asked, rate, now, named) if rate else TakeResult({**AMPLE, **named})
        if self._recent is not None and taken.refusal is None:
            self._recent.append(now)
        return taken

    def _from_bucket(self, asked: Request, rate: Rate, now: float, named: Mapping[str, str]) -> TakeResult:
        """Take a request from its bucket, which is full again some seconds after the first one was taken."""
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
            return TakeResult(headers)
        after = rate.seconds - (now - bucket[0])
        return TakeResult(headers, ANSWERS["limit of the route"].with_body(retry_after=after))


def _is_full(recent: deque[float], now: float, seconds: float) -> bool:
    return len(recent) == recent.maxlen and now - recent[0] < seconds
