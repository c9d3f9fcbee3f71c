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
FALTERING: Final = (500, 502, 504)
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

    def saying(self, **more: Any) -> Self:
        """Return the same answer with more in its body."""
        assert isinstance(self.body, Mapping)
        return replace(self, body={**self.body, **more})


def _no(name: str, error: type[DeliveryError], status: int, code: int, permission: str = "") -> Answer:
    """Return a refusal in Discord's usual form."""
    return Answer(name, error, status, {"code": code, "message": name}, permission=permission)


def _limit(name: str, *, headers: Mapping[str, str] = PROXY, **more: Any) -> Answer:
    """Return a rate limit as Discord itself announces it."""
    body = {"message": "You are being rate limited.", "retry_after": 0.25, **more}
    return Answer(name, Unknown, 429, body, headers)


def _lost() -> Iterator[Answer]:
    """Yield the failures after which nobody knows whether the request was carried out."""
    for once in (
        Answer("connection dropped", Unknown, ends="drop"),
        Answer("connection reset", Unknown, ends="reset"),
        *(Answer(f"server error {status}", Unknown, status, HTML) for status in (*FALTERING, 503)),
    ):
        yield from (once, once.executed())


_EVERY: Final = (
    *_lost(),
    _no("overloaded", Unknown, 503, 130000),
    _limit("limit of the route"),
    _limit("limit of all requests", headers={**PROXY, "X-RateLimit-Scope": "global"}, **{"global": True}),
    _limit("limit shared with others", headers={**PROXY, "X-RateLimit-Scope": "shared"}),
    Answer("shut out by the network", Banned, 429, "<html>error 1015</html>"),
    Answer("shut out in JSON", Banned, 429, {"message": "no"}),
    _no("DMs closed", Closed, 403, 50007),
    _no("no server in common", NoSharedServer, 403, 50278),
    _no("opening DMs too fast", Closed, 403, 40003),
    _no("may not see", Forbidden, 403, 50001, "View Channel"),
    _no("may not send", Forbidden, 403, 50013, "Send Messages"),
    _no("thread locked", Forbidden, 400, 160005, "Send Messages in Threads (the thread is locked)"),
    _no("thread locked, 403", Forbidden, 403, 160005, "Send Messages in Threads (the thread is locked)"),
    _no("forbidden without a code", Forbidden, 403, 0, "needed here (code 0)"),
    _no("forbidden, new code", Forbidden, 403, 99999, "needed here (code 99999)"),
    _no("message gone", MessageGone, 404, 10008),
    _no("message too old to edit", MessageGone, 400, 30046),
    _no("thread archived", MessageGone, 400, 50083),
    _no("interaction gone", MessageGone, 404, 10062),
    _no("webhook gone", MessageGone, 404, 10015),
    _no("not found, new code", MessageGone, 404, 99999),
    _no("channel gone", Vanished, 404, 10003),
    _no("server gone", Vanished, 404, 10004),
    _no("member gone", Vanished, 404, 10007),
    _no("account gone", Vanished, 404, 10013),
    _no("stopped by a filter", Filtered, 400, 200000),
    _no("stopped by a filter in a title", Filtered, 400, 240000),
    _no("body malformed", Unfit, 400, 50035),
    _no("message empty", Unfit, 400, 50006),
    _no("body too large", Unfit, 413, 40005),
    _no("no JSON", Unfit, 400, 50109),
    _no("slow mode", Unknown, 400, 20016),
    _no("limit on writing here", Unknown, 400, 20028),
    _no("limit on writing here, 429", Unknown, 429, 20028),
    _no("limit on writing in the server", Unknown, 400, 20029),
    _no("limit on writing in the server, 429", Unknown, 429, 20029),
    _no("answered already", Unknown, 400, 40060),
    _no("token unknown", Unknown, 401, 0),
    _no("interaction token too old", Unknown, 401, 50027),
    _no("new code", Unfit, 400, 99999),
    _no("not allowed, new code", Unfit, 405, 99999),
    _no("conflict, new code", Unfit, 409, 99999),
    _no("no longer there, new code", MessageGone, 410, 99999),
    Answer("too large for the network", Unfit, 413, "<html>too large</html>"),
    _no("not understood, new code", Unfit, 422, 99999),
    Answer("too slow for the network", Unknown, 408, "<html>timeout</html>"),
    _no("too early", Unknown, 425, 0),
)

ANSWERS: Final[Mapping[str, Answer]] = {answer.name: answer for answer in _EVERY}
"""All failures by name."""
