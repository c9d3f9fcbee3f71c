"""Tables whose game isn't installed wait, and everyone who opens them reads which game is missing."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.games import GAMES
from tests.cogs.test_rights import member_with
from tests.helpers.guild import SimGuild, labels
from tests.helpers.tables import started

AWAY_SECONDS = 1200.0


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with patch.dict(GAMES):
        yield


async def without(guild: SimGuild, game: str) -> None:
    """Restart the bot without this game."""
    del GAMES[game]
    await guild.restart()
    await guild.settle()


def assert_named(guild: SimGuild) -> None:
    """Check that every error was about a missing game."""
    assert all("isn't installed" in str(error) for error in guild.env.errors)


async def test_press_at_missing_game_names_it(guild: SimGuild) -> None:
    await started(guild, "craits")
    table = guild.table
    await without(guild, "craits")

    with capture_logs() as logs:
        replies = [
            await guild.players[0].press(table, "My hand"),
            await guild.players[0].slash("hand"),
            await guild.players[0].slash_in_dm("hand"),
        ]

    assert all("`craits`, isn't installed here" in reply.text for reply in replies)
    assert_named(guild)
    assert not [one for one in logs if "damage" in one["event"] or one["log_level"] == "error"]


async def test_list_of_tables_names_missing_game(guild: SimGuild) -> None:
    await started(guild, "craits")
    await without(guild, "craits")

    listed = await guild.players[0].all_tables()

    assert "craits" in listed.text
    assert "its game isn't installed here" in listed.text


async def test_clock_stops_while_game_is_missing(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    before, game = session.record.deadline, GAMES["craits"]
    assert before is not None
    await without(guild, "craits")
    await guild.pass_time(AWAY_SECONDS)
    GAMES["craits"] = game

    await guild.restart()
    await guild.settle()

    again = await guild.bot.sessions.get(session.record.id)
    assert again is not None
    assert again.record.status == "playing"
    assert again.record.revision == session.record.revision
    assert again.record.deadline == pytest.approx(before + AWAY_SECONDS, abs=30)


async def test_host_ends_table_of_missing_game(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    host, record = guild.players[0], session.record
    await without(guild, "craits")

    told = await host.open("end")
    asked = told.text
    done = await host.press(told.message, "End it")
    again = await host.act_at(record.id, "end")

    assert "Nobody wins if you end it." in asked
    assert done.text == "The game has ended."
    assert "isn't installed" in again.text
    assert not await guild.bot.sessions.has_live(record.channel_id)
    assert labels(again.message) == []
    assert_named(guild)


@pytest.mark.parametrize("right", ["manage_guild", "manage_channels"])
async def test_moderator_ends_table_of_missing_game(guild: SimGuild, right: str) -> None:
    session, game = await started(guild, "craits"), GAMES["craits"]
    moderator = member_with(guild, **{right: True})
    await without(guild, "craits")

    told = await moderator.open("end")
    done = await moderator.press(told.message, "End it")
    GAMES["craits"] = game
    await guild.restart()

    again = await guild.bot.sessions.get(session.record.id)
    assert done.text == "The game has ended."
    assert again is not None
    assert again.record.close_reason == "moderator"
    assert_named(guild)


async def test_player_does_not_end_table_of_missing_game(guild: SimGuild) -> None:
    session = await started(guild, "craits")
    host, other = guild.players[:2]
    await without(guild, "craits")

    told = await other.slash("hand")
    refused = await other.act_at(session.record.id, "end")

    assert labels(told.message) == []
    assert f"<@{host.id}>, the host" in refused.text
    assert await guild.bot.sessions.has_live(session.record.channel_id)
    assert_named(guild)


async def test_ended_table_shows_it_when_game_is_back(guild: SimGuild) -> None:
    session, game = await started(guild, "craits"), GAMES["craits"]
    await without(guild, "craits")
    told = await guild.players[0].open("end")
    await guild.players[0].press(told.message, "End it")
    GAMES["craits"] = game

    await guild.restart()
    await guild.settle()

    again = await guild.bot.sessions.get(session.record.id)
    assert again is not None
    assert again.record.status == "cancelled"
    assert "ended the game" in guild.table_text
    assert_named(guild)
