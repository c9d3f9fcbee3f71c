"""Each thing that Discord or the network can answer becomes the error that says what to do about it."""

import pytest
from structlog.testing import capture_logs

from bot.delivery.courier import MANY_REFUSALS, REFUSALS_SECONDS, DiscordCourier, Refusals
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
from bot.rendering.page import Line, Page, Picture, Text
from tests.courier.house import CHANNEL, Clock
from tests.courier.loopback import Fault, Kind, Loopback
from tests.sabotage.planting import sabotaged
from tests.sabotage.sessions import take_every_fault_for_a_passing_one

PAGE = Page((Text("the table"),))
CLOUDFLARE = Fault(429, "<html>error 1015</html>")
FALTERING = (500, 502, 504)
"""The library tries these again by itself, five times in all."""


async def do(courier: DiscordCourier, kind: Kind) -> None:
    """One request of a kind."""
    match kind:
        case "post":
            await courier.post(CHANNEL, PAGE, nonce="n")
        case "edit":
            await courier.edit(CHANNEL, 5, PAGE)
        case "delete":
            await courier.delete(CHANNEL, 5)
        case _:
            await courier.dm_channel(100)


ANSWERS: list[tuple[Kind, Fault, type[DeliveryError]]] = [
    ("post", Fault(ends="drop"), Unknown),
    ("post", Fault(ends="reset"), Unknown),
    ("post", Fault(ends="drop", executes=True), Unknown),
    ("post", Fault(ends="reset", executes=True), Unknown),
    ("edit", Fault(ends="drop"), Unknown),
    ("delete", Fault(ends="reset"), Unknown),
    ("dm", Fault(ends="reset"), Unknown),
    *[("post", Fault(status, "<html>bad gateway</html>"), Unknown) for status in (*FALTERING, 503)],
    ("edit", Fault(503, "<html>bad gateway</html>"), Unknown),
    ("post", Fault.limit(), Unknown),
    ("post", Fault.limit(**{"global": True}), Unknown),
    ("post", CLOUDFLARE, Banned),
    ("edit", CLOUDFLARE, Banned),
    ("post", Fault.code(401, 0), Unknown),
    ("post", Fault.code(403, 50007), Closed),
    ("edit", Fault.code(403, 50007), Closed),
    ("post", Fault.code(403, 50278), Closed),
    ("dm", Fault.code(403, 40003), Closed),
    ("dm", Fault.code(403, 50007), Closed),
    ("dm", Fault.code(403, 0), Forbidden),
    ("post", Fault.code(403, 50001), Forbidden),
    ("edit", Fault.code(403, 50001), Forbidden),
    ("post", Fault.code(403, 50013), Forbidden),
    ("delete", Fault.code(403, 50013), Forbidden),
    ("post", Fault.code(403, 160005), Forbidden),
    ("post", Fault.code(400, 160005), Forbidden),
    ("post", Fault.code(403, 1), Forbidden),
    ("edit", Fault.code(404, 10008), Gone),
    ("delete", Fault.code(404, 10008), Gone),
    ("edit", Fault.code(404, 1), Gone),
    ("post", Fault.code(404, 10008), Vanished),
    ("post", Fault.code(404, 10003), Vanished),
    ("edit", Fault.code(404, 10003), Vanished),
    ("post", Fault.code(404, 10004), Vanished),
    ("dm", Fault.code(404, 10013), Vanished),
    ("edit", Fault.code(400, 30046), Gone),
    ("edit", Fault.code(400, 50083), Gone),
    ("post", Fault.code(400, 50083), Vanished),
    ("post", Fault.code(400, 50035), Unfit),
    ("edit", Fault.code(400, 50035), Unfit),
    ("post", Fault.code(400, 50006), Unfit),
    ("post", Fault.code(413, 40005), Unfit),
    ("post", Fault.code(400, 40060), Unknown),
    ("post", Fault.code(400, 20016), Unknown),
    ("edit", Fault.code(429, 20028), Unknown),
    ("post", Fault.code(400, 20029), Unknown),
    ("post", Fault.code(400, 200000), Filtered),
    ("edit", Fault.code(400, 240000), Filtered),
    ("post", Fault.code(400, 99999), Unknown),
]


def name(row: tuple[Kind, Fault, type[DeliveryError]]) -> str:
    kind, fault, error = row
    code = fault.body.get("code", "limit") if isinstance(fault.body, dict) else "html"
    executed = "-executed" if fault.executes else ""
    said = f"{fault.ends}{executed}" if fault.ends else f"{fault.status}-{code}"
    return f"{kind}-{said}-{error.__name__}"


@pytest.mark.parametrize(("kind", "fault", "error"), ANSWERS, ids=map(name, ANSWERS))
@sabotaged("P17", take_every_fault_for_a_passing_one, case="10008-Gone")
async def test_an_answer_becomes_the_error_that_says_what_to_do(
    courier: DiscordCourier, server: Loopback, kind: Kind, fault: Fault, error: type[DeliveryError]
) -> None:
    server.always(kind, fault)

    with pytest.raises(DeliveryError) as raised:
        await do(courier, kind)

    assert raised.type is error
    assert server.counted()[kind] >= 1


async def test_a_missing_permission_is_named(courier: DiscordCourier, server: Loopback) -> None:
    server.always("post", Fault.code(403, 50001))

    with pytest.raises(Forbidden) as raised:
        await do(courier, "post")

    assert raised.value.missing == "View Channel"


@pytest.mark.parametrize("status", FALTERING)
async def test_a_server_that_falters_is_asked_again_and_shows_the_page_once(
    courier: DiscordCourier, server: Loopback, waits: list[float], status: int
) -> None:
    server.once("post", *[Fault(status, "", executes=True)] * 4)

    await do(courier, "post")

    assert server.counted()["post"] == 5
    assert server.shown(CHANNEL) == ["the table"]
    assert [seconds for seconds in waits if seconds] == [1, 3, 5, 7]


@pytest.mark.parametrize("limit", [Fault.limit(), Fault.limit(**{"global": True})], ids=["route", "global"])
async def test_a_rate_limit_is_waited_for(
    courier: DiscordCourier, server: Loopback, waits: list[float], limit: Fault
) -> None:
    server.once("post", limit)

    await do(courier, "post")

    assert [seconds for seconds in waits if seconds] == [0.25]
    assert server.shown(CHANNEL) == ["the table"]


async def test_a_wait_longer_than_the_library_may_take_is_left_to_us(
    courier: DiscordCourier, server: Loopback
) -> None:
    courier._client.http.max_ratelimit_timeout = 30
    server.always("post", Fault.limit(retry_after=31))

    with pytest.raises(Unknown, match="rate limited for 31 s"):
        await do(courier, "post")


async def test_a_lost_answer_and_a_second_try_with_the_same_nonce_make_one_message(
    courier: DiscordCourier, server: Loopback
) -> None:
    server.once("post", Fault(ends="reset", executes=True))
    with pytest.raises(Unknown):
        await do(courier, "post")

    first = await courier.post(CHANNEL, PAGE, nonce="n")
    other = await courier.post(CHANNEL, PAGE, nonce="m")

    assert list(server.messages[CHANNEL]) == [first, other]


async def test_a_picture_is_whole_when_it_is_sent_again(courier: DiscordCourier, server: Loopback) -> None:
    server.once("post", Fault(502))
    page = Page((Text("the table"), Picture("table.png", b"not really a picture", "a table")))

    await courier.post(CHANNEL, page, nonce="n")

    assert [post.body["files"] for post in server.posts(CHANNEL)] == [
        {"files[0]": b"not really a picture"},
        {"files[0]": b"not really a picture"},
    ]


async def test_a_page_of_too_many_parts_is_unfit_before_it_is_sent(
    courier: DiscordCourier, server: Loopback
) -> None:
    with pytest.raises(Unfit):
        await courier.post(CHANNEL, Page((Line(),) * 50), nonce="n")

    assert server.requests == []


async def test_a_refused_page_is_reported_by_its_fields_without_what_stood_in_them(
    courier: DiscordCourier, server: Loopback
) -> None:
    errors = {"components": {"0": {"_errors": [{"code": "X", "message": "the queen of hearts is bad"}]}}}
    server.always("post", Fault.code(400, 50035, errors=errors))

    with pytest.raises(Unfit) as raised:
        await do(courier, "post")

    assert str(raised.value) == "code 50035; In components.0"


async def test_an_answer_that_is_not_in_the_list_is_logged_with_its_route_and_without_the_page(
    courier: DiscordCourier, server: Loopback
) -> None:
    server.always("post", Fault.code(400, 99999))

    with capture_logs() as lines, pytest.raises(Unknown):
        await do(courier, "post")

    assert lines == [
        {
            "event": "unlisted_answer",
            "log_level": "error",
            "status": 400,
            "code": 99999,
            "route": f"POST /channels/{CHANNEL}/messages",
        }
    ]


async def test_every_refusal_is_counted_also_those_that_the_library_deals_with(
    courier: DiscordCourier, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[int, str | None]] = []
    monkeypatch.setattr(Refusals, "note", lambda _self, status, scope: noted.append((status, scope)))
    shared = Fault(429, Fault.limit().body, {"Via": "x", "X-RateLimit-Scope": "shared"})
    server.once("post", Fault.limit(), shared)

    await do(courier, "post")

    assert noted == [(429, None), (429, "shared"), (200, None)]


@pytest.mark.parametrize("status", [401, 403, 429])
def test_many_refusals_within_ten_minutes_raise_one_alarm(status: int) -> None:
    clock = Clock()
    refusals = Refusals(clock)
    with capture_logs() as lines:
        for _ in range(MANY_REFUSALS - 1):
            refusals.note(status)
        assert lines == []
        clock.time += REFUSALS_SECONDS
        refusals.note(status)
        refusals.note(status)

    assert [line["event"] for line in lines] == ["many_refusals"]


def test_refusals_that_do_not_count_or_are_spread_out_raise_no_alarm() -> None:
    clock = Clock()
    refusals = Refusals(clock)
    with capture_logs() as lines:
        for _ in range(2 * MANY_REFUSALS):
            refusals.note(429, "shared")
            refusals.note(404)
            refusals.note(200)
        for _ in range(2 * MANY_REFUSALS):
            clock.time += 1.01 * REFUSALS_SECONDS / MANY_REFUSALS
            refusals.note(403)

    assert lines == []
