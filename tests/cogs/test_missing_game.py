"""Tables whose game isn't installed wait, and everyone who opens them reads which game is missing."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.games import GAMES
from tests.helpers.guild import SimGuild
from tests.helpers.tables import started

AWAY_SECONDS = 1200.0


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with patch.dict(GAMES):
        yield


async def without(guild: SimGuild, game: str) -> None:
    """Start the bot again without a game."""
    del GAMES[game]
    await guild.restart()
    await guild.settle()


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
    assert all("isn't installed" in str(error) for error in guild.env.errors)
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
