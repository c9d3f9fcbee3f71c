"""Fixtures shared by all tests."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.app import Cardcrate
from bot.config import Location
from bot.logs import set_up_logs
from bot.rendering.art import fonts
from bot.storage.store import Store
from bot.timings import Timings
from tests.helpers.figures import Figure, Figures
from tests.helpers.guild import CALM, QUICK, RARE, SimGuild, close, open_bot, settings_for
from tests.helpers.patience import have_patience
from tests.helpers.seen import see_dms
from tests.helpers.slow import is_left_out, slow_ones, waits
from tests.helpers.starts import start_quickly
from tests.helpers.stores import opened

pytest_plugins = (
    "tests.sabotage.planting",
    "tests.helpers.chromium",
    "tests.helpers.time_limit",
    "tests.helpers.servers",
)


@pytest.fixture(autouse=True, scope="session")
def _plain_logs() -> None:
    """Log as the program does."""
    set_up_logs(settings_for(Path("unused.sqlite3")))


@pytest.fixture(autouse=True, scope="session")
def _shipped_fonts_alone() -> Iterator[None]:
    """Draw the same names on every machine, whatever fonts it has."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fonts, "FONT_FOLDERS", ())
        yield


@pytest.fixture(autouse=True, scope="session")
def _patient_simcord() -> None:
    """Keep SimCord's own time limits from ending a test."""
    have_patience()


@pytest.fixture(autouse=True, scope="session")
def _quick_starts() -> None:
    """Let the bots of all tests share what they read from disk."""
    start_quickly()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--walks N`, which tries N times as much, and `--figures FILE`, which keeps the findings."""
    parser.addoption("--walks", type=int, default=1, metavar="N", help="try N times as much at random")
    parser.addoption(
        "--figures", type=Path, metavar="FILE", help="add what was found for promises, as JSON lines"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the files that `make quick` leaves out as a whole."""
    is_quick = config.getoption("markexpr") == "not slow"
    return True if is_quick and collection_path.is_file() and is_left_out(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that `make quick` leaves out as slow, and skip those for nights.

    Tests that wait for their own processes run first, so that others can compute meanwhile until the end.
    """
    items.sort(key=waits, reverse=True)
    for item in items:
        if item.get_closest_marker("night") and config.getoption("--walks") == 1:
            item.add_marker(pytest.mark.skip(reason="takes long: run by night, with --walks 2 or more"))
    for item in slow_ones(items):
        item.add_marker("slow")


@pytest.fixture
def times(request: pytest.FixtureRequest) -> int:
    """Return how many times as much as usual must be tried."""
    return int(request.config.getoption("--walks"))


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Return a keeper of what the test finds for a promise. It keeps nothing if a fault is planted."""
    is_spoilt = request.node.get_closest_marker("sabotage") is not None
    return Figures(None if is_spoilt else request.config.getoption("--figures"), request.node.nodeid)


@pytest.fixture
def timings(request: pytest.FixtureRequest) -> Timings:
    """Return how long the bot waits. Marks make computers move at once or heartbeats rare."""
    if request.node.get_closest_marker("rare_heartbeats"):
        return RARE
    return QUICK if request.node.get_closest_marker("quick_computers") else CALM


@pytest_asyncio.fixture
async def store(database: Location) -> AsyncIterator[Store]:
    """Yield an open store on a new database."""
    async with opened(database) as store:
        yield store


@pytest_asyncio.fixture
async def simcord_bot(
    database: Location, timings: Timings, request: pytest.FixtureRequest
) -> AsyncIterator[Cardcrate]:
    """Yield the real bot on its own database, and close it once SimCord has let go of it.

    It renders pictures with `@pytest.mark.pictures`.
    """
    has_pictures = request.node.get_closest_marker("pictures") is not None
    bot = await open_bot(settings_for(database, pictures=has_pictures), timings)
    yield bot
    await close(bot)


@pytest_asyncio.fixture
async def guild(
    simcord_env: simcord.Env, simcord_bot: Cardcrate, request: pytest.FixtureRequest
) -> AsyncIterator[SimGuild]:
    """Yield a server with a card channel and four players, or n with `@pytest.mark.players(n)`.

    The bot is sure that they see their DMs, unless the test is marked with `@pytest.mark.unseen`.
    """
    marker = request.node.get_closest_marker("players")
    place = SimGuild(simcord_env, simcord_bot, simcord_bot.settings, marker.args[0] if marker else 4)
    if request.node.get_closest_marker("unseen") is None:
        await see_dms(simcord_bot.sessions.choices, *(player.id for player in place.players))
    yield place
    if place.bot is not simcord_bot:
        await close(place.bot)
