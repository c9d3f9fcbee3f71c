"""Players who may not see their DMs. The bot can't tell until they use something there."""

import pytest

from bot.sessions.preferences import UserPreferences
from tests.helpers.guild import Player, SimGuild, labels, text_of, walk
from tests.helpers.tables import dealt, on_turn

pytestmark = [pytest.mark.unseen, pytest.mark.players(3)]
SEEN = "I see my cards"
TOO = "This hand is also in our DM."


async def chosen(guild: SimGuild, player: Player) -> UserPreferences:
    """Return the stored preferences of a player."""
    return await guild.bot.sessions.choices.of_user(player.id)


async def test_a_press_in_the_dm_settles_it(guild: SimGuild) -> None:
    player = on_turn(guild, await dealt(guild, pace="slow-1"))
    assert (await chosen(guild, player)).dm == "unknown"
    assert SEEN in labels(player.dm)

    await player.press(player.dm, SEEN)

    assert (await chosen(guild, player)).dm == "seen"
    assert SEEN not in labels(player.dm)
    assert "No cards in your DMs?" not in guild.table_text


async def test_a_command_in_the_dm_settles_it(guild: SimGuild) -> None:
    await dealt(guild, pace="slow-1")
    player = guild.players[1]
    await player.slash_in_dm("my-tables")

    assert (await chosen(guild, player)).dm == "seen"
    assert SEEN not in labels(player.dm)


async def test_presses_in_the_channel_settle_nothing(guild: SimGuild) -> None:
    player = on_turn(guild, await dealt(guild, pace="slow-1"))
    page = await player.press(guild.table, "My hand")

    assert (await chosen(guild, player)).dm == "unknown"
    assert TOO in page.text
    assert SEEN not in labels(page.message)
    links = [one["url"] for one in walk(page.message) if one.get("url")]
    assert links == [f"https://discord.com/channels/@me/{player.dm.channel.id}/{player.dm.id}"]


async def test_whoever_sees_dms_reads_nothing_of_them(guild: SimGuild) -> None:
    await dealt(guild, pace="slow-1")
    player = guild.players[1]
    await player.press(player.dm, SEEN)
    page = await player.press(guild.table, "My hand")

    assert TOO not in page.text
    assert not [one for one in walk(page.message) if one.get("url")]


async def test_the_download_has_it(guild: SimGuild) -> None:
    await dealt(guild, pace="slow-1")
    player = guild.players[1]
    await player.press(player.dm, SEEN)

    exported = await guild.bot.store.export_of(player.id)
    assert b'"dm": "seen"' in exported


async def test_the_table_rings_those_that_the_deal_asks(guild: SimGuild) -> None:
    player = on_turn(guild, await dealt(guild, pace="slow-1"))

    assert [one.id for one in guild.table.mentions] == [player.id]
    assert "No cards in your DMs? Press **My hand**." in text_of(guild.table)


async def test_a_first_press_opens_its_page(guild: SimGuild) -> None:
    table = await dealt(guild, pace="slow-1")
    player = next(one for one in guild.players if one is not on_turn(guild, table))
    assert SEEN in labels(player.dm)

    page = await player.press(player.dm, "Decide ahead")
    await guild.settle()

    assert page.text.startswith("### Decide ahead")
    assert text_of(player.dm).startswith("### Decide ahead")
    assert SEEN not in labels(player.dm)
