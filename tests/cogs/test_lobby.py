"""Opening a table, joining, options, starting, ending."""

from tests.helpers.guild import SimGuild, labels, text_of


async def test_a_game_goes_from_the_lobby_to_the_deal(guild: SimGuild) -> None:
    ann, ben, cyd, dan = guild.players

    opened = await ann.slash("game new", game="crap", options="threshold=300")
    assert opened.is_private
    await ben.press(guild.table, "Join")
    await cyd.slash("game join")
    await dan.press(guild.table, "Join")

    assert all(f"<@{player.id}>" in guild.table_text for player in guild.players)
    assert "threshold=300" in guild.table_text
    await ann.press(guild.table, "Start")

    session = await guild.session()
    assert session.record.status == "playing"
    assert "Turn 1 of 600" in guild.table_text
    assert all("Your hand" in text_of(player.dm) for player in guild.players)


async def test_the_start_button_waits_for_enough_players(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("game new", game="crap")
    await ben.press(guild.table, "Join")

    assert "Start" not in labels(guild.table)
    reply = await ann.slash("game start")

    assert "at least 3 players" in reply.text


async def test_a_second_table_in_a_channel_is_refused_with_the_way_out(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("game new", game="crap")

    reply = await ben.slash("game new", game="crap")

    assert reply.is_private
    assert "thread" in reply.text


async def test_without_a_game_the_games_are_explained(guild: SimGuild) -> None:
    ann, *_ = guild.players

    reply = await ann.slash("game new")

    assert "C.R.A.P." in reply.text
    assert "3 to 6 players" in reply.text


async def test_wrong_options_are_told_and_nothing_is_opened(guild: SimGuild) -> None:
    ann, *_ = guild.players

    unknown = await ann.slash("game new", game="crap", options="speed=9")
    too_high = await ann.slash("game new", game="crap", options="threshold=99999")

    assert "no option 'speed'" in unknown.text
    assert "threshold" in too_high.text
    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_options_are_completed_name_first_then_value(guild: SimGuild) -> None:
    ann, *_ = guild.players

    names = await ann.complete("game new", "options", "thr", game="crap")
    values = await ann.complete("game new", "options", "jokers=on threshold=3", game="crap")

    assert names[:2] == ["threshold=300", "threshold=1000"]
    assert "jokers=on threshold=300" in values


async def test_the_options_button_opens_a_form_for_the_host(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("game new", game="crap")

    shown = await ann.press(guild.table, "Options")
    await ann.submit(shown, options="threshold=300\njokers=on")
    looked = await ben.press(guild.table, "Options")

    assert "threshold=300, jokers=on" in guild.table_text
    assert looked.is_private
    assert "jokers=on" in looked.text


async def test_another_player_may_start_when_the_host_stays_away(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("game new", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")

    early = await ben.slash("game start")
    await guild.pass_time(121)
    await ben.slash("game start")

    assert "The host" in early.text
    assert (await guild.session()).record.status == "playing"


async def test_the_next_player_becomes_host_when_the_host_leaves(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("game new", game="crap")
    await ben.press(guild.table, "Join")

    await ann.press(guild.table, "Leave")

    assert (await guild.session()).record.host_id == ben.id


async def test_the_last_player_to_leave_closes_the_table(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await ann.slash("game new", game="crap")

    await ann.slash("game leave")

    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_the_host_ends_a_game_after_a_confirmation(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("game new", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    asked = await ann.slash("game end")
    assert await guild.bot.sessions.at(guild.channel.id) is not None
    await ann.press(asked.message, "End the game")

    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert "The game was ended" in guild.table_text


async def test_players_end_a_game_by_vote(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("game new", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    await ben.slash("game end")
    again = await ben.slash("game end")
    assert await guild.bot.sessions.at(guild.channel.id) is not None
    await cyd.slash("game end")

    assert "already" in again.text
    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_a_server_with_many_tables_lists_the_latest_and_counts_the_others(guild: SimGuild) -> None:
    sessions, host = guild.bot.sessions, guild.players[0].id
    sessions.shows = None  # there are no such channels
    for channel in range(33):
        await sessions.open("crap", {}, guild_id=guild.handle.id, channel_id=channel + 1, host_id=host)

    reply = await guild.players[1].slash("game list")

    assert "table 33 in" in reply.text
    assert reply.text.endswith("… and 3 older ones.")
