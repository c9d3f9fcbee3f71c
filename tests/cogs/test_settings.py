"""What users and servers may want otherwise."""

import discord

from tests.helpers.guild import Player, SimGuild, text_of
from tests.helpers.tables import started


async def test_a_user_turns_settings_over_by_buttons(guild: SimGuild) -> None:
    ann = guild.players[0]

    page = await ann.slash("settings me")
    assert page.is_private
    assert "by DM" in page.text
    changed = await ann.press(page.message, "Your hand comes only by")

    assert "**only by *My hand***" in changed.text
    assert (await guild.bot.sessions.choices.of_user(ann.id)).hand == "button"


async def test_settings_survive_a_restart(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.slash("settings me")
    await ann.press(page.message, "The pictured deck has four colours")

    await guild.restart()

    assert "**four colours**" in (await ann.slash("settings me")).text


async def test_who_wants_no_dms_gets_none_and_is_called_in_the_channel(guild: SimGuild) -> None:
    for player in guild.players:
        page = await player.slash("settings me")
        await player.press(page.message, "Your hand comes only by")
    session = await started(guild)

    assert all(player.dms == [] for player in guild.players)
    turn = session.game.deciders(session.state)[0]
    assert f"<@{guild.players[turn].id}>, it is for you to act" in text_of(guild.messages[-1])


async def test_only_those_who_manage_the_server_change_it(guild: SimGuild) -> None:
    reply = await guild.players[0].slash("settings server", games="crap")

    assert "Manage Server" in reply.text


async def test_a_server_allows_some_games_only(guild: SimGuild) -> None:
    ann = guild.players[0]
    await guild.bot.sessions.choices.set_server(guild.handle.id, games=["skrap"])

    refused = await ann.slash("game new", game="crap")
    await ann.slash("game new", game="skrap")

    assert "plays Skrap only" in refused.text
    assert (await guild.session()).game.id == "skrap"


async def test_a_server_allows_tables_in_some_channels_only(guild: SimGuild) -> None:
    elsewhere = guild.handle.create_text_channel("games")
    await guild.bot.sessions.choices.set_server(guild.handle.id, channels=[elsewhere.id])

    refused = await guild.players[0].slash("game new", game="crap")

    assert f"<#{elsewhere.id}>" in refused.text


async def test_a_servers_default_options_and_clocks_apply_to_new_tables(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(
        guild.handle.id, options={"crap": "threshold=300"}, turn_seconds=3600, response_seconds=1800
    )

    await guild.players[0].slash("game new", game="crap", options="jokers=on")

    record = (await guild.session()).record
    assert record.options["threshold"] == 300
    assert record.options["jokers"] is True
    assert (record.turn_seconds, record.response_seconds) == (3600, 1800)


async def test_a_server_may_give_each_table_its_own_thread(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)

    reply = await guild.players[0].slash("game new", game="crap")

    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert "is open in <#" in reply.text


async def test_a_moderator_sets_what_a_server_wants_and_takes_it_back(guild: SimGuild) -> None:
    role = guild.handle.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = guild.env.create_user("mod", global_name="Mod")
    mod = Player(guild, guild.handle.add_member(user, roles=[role]))

    changed = await mod.slash(
        "settings server", games="crap,skrap", game="crap", options="threshold=300", turn_seconds=3600
    )
    wrong = await mod.slash("settings server", games="whist")
    unnamed = await mod.slash("settings server", options="threshold=300")
    back = await mod.slash("settings server", games="all", game="crap", options="usual", turn_seconds=0)

    assert "Games: C.R.A.P. and Skrap" in changed.text
    assert "`threshold=300`" in changed.text
    assert "3600 for a turn" in changed.text
    assert "no game 'whist'" in wrong.text
    assert "name the game" in unnamed.text
    assert "Games: all" in back.text
    assert "as usual" in back.text
