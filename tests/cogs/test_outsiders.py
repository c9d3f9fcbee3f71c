"""Presses and commands at a running game by people who don't play in it."""

import pytest

from tests.helpers.guild import Player, Reply, SimGuild, labels
from tests.helpers.tables import started

SEEN = "Ann, Ben and Cyd play here. You can watch. I can mention you when the next table opens."


async def tries(guild: SimGuild, player: Player, how: str) -> Reply:
    if how.startswith("/"):
        return await player.slash(how[1:])
    return await player.press(guild.table, how)


@pytest.mark.players(3)
@pytest.mark.parametrize("how", ["My hand", "/hand", "/recycle"])
async def test_outsider_learns_players_and_options(guild: SimGuild, how: str) -> None:
    await started(guild)

    reply = await tries(guild, guild.join("dan"), how)

    assert (reply.is_private, reply.text) == (True, SEEN)
    assert labels(reply.message) == ["Mention me", "Open a table", "As text"]


@pytest.mark.players(3)
async def test_outsider_reads_table_as_text_and_no_hand(guild: SimGuild) -> None:
    await started(guild)
    dan = guild.join("dan")
    reply = await dan.press(guild.table, "My hand")

    text = await dan.press(reply.message, "As text")

    assert "**C.R.A.P.** · table 1" in text.text
    assert "Your hand" not in text.text


@pytest.mark.players(3)
async def test_outsider_opens_table_of_their_own_in_thread(guild: SimGuild) -> None:
    await started(guild)
    dan = guild.join("dan")
    reply = await dan.press(guild.table, "My hand")

    games = await dan.press(reply.message, "Open a table")
    assert games.text.startswith("### Which game?")
    busy = await dan.press(games.message, "Open")
    await dan.press(busy.message, "Open a thread for yours")

    [own] = await guild.bot.sessions.of(dan.id)
    assert own.record.channel_id != guild.channel.id
