"""A public beacon takes part in the deal if the host wants it, but the deal never waits for it in vain."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.fair.deal import Beacon
from bot.fair.verifying import verify_proof
from bot.process.beacon import PublicBeacon, Schedule
from tests.fair.test_tables import ended, files_of
from tests.helpers.guild import SimGuild, walk

VALUE = "ab" * 32


@pytest_asyncio.fixture
async def beacon() -> AsyncIterator[TestServer]:
    """Run a beacon that answers what its path asks for."""

    async def answer(request: web.Request) -> web.Response:
        known: dict[str, dict[str, Any]] = {
            "/good": {"round": 7, "randomness": VALUE.upper(), "signature": "00"},
            "/newer": {"round": 8, "signature": VALUE},
            "/words": {"round": 7, "randomness": "not a number at all"},
            "/none": {"randomness": VALUE},
            "/chain/info": {"period": 30, "genesis_time": 1000, "hash": "ab"},
            "/chain/public/5": {"round": 5, "signature": VALUE},
            "/chain/public/6": {"round": 5, "signature": VALUE},
        }
        return web.json_response(
            known.get(request.path, {}), status=500 if request.path == "/broken" else 200
        )

    application = web.Application()
    application.router.add_get("/{path:.+}", answer)
    async with TestServer(application) as server:
        assert isinstance(server, TestServer)
        yield server


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("good", Beacon(7, VALUE)),
        ("newer", Beacon(8, VALUE)),
        ("words", None),
        ("none", None),
        ("broken", None),
    ],
)
async def test_beacon_answer_must_have_its_form(beacon: TestServer, path: str, said: Beacon | None) -> None:
    assert await PublicBeacon(str(beacon.make_url(path)), patience=600).ask() == said


@pytest.mark.parametrize(
    ("at", "said"), [(1091.0, Beacon(5, VALUE)), (1120.0, Beacon(5, VALUE)), (1121.0, None), (1200.0, None)]
)
async def test_beacon_gives_first_round_since_a_time(
    beacon: TestServer, at: float, said: Beacon | None
) -> None:
    address = str(beacon.make_url("chain/public/latest"))

    assert await PublicBeacon(address, patience=600).first_since(at) == said


async def test_beacon_without_a_beat_has_no_first_round(beacon: TestServer) -> None:
    address = str(beacon.make_url("other/public/latest"))

    assert await PublicBeacon(address, patience=600).first_since(1091.0) is None
    assert Schedule(1000, 30).first_since(0.0) == 1


async def test_missing_address_means_no_beacon() -> None:
    assert not PublicBeacon(None).is_configured
    assert await PublicBeacon(None).ask() is None


class Said(PublicBeacon):
    """A beacon with a fixed answer."""

    def __init__(self, said: Beacon | None) -> None:
        super().__init__("http://beacon.invalid")
        self.said = said

    async def ask(self) -> Beacon | None:
        return self.said


@pytest.mark.parametrize(
    ("said", "line", "told"),
    [
        (Beacon(7, VALUE), f"beacon 7 {VALUE}", "Round 7 of the public beacon is in the deal."),
        (None, "beacon unreachable", "couldn't be reached. The deal goes on without it."),
    ],
)
async def test_host_adds_a_beacon_to_the_deal(
    guild: SimGuild, said: Beacon | None, line: str, told: str
) -> None:
    guild.bot.beacon = Said(said)
    ann, ben, *others = guild.players
    await ann.slash("cards", game="crap")
    more = await ann.press(guild.table, "More")
    options = await ann.press(more.message, "Options")
    await ann.choose(options.message, "Deal: without a beacon", "With a public beacon")
    assert "the public beacon joins the deal" in guild.table_text
    for player in (ben, *others):
        await player.press(guild.table, "Join")

    await ann.press(guild.table, "Start")

    assert told in guild.table_text
    await ended(guild)
    reply = await ben.press(guild.table, "Verify")
    assert line in verify_proof((await files_of(reply))["cardcrate-table-1.json"]).transcript.splitlines()


async def test_missing_beacon_is_not_offered(guild: SimGuild) -> None:
    await guild.players[0].slash("cards", game="crap")
    more = await guild.players[0].press(guild.table, "More")

    options = await guild.players[0].press(more.message, "Options")

    assert "beacon" not in str(walk(options.message))
