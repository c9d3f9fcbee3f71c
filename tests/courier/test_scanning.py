"""The library looks through its rate limits seldom enough that nobody waits for it."""

import discord

from bot.delivery.courier import SCAN_SECONDS, scan_seldom


class Limits:
    """The part of the library's client that keeps rate limits."""

    def __init__(self) -> None:
        self.scans = 0

    def _try_clear_expired_ratelimits(self) -> None:
        self.scans += 1


def test_rate_limits_are_looked_through_once_a_minute_at_most() -> None:
    time = [0.0]
    limits = Limits()
    scan_seldom(limits, lambda: time[0])

    for _ in range(3):
        limits._try_clear_expired_ratelimits()
    assert limits.scans == 1

    time[0] += SCAN_SECONDS
    limits._try_clear_expired_ratelimits()
    assert limits.scans == 2


async def test_the_library_still_has_what_is_to_be_called_seldom() -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        assert callable(client.http._try_clear_expired_ratelimits)
