"""Opening a table, joining, options, starting, ending."""

import discord
import pytest

from bot.sessions import lobby
from tests.helpers.guild import SimGuild, control, labels, text_of
from tests.helpers.tables import started


async def test_game_goes_from_lobby_to_deal(guild: SimGuild) -> None:
    ann, ben, cyd, dan = guild.players

    opened = await ann.slash("cards", game="crap", rules="jokers=on")
    assert opened.message is None  # the lobby itself says that it's open
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")
    await dan.press(guild.table, "Join")

    assert "**4 of 6 seats taken**\n1. Ann · host\n2. Ben\n3. Cyd\n4. Dan" in guild.table_text
    assert "-# Changed: four jokers" in guild.table_text
    await ann.press(guild.table, "Start")

    session = await guild.session()
    assert session.record.status == "playing"
    assert "Turn 1 of at most 600." in guild.table_text
    assert all("Your hand" in text_of(player.dm) for player in guild.players)


async def test_the_start_button_waits_for_enough_players(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")

    assert "Start" not in " ".join(labels(guild.table))
    assert control(guild.table, "Start (1 more needed)")
    record = (await guild.session()).record
    reply = await ann.forge(guild.table, f"b:{record.id}:{record.revision}:start")

    assert reply.text == "1 more needed."


async def test_second_table_in_channel_gets_own_thread(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="crap")

    reply = await ben.slash("cards", game="skrap")
    assert (reply.is_private, reply.text) == (True, "There's already a table here.")
    opened = await ben.press(reply.message, "Open a thread for yours")

    [second] = await guild.bot.sessions.of(ben.id)
    assert (second.game.id, second.record.channel_id != guild.channel.id) == ("skrap", True)
    assert opened.text == f"Your table is in <#{second.record.channel_id}>."


async def test_missing_permission_for_thread_is_named(guild: SimGuild) -> None:
    denied = discord.PermissionOverwrite(create_public_threads=False)
    guild.channel = guild.handle.create_text_channel("tight", overwrites={guild.handle.default_role: denied})
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="crap")
    busy = await ben.slash("cards", game="skrap")

    reply = await ben.press(busy.message, "Open a thread for yours")

    assert "Create Public Threads" in reply.text
    assert await guild.bot.sessions.of(ben.id) == []


@pytest.mark.parametrize(
    ("typed", "way"),
    [("hints=off", "press *More*, then *Options*"), ("pace=slow", "Give it to `/cards` on its own")],
)
async def test_setting_typed_as_rule_names_its_place(guild: SimGuild, typed: str, way: str) -> None:
    reply = await guild.players[0].slash("cards", game="crap", rules=typed)

    assert way in reply.text


async def test_wrong_options_are_told_and_nothing_is_opened(guild: SimGuild) -> None:
    ann, *_ = guild.players

    unknown = await ann.slash("cards", game="crap", rules="speed=9")
    too_high = await ann.slash("cards", game="crap", rules="threshold=9999999")

    assert unknown.text == (
        "### That doesn't fit\n- **speed:** no such option. There are threshold, jokers, "
        "force-recycle, turn-limit, idle-limit, turn-timeout and response-timeout.\n-# "
        "Nothing has changed."
    )
    assert "- **Points to win:** 1 to 1,000,000, not 9,999,999." in too_high.text
    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_options_are_completed_name_first_then_value(guild: SimGuild) -> None:
    ann, *_ = guild.players

    names = await ann.complete("cards", "rules", "thr", game="crap")
    values = await ann.complete("cards", "rules", "jokers=on threshold=3", game="crap")

    assert names[:2] == ["threshold=300", "threshold=1000"]
    assert "jokers=on threshold=300" in values


async def three_in_a_lobby(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")


async def test_another_player_may_start_when_host_stays_away(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await three_in_a_lobby(guild)

    early = await ben.press(guild.table, "Start")
    await guild.pass_time(301)
    await ben.press(guild.table, "Start")

    assert f"Only <@{ann.id}> can start the game now. You can <t:" in early.text
    assert (await guild.session()).record.status == "playing"


async def test_seated_player_takes_over_from_absent_host(guild: SimGuild) -> None:
    ann, ben, _cyd, dan = guild.players
    await three_in_a_lobby(guild)
    assert "Take over as host" not in labels(guild.table)

    await guild.pass_time(301)
    assert "1. Ann · host, away for 5 minutes\n2. Ben\n3. Cyd" in guild.table_text
    stranger = await dan.press(guild.table, "Take over as host")
    await ben.press(guild.table, "Take over as host")

    assert stranger.text == "You don't have a seat at this table."
    assert "1. Ann\n2. Ben · host\n3. Cyd\n-# Ann was away, so Ben is the host now." in guild.table_text
    assert "Take over as host" not in labels(guild.table)
    back = await ann.press(guild.table, "Start")
    assert back.text == f"<@{ben.id}> is the host now. Your seat is still yours."
    await ben.press(guild.table, "Start")
    assert (await guild.session()).record.status == "playing"


async def test_a_host_is_not_away_who_presses_anything(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await three_in_a_lobby(guild)
    await guild.pass_time(290)
    await ann.press(guild.table, "Rules")
    await guild.pass_time(290)
    assert "away" not in guild.table_text

    await guild.pass_time(20)
    taking_over = control(guild.table, "Take over as host")
    assert "host, away for 5 minutes" in guild.table_text
    await ann.press(guild.table, "More")

    assert "away" not in guild.table_text
    late = await ben.forge(guild.table, taking_over)
    assert late.text == f"<@{ann.id}> is back and is the host again."


async def test_player_who_took_over_can_be_absent(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await three_in_a_lobby(guild)
    await guild.pass_time(301)
    await ben.press(guild.table, "Take over as host")

    await guild.pass_time(301)
    await ann.press(guild.table, "Take over as host")

    assert "1. Ann · host\n2. Ben\n" in guild.table_text
    assert "-# Ben was away, so Ann is the host now." in guild.table_text


async def test_absent_host_and_silent_hour_outlive_restart(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await ann.slash("cards", game="crap")
    await guild.pass_time(301)
    await guild.restart()
    assert "host, away for 5 minutes" in guild.table_text

    await guild.pass_time(3600)

    assert guild.messages == []
    assert text_of(ann.dm) == "C.R.A.P., table 1, is closed. No cards were dealt. `/cards` opens another."


OVER_AN_HOUR = 4000


async def test_untouched_lobby_closes_automatically(guild: SimGuild) -> None:
    ann, ben = guild.players[:2]
    await ann.slash("cards", game="craits")

    await guild.pass_time(OVER_AN_HOUR)

    assert guild.messages == []
    await ben.slash("cards", game="skrap")
    assert (await guild.session()).record.host_id == ben.id


async def test_lobby_in_its_own_thread_closes_too(guild: SimGuild) -> None:
    ann = guild.players[0]
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    await ann.slash("cards", game="craits")
    [thread] = guild.channel.threads

    await guild.pass_time(OVER_AN_HOUR)

    assert await guild.bot.sessions.at(thread.id) is None


async def test_lobby_in_a_dm_closes_too(guild: SimGuild) -> None:
    ann = guild.players[0]
    await ann.slash_in_dm("cards", game="craits")

    await guild.pass_time(OVER_AN_HOUR)

    assert await guild.bot.sessions.of(ann.id) == []


async def test_next_player_becomes_host_when_host_leaves(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")

    more = await ann.press(guild.table, "More")
    await ann.press(more.message, "Leave")

    assert (await guild.session()).record.host_id == ben.id


async def test_the_last_player_to_leave_closes_the_table(guild: SimGuild) -> None:
    ann, *_ = guild.players
    await ann.slash("cards", game="crap")

    await ann.open("leave")

    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_the_host_ends_a_game_after_a_confirmation(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    asked = await ann.open("end")
    assert await guild.bot.sessions.at(guild.channel.id) is not None
    await ann.press(asked.message, "End it")

    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert "Ann ended the game." in guild.table_text


async def test_guest_does_not_vote_before_the_deal(guild: SimGuild) -> None:
    ann, ben, cyd, dan = guild.players
    await ann.slash("cards", game="craits")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")

    refused = await ben.open("end")
    await ann.press(guild.table, "Start")
    stranger = await dan.act("leave")

    assert refused.text == f"Only <@{ann.id}>, the host, can do that."
    assert "vote" not in guild.table_text
    assert stranger.text == "You don't have a seat at this table."


async def test_old_close_button_asks_about_the_game(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="craits")
    await ben.press(guild.table, "Join")
    more = await ann.press(guild.table, "More")
    close = control(more.message, "Close the table")
    await ann.press(guild.table, "Start")

    asked = await ann.forge(guild.table, close)

    assert asked.text.startswith("### End this game for everyone?")


async def test_players_end_a_game_by_vote(guild: SimGuild) -> None:
    ann, ben, cyd, *_ = guild.players
    await ann.slash("cards", game="crap")
    await ben.press(guild.table, "Join")
    await cyd.press(guild.table, "Join")
    await ann.press(guild.table, "Start")

    asked = await ben.open("end")
    assert asked.text == (
        "### End this game for everyone?\nIt also ends for Ann and Cyd.\n2 of 3 must agree.\n"
        "Nobody wins if you end it."
    )
    assert (await guild.session()).record.end_votes == ()
    voted = await ben.press(asked.message, "End it")
    again = await ben.open("end")
    assert await guild.bot.sessions.at(guild.channel.id) is not None
    asked = await cyd.open("end")
    await cyd.press(asked.message, "End it")

    assert voted.text == "Your vote counts: one vote to end the game."
    assert again.text == "You've voted: 1 of 2 votes needed."
    assert await guild.bot.sessions.at(guild.channel.id) is None


async def test_question_about_ending_offers_way_back(guild: SimGuild) -> None:
    await started(guild)
    ben = guild.players[1]
    more = await ben.press(guild.table, "More")
    asked = await ben.press(more.message, "End the game")
    assert labels(asked.message) == ["End it", "Back"]

    back = await ben.press(asked.message, "Back")

    assert "Your hand" in back.text
    assert (await guild.session()).record.end_votes == ()


async def test_long_list_counts_older_tables(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "LOBBIES_OF_USER", 99)
    monkeypatch.setattr(lobby, "LOBBIES_OF_SERVER", 99)
    sessions, host = guild.bot.sessions, guild.players[0].id
    sessions.set_publisher(None)  # these channels don't exist
    for channel in range(33):
        await sessions.open("crap", {}, guild_id=guild.handle.id, channel_id=channel + 1, host_id=host)

    reply = await guild.players[1].all_tables()

    assert "table 33 in" in reply.text
    assert reply.text.endswith("… and 3 older ones.")
