"""A process that sleeps on the way to the socket sends nothing when it wakes after its lease."""

from collections.abc import AsyncIterator
from itertools import count
from unittest.mock import patch

import discord
import pytest
import pytest_asyncio

from bot.cluster.leases import LEASE_SECONDS
from bot.cluster.member import Member
from bot.delivery.errors import Unknown
from bot.delivery.transport import DiscordTransport, LastCheck
from bot.rendering.page import text_page
from bot.storage.groups import Lease
from tests.discord_http.stand_in import StandIn
from tests.helpers.alone import ALONE
from tests.sabotage.planting import Planted, sabotaged

CHANNEL = 10
LEASE = Lease(number=0, first_shard=0, shards=1, total=1, holder="one", fencing_token=1, mark=0)
PAGE = text_page("A page.")


class Sleeper:
    """The clock of a process, which sleeps until its lease is over after some looks at this clock."""

    def __init__(self) -> None:
        self.looks_until_sleep = 1_000_000

    def __call__(self) -> float:
        self.looks_until_sleep -= 1
        return 0.0 if self.looks_until_sleep >= 0 else LEASE_SECONDS


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


@pytest_asyncio.fixture
async def holder(server: StandIn, waits: list[float], sleeper: Sleeper) -> AsyncIterator[DiscordTransport]:
    """Yield the transport of a process with a lease."""
    member = Member(ALONE.store, "one", elapsed=sleeper)
    member.held.keep(LEASE, 0.0)
    client = discord.Client(intents=discord.Intents.none())
    sender = DiscordTransport(client, cluster=member)
    await client.login("token")
    yield sender
    await client.close()


def look_only_before_the_way() -> Planted:
    real = LastCheck._look
    looks = count()

    def once(look: LastCheck) -> None:
        if next(looks) == 0:  # before the first post. All later looks are left out
            real(look)

    return patch.object(LastCheck, "_look", once)


@sabotaged("P29", look_only_before_the_way)
async def test_request_about_to_leave_stops_with_lease(
    holder: DiscordTransport, server: StandIn, sleeper: Sleeper
) -> None:
    await holder.post(CHANNEL, PAGE, nonce="first", purpose="table")
    sleeper.looks_until_sleep = 1

    with pytest.raises(Unknown, match="the lease of a shard group ends too soon"):
        await holder.post(CHANNEL, PAGE, nonce="second", purpose="table")

    assert [request.nonce for request in server.posts(CHANNEL)] == ["first"]


async def test_process_without_lease_only_asks_and_answers(
    holder: DiscordTransport, server: StandIn, sleeper: Sleeper
) -> None:
    sleeper.looks_until_sleep = 0

    name = await holder.name(0, 7)
    await holder.post(CHANNEL, PAGE, nonce="answer", purpose="answer")
    with pytest.raises(Unknown, match="the lease of a shard group ends too soon"):
        await holder.post(CHANNEL, PAGE, nonce="page", purpose="table")

    assert name is not None
    assert [request.nonce for request in server.posts(CHANNEL)] == ["answer"]


async def test_a_process_whose_lease_goes_on_sends_all(holder: DiscordTransport, server: StandIn) -> None:
    for nonce in ("first", "second"):
        await holder.post(CHANNEL, PAGE, nonce=nonce, purpose="table")

    assert [request.nonce for request in server.posts(CHANNEL)] == ["first", "second"]
