"""Who decides for others: a right counts where it was given, and nowhere else."""

import discord
import pytest

from tests.helpers.club import Club, Player
from tests.helpers.tables import started

CHANNELS = discord.PermissionOverwrite(manage_channels=True)


def manager_of_a_room(club: Club, name: str = "room") -> Player:
    """Somebody who may manage one channel; the card channel is that one afterwards."""
    zoe = club.join("zoe")
    club.channel = club.guild.create_text_channel(name, overwrites={zoe.actor: CHANNELS})
    return zoe


def member_with(club: Club, **permissions: bool) -> Player:
    """A new member with a role that gives these permissions everywhere."""
    role = club.guild.create_role("mods", permissions=discord.Permissions(**permissions))
    return Player(club, club.guild.add_member(club.env.create_user("mia"), roles=[role]))


async def test_the_manager_of_one_channel_does_not_change_the_servers_settings(club: Club) -> None:
    zoe = manager_of_a_room(club)

    reply = await zoe.slash("settings server", games="crap")

    assert "Manage Server" in reply.text
    assert (await club.bot.sessions.choices.of_server(club.guild.id)).games == ()


async def test_who_manages_channels_everywhere_does_not_change_the_servers_settings_either(
    club: Club,
) -> None:
    mia = member_with(club, manage_channels=True)

    reply = await mia.slash("settings server", games="crap")

    assert "Manage Server" in reply.text


async def test_the_manager_of_one_channel_does_not_drag_a_foreign_table_there(club: Club) -> None:
    session, home = await started(club), club.channel.id
    zoe = manager_of_a_room(club)

    reply = await zoe.slash("game move", table=session.record.id)

    assert "no seat" in reply.text
    assert session.record.channel_id == home


async def test_who_manages_the_tables_own_channel_may_carry_it_to_another(club: Club) -> None:
    zoe = manager_of_a_room(club)
    session = await started(club)
    club.channel = club.guild.create_text_channel("elsewhere")

    await zoe.slash("game move", table=session.record.id)

    assert session.record.channel_id == club.channel.id


async def test_who_manages_the_tables_own_channel_ends_the_game_there(club: Club) -> None:
    zoe = manager_of_a_room(club)
    session = await started(club)

    await zoe.slash("game end")

    assert session.record.status == "cancelled"


@pytest.mark.parametrize("right", ["manage_channels", "manage_guild"])
async def test_who_has_the_right_in_the_whole_server_ends_any_game(club: Club, right: str) -> None:
    mia = member_with(club, **{right: True})
    session = await started(club)

    await mia.slash("game end")

    assert session.record.status == "cancelled"


async def test_deleting_messages_is_no_right_over_games(club: Club) -> None:
    mia = member_with(club, manage_messages=True)
    session = await started(club)

    reply = await mia.slash("game end")

    assert "no seat" in reply.text
    assert session.record.status == "playing"


@pytest.mark.parametrize(("right", "ends"), [("manage_threads", True), ("manage_messages", False)])
async def test_in_a_thread_who_manages_threads_ends_the_game(club: Club, right: str, ends: bool) -> None:
    mia = member_with(club, **{right: True})
    await club.bot.sessions.choices.set_server(club.guild.id, threads=True)
    await club.players[0].slash("game new", game="crap")
    club.channel = club.channel.threads[0]

    await mia.slash("game end")

    assert (await club.bot.sessions.at(club.channel.id) is None) == ends


async def test_when_the_tables_channel_is_gone_a_right_in_the_whole_server_counts(club: Club) -> None:
    session = await started(club)
    club.env.backend.delete_channel(club.channel.id)
    await club.settle()
    zoe, mia = manager_of_a_room(club), member_with(club, manage_channels=True)

    refused = await zoe.slash("game move", table=session.record.id)
    moved = await mia.slash("game move", table=session.record.id)

    assert "no seat" in refused.text
    assert "goes on here" in moved.text
