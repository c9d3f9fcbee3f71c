"""Every answer of Discord or the network becomes the error that says what to do about it."""

from collections.abc import Awaitable, Callable
from typing import Final, get_args

import pytest
from structlog.testing import capture_logs

from bot.delivery import errors as codes
from bot.delivery.errors import DeliveryError, Forbidden, MessageGone, Unfit, Unknown, Vanished
from bot.delivery.transport import MANY_REFUSALS, REFUSALS_SECONDS, DiscordTransport, RefusalCounter
from bot.rendering.page import (
    Action,
    Block,
    Button,
    Buttons,
    Choice,
    Line,
    Link,
    Page,
    Picture,
    Section,
    Select,
    Text,
)
from tests.discord_http.answers import ANSWERS, RETRIED, Answer
from tests.discord_http.requests import Kind
from tests.discord_http.stand_in import StandIn
from tests.helpers.figures import Figure
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import take_every_fault_for_a_passing_one
from tests.sessions.rig import CHANNEL
from tests.transport.rig import Clock

PAGE: Final = Page((Text("the table"),))
ACT: Final = Action("form a:b", 1, 7)
USER: Final = 100
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def asked(transport: DiscordTransport, kind: Kind, message_id: int) -> Awaitable[object]:
    """Make one request of a kind."""
    requests: dict[Kind, Callable[[], Awaitable[object]]] = {
        "post": lambda: transport.post(CHANNEL, PAGE, nonce="n", purpose="table"),
        "edit": lambda: transport.edit(CHANNEL, message_id, PAGE, purpose="table"),
        "delete": lambda: transport.delete(CHANNEL, message_id),
        "find": lambda: transport.find(CHANNEL, ["n"]),
        "dm": lambda: transport.dm_channel(USER, purpose="hand"),
        "user": lambda: transport.name(1, USER),
    }
    return requests[kind]()


def meaning(kind: Kind, answer: Answer) -> type[DeliveryError] | None:
    """Return the error that an answer means for this kind of request. None for a name that isn't found."""
    if (kind in ("post", "dm") and answer.error is MessageGone) or (
        kind == "dm" and issubclass(answer.error, Unfit)
    ):
        return Vanished
    return None if kind == "user" and not issubclass(answer.error, Unknown) else answer.error


@pytest.mark.parametrize(
    ("block", "revision"),
    [
        (Buttons((Button("Hand", ACT), Button("Quiet hours", Action("quiet")))), 7),
        (Section("Your turn.", Button("Hand", ACT)), 7),
        (Select("Jokers", ACT, (Choice("None", "off"), Choice("Four", "on"))), 7),
        (Link("Open the table", "https://discord.com"), 0),
    ],
)
async def test_found_post_has_revision_of_its_controls(
    transport: DiscordTransport, block: Block, revision: int
) -> None:
    await transport.post(CHANNEL, Page((Text("the table"), block)), nonce="n", purpose="mention")

    found = await transport.find(CHANNEL, ["n"])

    assert found is not None
    assert found.revision == revision


async def post(transport: DiscordTransport) -> int:
    return await transport.post(CHANNEL, PAGE, nonce="n", purpose="table")


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=list(ANSWERS))
@sabotaged("P17", take_every_fault_for_a_passing_one, case="message gone")
async def test_every_answer_is_understood(
    transport: DiscordTransport, server: StandIn, answer: Answer, figure: Figure
) -> None:
    transport._client.http.max_ratelimit_timeout = 30
    for kind in KINDS:
        message_id = await transport.post(CHANNEL, PAGE, nonce=f"{len(server.requests)}", purpose="table")
        before = server.counted()[kind]
        server.always(kind, answer)

        expected = meaning(kind, answer)
        if expected is None:
            assert await asked(transport, kind, message_id) is None
        else:
            with pytest.raises(DeliveryError) as raised:
                await asked(transport, kind, message_id)
            assert raised.type is expected, kind
            assert getattr(raised.value, "missing", "") == answer.permission

        assert server.counted()[kind] > before, kind
        server.clear_fault()
    figure("P17", answers_of_the_network=len(KINDS), misunderstood=0)


def test_every_code_the_transport_knows_is_sent() -> None:
    known = codes.MEANINGS.keys() | codes.FORBIDDEN.keys()

    assert known <= {answer.code for answer in ANSWERS.values()}


async def test_a_missing_permission_is_named(transport: DiscordTransport, server: StandIn) -> None:
    server.always("post", ANSWERS["may not see"])

    with pytest.raises(Forbidden) as raised:
        await post(transport)

    assert raised.value.missing == "View Channel"


@pytest.mark.parametrize("status", RETRIED)
async def test_faltering_server_shows_page_once(
    transport: DiscordTransport, server: StandIn, waits: list[float], status: int
) -> None:
    server.once("post", *[ANSWERS[f"server error {status}, executed"]] * 4)

    await post(transport)

    assert server.counted()["post"] == 5
    assert server.shown(CHANNEL) == ["the table"]
    assert [seconds for seconds in waits if seconds] == [1, 3, 5, 7]


@pytest.mark.parametrize("limit", ["limit of the route", "limit of all requests"])
async def test_a_rate_limit_is_waited_for(
    transport: DiscordTransport, server: StandIn, waits: list[float], limit: str
) -> None:
    server.once("post", ANSWERS[limit])

    await post(transport)

    assert [seconds for seconds in waits if seconds] == [0.25]
    assert server.shown(CHANNEL) == ["the table"]


async def test_long_wait_is_left_to_us(transport: DiscordTransport, server: StandIn) -> None:
    transport._client.http.max_ratelimit_timeout = 30
    server.always("post", ANSWERS["limit of the route"].with_body(retry_after=31))

    with pytest.raises(Unknown, match="rate limited for 31 s"):
        await post(transport)


async def test_second_try_with_nonce_makes_one_message(transport: DiscordTransport, server: StandIn) -> None:
    server.once("post", ANSWERS["connection reset, executed"])
    with pytest.raises(Unknown):
        await post(transport)

    first = await transport.post(CHANNEL, PAGE, nonce="n", purpose="table")
    other = await transport.post(CHANNEL, PAGE, nonce="m", purpose="table")

    assert list(server.messages[CHANNEL]) == [first, other]


async def test_picture_is_whole_when_it_is_sent_again(transport: DiscordTransport, server: StandIn) -> None:
    server.once("post", ANSWERS["server error 502"])
    page = Page((Text("the table"), Picture("table.png", b"not really a picture", "a table")))

    await transport.post(CHANNEL, page, nonce="n", purpose="table")

    assert [post.files for post in server.posts(CHANNEL)] == [
        {"table.png": b"not really a picture"},
        {"table.png": b"not really a picture"},
    ]


async def test_oversized_page_is_unfit_before_sending(transport: DiscordTransport, server: StandIn) -> None:
    with pytest.raises(Unfit):
        await transport.post(CHANNEL, Page((Line(),) * 50), nonce="n", purpose="table")

    assert server.requests == []


async def test_refused_page_is_reported_without_contents(
    transport: DiscordTransport, server: StandIn
) -> None:
    errors = {"components": {"0": {"_errors": [{"code": "X", "message": "the queen of hearts is bad"}]}}}
    server.always("post", ANSWERS["body malformed"].with_body(errors=errors))

    with pytest.raises(Unfit) as raised:
        await post(transport)

    assert str(raised.value) == "code 50035; In components.0"


async def test_unknown_answer_is_logged_with_its_route(transport: DiscordTransport, server: StandIn) -> None:
    server.always("post", ANSWERS["new code"])

    with capture_logs() as lines, pytest.raises(Unfit):
        await post(transport)

    assert lines == [
        {
            "event": "unlisted_answer",
            "log_level": "error",
            "status": 400,
            "code": 99999,
            "route": f"POST /channels/{CHANNEL}/messages",
        }
    ]


async def test_every_refusal_is_counted(
    transport: DiscordTransport, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[int, str | None]] = []
    monkeypatch.setattr(RefusalCounter, "note", lambda _self, status, scope: noted.append((status, scope)))
    server.once("post", ANSWERS["limit of the route"], ANSWERS["limit shared with others"])

    await post(transport)

    assert noted == [(429, None), (429, "shared"), (200, None)]


@pytest.mark.parametrize("status", [401, 403, 429])
def test_many_refusals_within_ten_minutes_raise_one_alarm(status: int) -> None:
    clock = Clock()
    refusals = RefusalCounter(clock)
    with capture_logs() as lines:
        for _ in range(MANY_REFUSALS - 1):
            refusals.note(status)
        assert lines == []
        clock.time += REFUSALS_SECONDS
        refusals.note(status)
        refusals.note(status)

    assert [line["event"] for line in lines] == ["many_refusals"]


def test_harmless_or_rare_refusals_raise_no_alarm() -> None:
    clock = Clock()
    refusals = RefusalCounter(clock)
    with capture_logs() as lines:
        for _ in range(2 * MANY_REFUSALS):
            refusals.note(429, "shared")
            refusals.note(404)
            refusals.note(200)
        for _ in range(2 * MANY_REFUSALS):
            clock.time += 1.01 * REFUSALS_SECONDS / MANY_REFUSALS
            refusals.note(403)

    assert lines == []
