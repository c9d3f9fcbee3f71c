"""The bot deletes hands of ended games from DMs, and ends games that lone players have abandoned."""

import pytest

from tests.cogs.test_alone_in_channel import dealt
from tests.cogs.test_rematch import ended
from tests.helpers.behind import change_in
from tests.helpers.guild import SimGuild, text_of
from tests.helpers.tables import started

pytestmark = pytest.mark.quick_computers
DAY = 86400.0


async def test_next_deal_clears_older_hands_of_its_players(guild: SimGuild) -> None:
    await ended(guild)
    everyone, old = guild.players, {player.dm.id for player in guild.players}
    guild.players = guild.players[:2]

    await started(guild, "skrap")

    left = [{message.id for message in player.dms} & old for player in everyone]
    assert list(map(len, left)) == [0, 0, 1, 1]


async def test_old_hands_go_after_a_day(guild: SimGuild) -> None:
    await ended(guild)
    leftovers = guild.bot.sessions.leftovers

    await leftovers.clear_old()
    await guild.settle()
    assert all(player.dms for player in guild.players)
    await change_in(guild.bot.store, f"UPDATE sessions SET updated_at = updated_at - {2 * DAY}")
    await leftovers.clear_old()
    await guild.settle()

    assert not any(player.dms for player in guild.players)


async def test_next_lone_game_takes_over_the_line(guild: SimGuild) -> None:
    _, page = await dealt(guild)
    ann = guild.players[0]
    asked = await ann.open("end")
    await ann.press(asked.message, "End it")

    await ann.press(page.message, "Rematch")

    assert [text_of(one)[:15] for one in guild.messages] == ["Ann is playing "]


async def test_abandoned_lone_game_ends_after_a_month(guild: SimGuild) -> None:
    session, _ = await dealt(guild)

    await guild.bot.pauses.end_old()
    before = session.record.status
    await change_in(guild.bot.store, f"UPDATE sessions SET updated_at = updated_at - {31 * DAY}")
    await guild.bot.pauses.end_old()
    await guild.settle()

    assert (before, session.record.status) == ("playing", "cancelled")
    assert text_of(guild.messages[-1]).endswith("Nobody wins.")
