"""The library's rate limits hold up nothing but the requests that they limit."""

import asyncio

import discord
import pytest

from bot.delivery.transport import SCAN_SECONDS, DiscordTransport, patch_limits
from bot.rendering.page import text_page
from tests.discord_http.answers import ANSWERS
from tests.discord_http.stand_in import StandIn

PAGE = text_page("A page.")


async def cancelled_twice(post: "asyncio.Task[int]", after: int) -> None:
    """Cancel a request after this many turns of the event loop, and again in each turn until it has ended."""
    for _ in range(after):
        await asyncio.sleep(0)
    while not post.done():
        post.cancel()
        await asyncio.sleep(0)


@pytest.mark.parametrize("after", range(16))
async def test_cancelled_request_holds_nothing_up(transport: DiscordTransport, after: int) -> None:
    first = asyncio.ensure_future(transport.post(10, PAGE, nonce="first", purpose="table"))
    await cancelled_twice(first, after)

    async with asyncio.timeout(10):  # the library's own wait is longer
        assert await transport.post(10, PAGE, nonce="second", purpose="table")


async def test_waiter_of_cancelled_request_goes_on(transport: DiscordTransport) -> None:
    first = asyncio.ensure_future(transport.post(10, PAGE, nonce="first", purpose="table"))
    await asyncio.sleep(0)
    second = asyncio.ensure_future(transport.post(10, PAGE, nonce="second", purpose="table"))
    await cancelled_twice(first, 4)

    async with asyncio.timeout(10):
        assert await second


async def test_unused_limits_are_sought_once_a_minute() -> None:
    time, scans = [0.0], [0]
    async with discord.Client(intents=discord.Intents.none()) as client:
        scan = client.http._try_clear_expired_ratelimits

        def counted() -> None:
            scans[0] += 1
            scan()

        client.http._try_clear_expired_ratelimits = counted  # type: ignore[method-assign]
        patch_limits(client.http, lambda: time[0])

        for channel in range(3):
            client.http.get_ratelimit(f"{channel}")
        assert scans == [1]

        time[0] += SCAN_SECONDS
        client.http.get_ratelimit("3")
        assert scans == [2]
        assert client.http.get_ratelimit("3") is client.http.get_ratelimit("3")


async def test_limit_shared_by_others_stays_with_its_channel(
    server: StandIn, transport: DiscordTransport, waits: list[float]
) -> None:
    server.always("post", ANSWERS["limit shared with others"].with_body(retry_after=600), channel_id=10)
    limited = asyncio.ensure_future(transport.post(10, PAGE, nonce="first", purpose="table"))
    await server.until(lambda: bool(server.posts(10)))

    others = [transport.post(channel, PAGE, nonce=f"{channel}", purpose="table") for channel in (11, 12)]
    async with asyncio.timeout(10):
        assert all(await asyncio.gather(*others))
        assert await transport.dm_channel(7, purpose="hand")

    limited.cancel()
    await asyncio.wait((limited,))
