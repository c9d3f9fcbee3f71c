"""Rights to decide for others: each counts where it was given, and nowhere else."""

import discord
import pytest

from tests.helpers.guild import Player, SimGuild
from tests.helpers.tables import started

CHANNELS = discord.PermissionOverwrite(manage_channels=True)


def manager_of_a_room(guild: SimGuild, name: str = "room") -> Player:
    """Add a member who may manage one new channel, and continue the test in that channel."""
    zoe = guild.join("zoe")
    guild.channel = guild.handle.create_text_channel(name, overwrites={zoe.actor: CHANNELS})
    return zoe


def member_with(guild: SimGuild, **permissions: bool) -> Player:
    """Add a member with a role that gives these permissions everywhere."""
    role = guild.handle.create_role("mods", permissions=discord.Permissions(**permissions))
    return Player(guild, guild.handle.add_member(guild.env.create_user("mia"), roles=[role]))


async def test_channel_manager_cannot_change_server_settings(guild: SimGuild) -> None:
    zoe = manager_of_a_room(guild)

    reply = await zoe.forge((await zoe.open("settings")).message, "s:0:0:server games", "crap")

    assert "Manage Server" in reply.text
    assert (await guild.bot.sessions.choices.of_server(guild.handle.id)).games == ()


async def test_managing_channels_does_not_allow_server_settings(guild: SimGuild) -> None:
    mia = member_with(guild, manage_channels=True)

    reply = await mia.forge((await mia.open("settings")).message, "s:0:0:server games", "crap")

    assert "Manage Server" in reply.text


async def test_channel_manager_cannot_pull_foreign_table_there(guild: SimGuild) -> None:
    session, home = await started(guild), guild.channel.id
    zoe = manager_of_a_room(guild)

    reply = await zoe.open("move", table=session.record.id)

    assert "don't have a seat" in reply.text
    assert session.record.channel_id == home


async def test_channel_manager_may_move_own_table_away(guild: SimGuild) -> None:
    zoe = manager_of_a_room(guild)
    session = await started(guild)
    guild.channel = guild.handle.create_text_channel("elsewhere")

    await zoe.open("move", table=session.record.id)

    assert session.record.channel_id == guild.channel.id


async def test_channel_manager_ends_game_there(guild: SimGuild) -> None:
    zoe = manager_of_a_room(guild)
    session = await started(guild)

    asked = await zoe.open("end")
    await zoe.press(asked.message, "End it")

    assert session.record.status == "cancelled"


@pytest.mark.parametrize("right", ["manage_channels", "manage_guild"])
async def test_server_manager_ends_any_game(guild: SimGuild, right: str) -> None:
    mia = member_with(guild, **{right: True})
    session = await started(guild)

    asked = await mia.open("end")
    await mia.press(asked.message, "End it")

    assert session.record.status == "cancelled"


async def test_deleting_messages_is_no_right_over_games(guild: SimGuild) -> None:
    mia = member_with(guild, manage_messages=True)
    session = await started(guild)

    reply = await mia.open("end")

    assert reply.text == "You don't have a table for that. `/my-tables` lists yours."
    assert session.record.status == "playing"


@pytest.mark.parametrize(("right", "ends"), [("manage_threads", True), ("manage_messages", False)])
async def test_in_thread_who_manages_threads_ends_game(guild: SimGuild, right: str, ends: bool) -> None:
    mia = member_with(guild, **{right: True})
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    await guild.players[0].slash("cards", game="crap")
    guild.channel = guild.channel.threads[0]

    asked = await mia.open("end")
    if ends:
        await mia.press(asked.message, "Close it")

    assert (await guild.bot.sessions.at(guild.channel.id) is None) == ends


async def test_right_in_server_counts_without_tables_channel(guild: SimGuild) -> None:
    session = await started(guild)
    guild.env.backend.delete_channel(guild.channel.id)
    await guild.settle()
    zoe, mia = manager_of_a_room(guild), member_with(guild, manage_channels=True)

    refused = await zoe.open("move", table=session.record.id)
    moved = await mia.open("move", table=session.record.id)

    assert "don't have a seat" in refused.text
    assert "continues here" in moved.text
