"""Every request of the courier, with everything that Discord and the network can answer to it."""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, get_args

import pytest

from bot.delivery.courier import DiscordCourier
from bot.delivery.errors import (
    Banned,
    Closed,
    DeliveryError,
    Filtered,
    Forbidden,
    Gone,
    Unfit,
    Unknown,
    Vanished,
)
from bot.rendering.page import Page, Text
from tests.courier.house import CHANNEL
from tests.courier.loopback import Fault, Kind, Loopback
from tests.helpers.figures import Figure

PAGE: Final = Page((Text("the table"),))
HTML: Final = "<html>bad gateway</html>"
USER: Final = 100
LOST: Final = (  # F16: it may have been carried out or not; the library tries some of them again by itself
    *(Fault(ends=ends, executes=executes) for ends in ("drop", "reset") for executes in (False, True)),
    *(
        Fault(status, HTML, executes=executes)
        for status in (500, 502, 503, 504)
        for executes in (False, True)
    ),
)
LIMITS: Final = (  # F13 and F14, longer than the library waits for
    Fault.limit(),
    Fault.limit(**{"global": True}),
    Fault(429, Fault.limit().body, {"Via": "x", "X-RateLimit-Scope": "shared"}),
)
BANS: Final = (Fault(429, "<html>error 1015</html>"), Fault(429, {"message": "no"}))
CODES: Final[dict[type[DeliveryError], tuple[tuple[int, int], ...]]] = {
    Closed: ((403, 50007), (403, 50278), (403, 40003)),
    Forbidden: ((403, 50001), (403, 50013), (400, 160005), (403, 0), (403, 99999)),
    Gone: ((404, 10008), (400, 30046), (400, 50083), (404, 99999), (404, 10062)),
    Vanished: ((404, 10003), (404, 10004), (404, 10007), (404, 10013)),
    Filtered: ((400, 200000), (400, 240000)),
    Unfit: ((400, 50035), (400, 50006), (413, 40005), (400, 50109)),
    Unknown: (
        (400, 20016),
        (429, 20028),
        (400, 20029),
        (400, 40060),
        (400, 99999),
        (401, 0),
        (401, 50027),
        (503, 130000),
    ),
}


class Answer(NamedTuple):
    """What comes back, and what the bot makes of it."""

    fault: Fault
    error: type[DeliveryError]


ANSWERS: Final = (
    *(Answer(fault, Unknown) for fault in (*LOST, *LIMITS)),
    *(Answer(fault, Banned) for fault in BANS),
    *(Answer(Fault.code(*code), error) for error, codes in CODES.items() for code in codes),
)


def asked(courier: DiscordCourier, kind: Kind, message_id: int) -> Awaitable[object]:
    """One request of a kind."""
    requests: dict[Kind, Callable[[], Awaitable[object]]] = {
        "post": lambda: courier.post(CHANNEL, PAGE, nonce="n"),
        "edit": lambda: courier.edit(CHANNEL, message_id, PAGE),
        "delete": lambda: courier.delete(CHANNEL, message_id),
        "find": lambda: courier.find(CHANNEL, ["n"]),
        "dm": lambda: courier.dm_channel(USER),
        "user": lambda: courier.names(1, (USER,)),
    }
    return requests[kind]()


def meaning(kind: Kind, error: type[DeliveryError]) -> type[DeliveryError] | None:
    """What an error means to a request: nothing can be posted where messages are missing, and who is not found
    has no name."""
    if kind == "post" and error is Gone:
        return Vanished
    return None if kind == "user" and not issubclass(error, Unknown) else error


@pytest.mark.parametrize("kind", get_args(Kind))
async def test_every_answer_to_every_request_is_understood_and_the_next_one_works(
    courier: DiscordCourier, server: Loopback, kind: Kind, figure: Figure
) -> None:
    courier._client.http.max_ratelimit_timeout = 30
    for answer in ANSWERS:
        message_id = await courier.post(CHANNEL, PAGE, nonce=f"{len(server.requests)}")
        before = server.counted()[kind]
        server.always(kind, answer.fault)

        expected = meaning(kind, answer.error)
        if expected is None:
            assert await asked(courier, kind, message_id) == {}
        else:
            with pytest.raises(DeliveryError) as raised:
                await asked(courier, kind, message_id)
            assert raised.type is expected, answer

        assert server.counted()[kind] > before, answer
        server.fault = lambda _kind, _channel: None
    figure("P17", answers_of_the_network=len(ANSWERS), misunderstood=0)
