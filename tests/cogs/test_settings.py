"""What users and servers may want otherwise."""

import discord

from tests.helpers.club import Club, Player, text_of
from tests.helpers.tables import started


async def test_a_user_turns_settings_over_by_buttons(club: Club) -> None:
    ann = club.players[0]

    page = await ann.slash("settings me")
    assert page.is_private
    assert "by DM" in page.text
    changed = await ann.press(page.message, "Your hand comes only by")

    assert "**only by *My hand***" in changed.text
    assert (await club.bot.sessions.choices.of_user(ann.id)).hand == "button"


async def test_settings_survive_a_restart(club: Club) -> None:
    ann = club.players[0]
    page = await ann.slash("settings me")
    await ann.press(page.message, "The pictured deck has four colours")

    await club.restart()

    assert "**four colours**" in (await ann.slash("settings me")).text


async def test_who_wants_no_dms_gets_none_and_is_called_in_the_channel(club: Club) -> None:
    for player in club.players:
        page = await player.slash("settings me")
        await player.press(page.message, "Your hand comes only by")
    session = await started(club)

    assert all(player.dms == [] for player in club.players)
    turn = session.game.deciders(session.state)[0]
    assert f"<@{club.players[turn].id}>, it is for you to act" in text_of(club.messages[-1])


async def test_only_those_who_manage_the_server_change_it(club: Club) -> None:
    reply = await club.players[0].slash("settings server", games="crap")

    assert "Manage Server" in reply.text


async def test_a_server_allows_some_games_only(club: Club) -> None:
    ann = club.players[0]
    await club.bot.sessions.choices.set_server(club.guild.id, games=["skrap"])

    refused = await ann.slash("game new", game="crap")
    await ann.slash("game new", game="skrap")

    assert "plays Skrap only" in refused.text
    assert (await club.session()).game.id == "skrap"


async def test_a_server_allows_tables_in_some_channels_only(club: Club) -> None:
    elsewhere = club.guild.create_text_channel("games")
    await club.bot.sessions.choices.set_server(club.guild.id, channels=[elsewhere.id])

    refused = await club.players[0].slash("game new", game="crap")

    assert f"<#{elsewhere.id}>" in refused.text


async def test_a_servers_default_options_and_clocks_apply_to_new_tables(club: Club) -> None:
    await club.bot.sessions.choices.set_server(
        club.guild.id, options={"crap": "threshold=300"}, turn_seconds=3600, response_seconds=1800
    )

    await club.players[0].slash("game new", game="crap", options="jokers=on")

    record = (await club.session()).record
    assert record.options["threshold"] == 300
    assert record.options["jokers"] is True
    assert (record.turn_seconds, record.response_seconds) == (3600, 1800)


async def test_a_server_may_give_each_table_its_own_thread(club: Club) -> None:
    await club.bot.sessions.choices.set_server(club.guild.id, threads=True)

    reply = await club.players[0].slash("game new", game="crap")

    assert await club.bot.sessions.at(club.channel.id) is None
    assert "Your table is in <#" in reply.text


async def test_a_moderator_sets_what_a_server_wants_and_takes_it_back(club: Club) -> None:
    role = club.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = club.env.create_user("mod", global_name="Mod")
    mod = Player(club, club.guild.add_member(user, roles=[role]))

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
