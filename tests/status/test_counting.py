"""The metrics for Prometheus have few names, no secrets and the right numbers."""

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.process.counting import MAX_OPEN, Counting, route

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA"  # A made-up token.


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/v10/channels/123/messages/456", "/channels/id/messages/id"),
        (f"/api/v10/interactions/77/{TOKEN}/callback", "/interactions/id/token/callback"),
        (f"/api/v10/webhooks/12/{TOKEN}/messages/@original", "/webhooks/id/token/messages/@original"),
        ("/api/v10/users/@me/channels", "/users/@me/channels"),
        ("/channels/1/messages", "/channels/id/messages"),
    ],
)
def test_a_route_has_neither_numbers_nor_tokens(path: str, told: str) -> None:
    assert route(path) == told


def test_answer_is_timed_from_its_interactions_arrival() -> None:
    now = 10.0
    counting = Counting(lambda: now)
    counting.note_arrival(77, "component")

    now = 10.25
    counting.count_request("POST", f"/api/v10/interactions/77/{TOKEN}/callback", 204)
    counting.count_request("POST", f"/api/v10/interactions/77/{TOKEN}/callback", 400)

    found = {
        (sample.name, sample.labels.get("kind"), sample.labels.get("status")): sample.value
        for metric in counting.registry.collect()
        for sample in metric.samples
    }
    assert found["cardcrate_answer_seconds_sum", "component", None] == 0.25
    assert found["cardcrate_answer_seconds_count", "component", None] == 1
    assert found["cardcrate_requests_total", None, "204"] == 1
    assert found["cardcrate_requests_total", None, "400"] == 1


def test_unanswered_interaction_is_forgotten() -> None:
    counting = Counting()

    for number in range(2 * MAX_OPEN):
        counting.note_arrival(number, "command")

    assert len(counting._open) == MAX_OPEN


async def test_answer_counts_as_leaving_before_confirmation() -> None:
    counting, tracing, told, known = Counting(), aiohttp.TraceConfig(), list[int](), list[int]()
    counting.listen(tracing, told.append)

    async def confirm(_request: web.Request) -> web.Response:
        known.extend(told)
        return web.Response(status=204)

    app = web.Application()
    app.router.add_post("/{any:.*}", confirm)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[tracing]) as session:
        await session.post(server.make_url("/api/v10/channels/5/messages"))
        await session.post(server.make_url(f"/api/v10/interactions/77/{TOKEN}/callback"))

    assert known == [77]
