"""The ways in which Discord or the network can fail a request, each listed once, by name.

Each has the answer on the wire and the error that our transport must raise for it. The transport's tests send
the answers over real sockets, the simulator raises the errors, and the stand-in refuses with them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Self

from bot.delivery.errors import (
    Banned,
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    MessageGone,
    NoSharedServer,
    Unfit,
    Unknown,
    Vanished,
)

HTML: Final = "<html>bad gateway</html>"
PROXY: Final = {"Via": "1.1 google"}
"""The header in answers from Discord itself. Those from the network in front of it don't have it."""
RETRIED: Final = (500, 502, 504)
"""The statuses that the library retries automatically, with five attempts in all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A failed request: an error or a lost connection, before or after Discord carried it out."""

    name: str
    error: type[DeliveryError]
    status: int = 0
    body: Mapping[str, Any] | str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    ends: Literal["", "drop", "reset"] = ""
    executes: bool = False
    permission: str = ""
    """The missing permission, if that's the fault."""

    @property
    def code(self) -> int:
        """Return Discord's own error code, or 0 if there isn't one."""
        return 0 if isinstance(self.body, str) else self.body.get("code", 0)

    def raised(self) -> DeliveryError:
        """Return the error that the transport raises for this answer."""
        return Forbidden(self.permission) if self.error is Forbidden else self.error(self.name)

    def executed(self) -> Self:
        """Return the same failure, but after the request was carried out."""
        return replace(self, name=f"{self.name}, executed", executes=True)

    def with_body(self, **more: Any) -> Self:
        """Return the same answer with more in its body."""
        assert isinstance(self.body, Mapping)
        return replace(self, body={**self.body, **more})


def _refusal(name: str, error: type[DeliveryError], status: int, code: int, permission: str = "") -> Answer:
    """Return a refusal in Discord's usual form."""
    return Answer(name, error, status, {"code": code, "message": name}, permission=permission)


def _limit(name: str, *, headers: Mapping[str, str] = PROXY, **more: Any) -> Answer:
    """Return a rate limit as Discord itself announces it."""
    body = {"message": "You are being rate limited.", "retry_after": 0.25, **more}
    return Answer(name, Unknown, 429, body, headers)


def _losses() -> Iterator[Answer]:
    """Yield the failures after which nobody knows whether the request was carried out."""
    for once in (
        Answer("connection dropped", Unknown, ends="drop"),
        Answer("connection reset", Unknown, ends="reset"),
        *(Answer(f"server error {status}", Unknown, status, HTML) for status in (*RETRIED, 503)),
    ):
        yield from (once, once.executed())


_EVERY: Final = (
    *_losses(),
    _refusal("overloaded", Unknown, 503, 130000),
    _limit("limit of the route"),
    _limit("limit of all requests", headers={**PROXY, "X-RateLimit-Scope": "global"}, **{"global": True}),
    _limit("limit shared with others", headers={**PROXY, "X-RateLimit-Scope": "shared"}),
    Answer("shut out by the network", Banned, 429, "<html>error 1015</html>"),
    Answer("shut out in JSON", Banned, 429, {"message": "no"}),
    _refusal("DMs closed", Closed, 403, 50007),
    _refusal("no server in common", NoSharedServer, 403, 50278),
    _refusal("opening DMs too fast", Closed, 403, 40003),
    _refusal("may not see", Forbidden, 403, 50001, "View Channel"),
    _refusal("may not send", Forbidden, 403, 50013, "Send Messages"),
    _refusal("thread locked", Forbidden, 400, 160005, "Send Messages in Threads (the thread is locked)"),
    _refusal("thread locked, 403", Forbidden, 403, 160005, "Send Messages in Threads (the thread is locked)"),
    _refusal("forbidden without a code", Forbidden, 403, 0, "needed here (code 0)"),
    _refusal("forbidden, new code", Forbidden, 403, 99999, "needed here (code 99999)"),
    _refusal("message gone", MessageGone, 404, 10008),
    _refusal("message too old to edit", MessageGone, 400, 30046),
    _refusal("thread archived", MessageGone, 400, 50083),
    _refusal("interaction gone", MessageGone, 404, 10062),
    _refusal("webhook gone", MessageGone, 404, 10015),
    _refusal("not found, new code", MessageGone, 404, 99999),
    _refusal("channel gone", Vanished, 404, 10003),
    _refusal("server gone", Vanished, 404, 10004),
    _refusal("member gone", Vanished, 404, 10007),
    _refusal("account gone", Vanished, 404, 10013),
    _refusal("stopped by a filter", Filtered, 400, 200000),
    _refusal("stopped by a filter in a title", Filtered, 400, 240000),
    _refusal("body malformed", Unfit, 400, 50035),
    _refusal("message empty", Unfit, 400, 50006),
    _refusal("body too large", Unfit, 413, 40005),
    _refusal("no JSON", Unfit, 400, 50109),
    _refusal("slow mode", Unknown, 400, 20016),
    _refusal("limit on writing here", Unknown, 400, 20028),
    _refusal("limit on writing here, 429", Unknown, 429, 20028),
    _refusal("limit on writing in the server", Unknown, 400, 20029),
    _refusal("limit on writing in the server, 429", Unknown, 429, 20029),
    _refusal("answered already", Unknown, 400, 40060),
    _refusal("token unknown", Unknown, 401, 0),
    _refusal("interaction token too old", Unknown, 401, 50027),
    _refusal("new code", Unfit, 400, 99999),
    _refusal("not allowed, new code", Unfit, 405, 99999),
    _refusal("conflict, new code", Unfit, 409, 99999),
    _refusal("no longer there, new code", MessageGone, 410, 99999),
    Answer("too large for the network", Unfit, 413, "<html>too large</html>"),
    _refusal("not understood, new code", Unfit, 422, 99999),
    Answer("too slow for the network", Unknown, 408, "<html>timeout</html>"),
    _refusal("too early", Unknown, 425, 0),
)

ANSWERS: Final[Mapping[str, Answer]] = {answer.name: answer for answer in _EVERY}
"""All failures by name."""
