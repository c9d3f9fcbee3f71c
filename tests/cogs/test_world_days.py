"""Dailies from a public beacon: every installation that asks it deals the same cards."""

from collections.abc import Callable

import pytest

from bot.fair.daily import Source, key_of_beacon
from bot.fair.deal import Beacon
from bot.games import GAMES
from bot.players.daily import daily_of
from bot.sessions.dailies import ASK_AGAIN_SECONDS
from bot.storage import dailies
from tests.cogs.test_daily import DAY, finished, opened, table_of
from tests.fair.checkers import by_bot, by_script
from tests.fair.test_tables import files_of
from tests.helpers.guild import SimGuild

pytestmark = pytest.mark.rare_heartbeats
SAID = Beacon(7, "ab" * 32)
NOT_YET = "Today's cards aren't out yet. Try again in a minute."


class World:
    """A beacon with the same answer for every day, once it's published."""

    def __init__(self) -> None:
        self.said: Beacon | None = SAID
        self.asked: list[float] = []

    async def __call__(self, at: float) -> Beacon | None:
        self.asked.append(at)
        return self.said


@pytest.fixture
def join_world(guild: SimGuild) -> Callable[[], World]:
    """Return a function that makes the bot's days come from a beacon. A restart undoes it."""

    def join() -> World:
        world = World()
        guild.bot.sessions.dailies._world = world
        return world

    return join


async def test_world_daily_is_that_of_the_beacon(guild: SimGuild, join_world: Callable[[], World]) -> None:
    ann, world = guild.players[0], join_world()
    day = guild.bot.sessions.dailies.day

    await opened(guild, ann, "skrap")

    elsewhere = daily_of(GAMES["skrap"], day, Source(key_of_beacon(SAID), SAID))
    record = (await table_of(guild, ann, "skrap")).record
    assert record.chance_key == elsewhere.key
    assert world.asked == [guild.bot.sessions.dailies.next_at - DAY]


async def test_checkers_take_a_world_daily_and_its_line(
    guild: SimGuild, join_world: Callable[[], World]
) -> None:
    ann, _ = guild.players[0], join_world()
    await finished(guild, ann, "skrap")
    session = await table_of(guild, ann, "skrap")
    code = await guild.bot.sessions.dailies.code(session)

    assert (await ann.slash("daily", check=code)).text.startswith("It checks out:")
    await guild.pass_time(DAY)
    files = await files_of(await ann.slash("cardcrate", open="deal", table=session.record.id))

    [proof] = [raw.decode() for name, raw in files.items() if name.endswith(".json")]
    assert f"beacon 7 {SAID.value}" in proof
    assert (by_bot(proof), by_script(proof)) == ("", "")


async def test_cards_of_the_world_wait_for_the_beacon(
    guild: SimGuild, join_world: Callable[[], World]
) -> None:
    (ann, ben, *_), world = guild.players, join_world()
    world.said = None

    replies = [await player.slash("daily") for player in (ann, ben)]

    assert [reply.text for reply in replies] == [NOT_YET, NOT_YET]
    assert len(world.asked) == 1
    world.said = SAID
    await guild.pass_time(ASK_AGAIN_SECONDS)
    assert "### Daily" in (await ann.slash("daily")).text


async def test_beacon_is_asked_once_for_a_day(guild: SimGuild, join_world: Callable[[], World]) -> None:
    ann, _ = guild.players[0], join_world()
    await ann.slash("daily")
    day = guild.bot.sessions.dailies.day
    assert await guild.bot.store.read(dailies.world_day, day) == SAID
    await guild.restart()
    world = join_world()

    assert "### Daily" in (await ann.slash("daily")).text
    assert world.asked == []


async def test_pages_name_beacon_in_place_of_chain(guild: SimGuild, join_world: Callable[[], World]) -> None:
    ann, _ = guild.players[0], join_world()

    keys = (await ann.slash("daily", check="key")).text
    how = await ann.press((await ann.slash("daily")).message, "How it works")
    about = (await ann.slash("cardcrate", open="about")).text

    assert key_of_beacon(SAID).hex() in keys
    assert SAID.value in keys
    assert "The cards come from a public beacon." in how.text
    assert "The cards of dailies come from a public beacon." in about
    assert "chain" not in keys
    assert "nchor" not in about


async def test_result_keeps_par_when_days_source_changes(
    guild: SimGuild, join_world: Callable[[], World]
) -> None:
    ann = guild.players[0]
    before = await finished(guild, ann, "skrap")
    join_world()

    assert (await opened(guild, ann, "skrap")).text == before.text
