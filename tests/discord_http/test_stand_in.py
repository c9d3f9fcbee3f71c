"""The stand-in behaves like Discord: it refuses, counts and waits, and reports broken rules."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from tests.discord_http.answers import ANSWERS
from tests.discord_http.ids import dm_of
from tests.discord_http.interactions import Interaction
from tests.discord_http.payloads import COMPONENTS_V2, TEXT, Json
from tests.discord_http.rates import DISCORDS, Rate, Rates
from tests.discord_http.requests import Request
from tests.discord_http.stand_in import RuleBroken, StandIn, serving

CHANNEL = 10
PAGE: Json = {"flags": COMPONENTS_V2, "components": [{"type": TEXT, "content": "the table"}]}


def posted(nonce: str, text: str = "the table") -> Json:
    page = {**PAGE, "components": [{"type": TEXT, "content": text}]}
    return {**page, "nonce": nonce, "enforce_nonce": True}


class FakeBot:
    """A bot that sends the requests a test wants."""

    def __init__(self, session: aiohttp.ClientSession, server: StandIn) -> None:
        self.session, self.server = session, server

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Return the status and the JSON of the answer."""
        async with self.session.request(method, f"{self.server.address}{path}", json=body) as answer:
            return answer.status, await answer.json() if answer.status != 204 else None

    async def post(self, nonce: str, text: str = "the table") -> tuple[int, Any]:
        return await self.ask("POST", f"/channels/{CHANNEL}/messages", posted(nonce, text))


@pytest_asyncio.fixture
async def bot() -> AsyncIterator[FakeBot]:
    server = StandIn()
    async with serving(server), aiohttp.ClientSession() as session:
        yield FakeBot(session, server)


async def test_nonce_posts_once_even_after_deletion(bot: FakeBot) -> None:
    (_, first), (_, again), (_, other) = await bot.post("n"), await bot.post("n"), await bot.post("m")
    assert first["id"] == again["id"] != other["id"]
    assert len(bot.server.messages[CHANNEL]) == 2

    await bot.ask("DELETE", f"/channels/{CHANNEL}/messages/{first['id']}")
    assert (await bot.post("n"))[1]["id"] == first["id"]
    assert len(bot.server.messages[CHANNEL]) == 1


async def test_an_interaction_is_answered_once(bot: FakeBot) -> None:
    made = bot.server.interactions[7] = Interaction(7, 100, CHANNEL)
    callback = f"/interactions/{made.number}/token/callback"
    body = {"type": 4, "data": PAGE}

    assert (await bot.ask("POST", callback, body))[0] == 200
    assert await made.acknowledged >= made.ready_at >= made.sent_at
    assert made.text == "the table"
    status, said = await bot.ask("POST", callback, body)
    assert (status, said["code"]) == (400, 40060)
    status, said = await bot.ask("POST", "/interactions/5/token/callback", body)
    assert (status, said["code"]) == (404, 10062)


@pytest.mark.parametrize("kind", [5, 6])
async def test_announced_answer_is_acknowledged_and_edited(bot: FakeBot, kind: int) -> None:
    _, table = await bot.post("n")
    made = bot.server.interactions[7] = Interaction(7, 100, CHANNEL, table)

    _, said = await bot.ask("POST", "/interactions/7/token-7/callback", {"type": kind})
    assert "resource" not in said
    assert (made.ready_at > 0, made.is_awaited, made.text) == (True, True, "")

    _, shown = await bot.ask("PATCH", "/webhooks/1/token-7/messages/@original", PAGE)
    assert (shown["id"] == table["id"]) == (kind == 6)
    assert made.shown_at >= made.ready_at
    assert not made.is_awaited
    assert made.text == "the table"
    status, said = await bot.ask("PATCH", "/webhooks/1/token-8/messages/@original", PAGE)
    assert (status, said["code"]) == (404, 10062)


async def test_closed_gate_holds_messages_up_and_nothing_else(bot: FakeBot) -> None:
    bot.server.gate.clear()
    posting = asyncio.ensure_future(bot.post("n"))
    await bot.server.until(lambda: bot.server.in_flight == 1)
    assert (await bot.ask("GET", "/users/5"))[0] == 200
    assert bot.server.counted() == {"user": 1}

    bot.server.gate.set()
    assert (await posting)[0] == 200


@pytest.mark.parametrize("end", ["connection dropped", "connection reset"])
@pytest.mark.parametrize("executes", [False, True], ids=["before", "after"])
async def test_connection_ends_before_or_after_request(bot: FakeBot, end: str, executes: bool) -> None:
    answer = ANSWERS[f"{end}, executed" if executes else end]
    bot.server.always("post", answer)

    with pytest.raises(aiohttp.ClientError):
        await bot.post("n")

    assert bot.server.shown(CHANNEL) == ["the table"] * executes


async def refused(method: str, path: str, body: Json | None) -> None:
    """Start a server, send it a request that it refuses, and stop it."""
    server = StandIn()
    async with serving(server), aiohttp.ClientSession() as session:
        status, _ = await FakeBot(session, server).ask(method, path, body)
        assert status in (400, 404)


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("POST", f"/channels/{CHANNEL}/messages", PAGE, "post: nonce"),
        ("PATCH", f"/channels/{CHANNEL}/messages/5", {}, "edit: components: nothing is shown"),
        ("GET", "/guilds/1/bans", None, "no such route here: GET guilds 3"),
    ],
)
async def test_broken_rule_is_refused_and_raised_later(
    method: str, path: str, body: Json | None, said: str
) -> None:
    with pytest.raises(RuleBroken, match=said):
        await refused(method, path, body)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def taken(rates: Rates, asked: Request, times: int) -> list[bool]:
    """Return which of this many requests at once are taken."""
    return [rates.take(asked).refusal is None for _ in range(times)]


def test_requests_per_second_are_limited_except_answers() -> None:
    clock = Clock()
    rates = Rates(limit=2, clock=clock)

    assert taken(rates, Request("user", number=5), 3) == [True, True, False]
    assert taken(rates, Request("answer", number=5), 3) == [True, True, True]
    assert taken(rates, Request("late edit", number=5), 3) == [True, True, True]
    clock.time += 1
    assert taken(rates, Request("find", CHANNEL), 3) == [True, True, False]


@pytest.mark.parametrize(("kind", "rate"), DISCORDS.items())
def test_bucket_is_per_kind_and_channel_and_refills(kind: Any, rate: Rate) -> None:
    clock = Clock()
    rates = Rates(buckets=DISCORDS, clock=clock)
    here, there = Request(kind, CHANNEL), Request(kind, dm_of(5))

    assert taken(rates, here, rate.requests + 1) == [True] * rate.requests + [False]
    assert taken(rates, there, 1) == [True]
    assert rates.take(here).headers["X-RateLimit-Remaining"] == "0"
    clock.time += rate.seconds
    assert taken(rates, here, 1) == [True]
