"""The transport and the library keep to Discord's rate limits, so that it doesn't refuse any request."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from bot.cluster import throttle
from bot.delivery.breaker import CircuitBreaker, Dms
from bot.delivery.transport import DiscordTransport
from bot.rendering.page import Page, Text
from bot.storage.store import Store
from tests.discord_http.rates import DISCORDS, MAX_A_SECOND, OPENINGS, Rates
from tests.discord_http.stand_in import StandIn, serving
from tests.helpers.alone import ALONE
from tests.helpers.clocks import SetClock
from tests.sessions.rig import CHANNEL
from tests.transport.rig import Clock

ON_THE_WAY = 50
"""The rounds of the event loop in which a request can arrive before the clock moves on."""
PLAYERS = 60 * 4
"""The number of players at sixty new tables. The bot has never written to any of them."""
PAGE = Page((Text("the table"),))


class HurriedLoop:
    """The running loop, but with a clock of its own."""

    def __init__(self, clock: Clock) -> None:
        self.time = clock

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio.get_running_loop(), name)


class HurriedAsyncio:
    """The `asyncio` that a module sees. Its waits end at once, but they move this clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def get_running_loop(self) -> HurriedLoop:
        return HurriedLoop(self._clock)

    async def sleep(self, seconds: float) -> None:
        for _ in range(ON_THE_WAY):
            await asyncio.sleep(0)
        self._clock.time += seconds

    async def wait(self, futures: Collection[asyncio.Future[Any]], timeout: float) -> None:  # noqa: ASYNC109 # asyncio calls it so
        """Ignore the timeout: whoever emptied a bucket sleeps until it's full, then wakes the others."""
        await asyncio.wait(futures)


class Sending:
    """A transport on a Discord with rate limits, and the clock that their waits move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = Clock()
        self._patch = monkeypatch

    @asynccontextmanager
    async def to(self, rates: Rates, *, granted: float) -> AsyncIterator[tuple[StandIn, DiscordTransport]]:
        """Yield a Discord with these limits, and a transport that expects this many requests a second."""
        for module in (throttle, discord.http):
            self._patch.setattr(module, "asyncio", HurriedAsyncio(self.clock))
        server = StandIn(rates=rates)
        async with serving(server) as address, discord.Client(intents=discord.Intents.none()) as client:
            self._patch.setattr(discord.http.Route, "BASE", address)
            transport = DiscordTransport(client, clock=self.clock, granted=granted, cluster=ALONE)
            await client.login("token")
            yield server, transport


@pytest.fixture
def sending(monkeypatch: pytest.MonkeyPatch) -> Sending:
    return Sending(monkeypatch)


async def post(transport: DiscordTransport, channels: Sequence[int]) -> None:
    """Post a page into each of these channels, all at once."""
    await asyncio.gather(
        *(
            transport.post(where, PAGE, nonce=f"{number}", purpose="table")
            for number, where in enumerate(channels)
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize(("granted", "is_refused"), [(MAX_A_SECOND, False), (0, True)])
async def test_granted_rate_is_never_refused(sending: Sending, granted: int, is_refused: bool) -> None:
    rates = Rates(MAX_A_SECOND, clock=sending.clock)
    async with sending.to(rates, granted=granted) as (server, transport):
        await post(transport, range(100, 250))

    assert (server.refused > 0) is is_refused
    assert server.counted() == {"post": 150}


async def test_empty_bucket_is_waited_for_without_asking(sending: Sending) -> None:
    began = sending.clock.time
    async with sending.to(Rates(buckets=DISCORDS, clock=sending.clock), granted=0) as (server, transport):
        await post(transport, [CHANNEL] * 12)

    assert server.refused == 0
    assert len(server.shown(CHANNEL)) == 12
    assert sending.clock.time - began >= 2 * DISCORDS["post"].seconds


@pytest.mark.parametrize(("granted", "is_refused"), [(MAX_A_SECOND, False), (0, True)])
async def test_many_new_tables_open_dms_slowly(
    sending: Sending, store: Store, granted: int, is_refused: bool
) -> None:
    reached: list[int] = []

    async def reach(channel_id: int) -> None:
        reached.append(channel_id)

    rates = Rates(MAX_A_SECOND, clock=sending.clock, openings=OPENINGS)
    async with sending.to(rates, granted=granted) as (server, transport):
        dms = Dms(store, CircuitBreaker(transport, sending.clock), SetClock(sending.clock))
        users = range(1, PLAYERS + 1)
        await asyncio.gather(
            *(dms.deliver(user, reach, purpose="hand") for user in users), return_exceptions=True
        )

    assert (server.refused > 0) is is_refused
    assert (len(set(reached)) == PLAYERS) is not is_refused
