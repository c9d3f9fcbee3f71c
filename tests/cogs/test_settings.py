"""The settings of users and servers, and their effects."""

from datetime import UTC, datetime

import discord

from bot.games import GAMES
from bot.sessions.preferences import ServerPreferences
from bot.sessions.times import QuietHours
from bot.storage import privacy
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.helpers.tables import started


async def test_user_chooses_settings_in_selects(guild: SimGuild) -> None:
    ann = guild.players[0]

    page = await ann.open("settings")
    assert page.is_private
    assert labels(page.message) == [
        "Call me: on my turn and near its end",
        "My hand: by DM",
        "Quiet hours: none",
        "Away: no",
        "Language: as in Discord",
        "Table: picture",
        "Suits: two colours",
        "Leaderboards: show my name",
        "Old games: forget me in 6 months",
        "More",
    ]
    changed = await ann.choose(page.message, "My hand", "Only by My hand")

    assert labels(changed.message)[1] == "My hand: only by My hand"
    assert (await guild.bot.sessions.choices.of_user(ann.id)).hand == "button"


async def test_rare_settings_stay_open_behind_more(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.open("settings")

    rare = await ann.press(page.message, "More")
    changed = await ann.choose(rare.message, "Sort my hand", "By suit")

    assert labels(changed.message) == [
        "Games without hands: call in the channel",
        "If a DM fails: mention me",
        "Rematches: invite me",
        "Sort my hand: by suit",
        "Back",
    ]
    assert labels((await ann.press(changed.message, "Back")).message)[0].startswith("Call me")


async def test_quiet_hours_are_written_into_a_form(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.open("settings")

    form = await ann.choose(page.message, "Quiet hours", "Other hours…")
    changed = await ann.submit(form, start="22", end="8", zone="berlin")

    assert "Quiet hours: 22:00 to 8:00, Europe/Berlin" in labels(changed.message)
    assert (await guild.bot.sessions.choices.of_user(ann.id)).quiet == QuietHours(22, 8, "Europe/Berlin")
    known = await guild.bot.store.read_long(privacy.known_of, ann.id)
    assert known["preferences"]["quiet"] == {"start": 22, "end": 8, "zone": "Europe/Berlin"}
    await guild.restart()
    page = await ann.open("settings")
    kept = await ann.choose(page.message, "Quiet hours", "kept")
    assert "Quiet hours: 22:00 to 8:00, Europe/Berlin" in labels(kept.message)
    none = await ann.choose(kept.message, "Quiet hours", "None")
    assert "Quiet hours: none" in labels(none.message)


async def test_wrong_hour_or_place_can_be_corrected(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.open("settings")
    form = await ann.choose(page.message, "Quiet hours", "Other hours…")

    wrong = await ann.submit(form, start="25", end="8", zone="Berln")

    assert wrong.text == (
        "**From** is 0 to 23. You wrote 25.\n"
        "**Time zone or city** is one like Berlin, New York or UTC+2. You wrote Berln.\n"
        "Do you mean Europe/Berlin?\n-# Nothing has changed. Your entries are kept."
    )
    assert (await guild.bot.sessions.choices.of_user(ann.id)).quiet is None
    again = await ann.press(wrong.message, "Correct them")
    right = await ann.submit(again, start="22", zone="Berlin")
    assert "Quiet hours: 22:00 to 8:00, Europe/Berlin" in labels(right.message)


async def test_quiet_hours_silence_messages(guild: SimGuild) -> None:
    for player in guild.players:
        await guild.bot.sessions.choices.set_user(
            player.id, quiet={"start": 0, "end": 23, "zone": "UTC"} | guild_now(guild)
        )
    await started(guild)

    posts = [one for one in guild.env.backend.http_requests if one.path.endswith("/messages")]
    to_players = {f"/channels/{player.actor.user.dm_channel.id}/messages" for player in guild.players}
    loud = [one for one in posts if one.path in to_players and not (one.json or {}).get("flags", 0) & 4096]
    assert loud == []
    assert all("Your hand" in text_of(player.dm) for player in guild.players)


def guild_now(guild: SimGuild) -> dict[str, int]:
    """Return quiet hours that began an hour ago and end in about twelve."""
    hour = datetime.fromtimestamp(guild.bot.clock(), UTC).hour
    return {"start": (hour - 1) % 24, "end": (hour + 12) % 24}


async def test_settings_survive_a_restart(guild: SimGuild) -> None:
    ann = guild.players[0]
    page = await ann.open("settings")
    await ann.choose(page.message, "Suits", "Four colours")

    await guild.restart()

    assert "Suits: four colours" in labels((await ann.open("settings")).message)


async def test_player_refusing_dms_is_called_in_channel(guild: SimGuild) -> None:
    for player in guild.players:
        page = await player.open("settings")
        await player.choose(page.message, "My hand", "Only by My hand")
    session = await started(guild)

    assert all(player.dms == [] for player in guild.players)
    turn = session.game.deciders(session.state)[0]
    assert f"<@{guild.players[turn].id}>, your turn at table 1." in text_of(guild.messages[-1])


async def test_only_those_who_manage_the_server_change_it(guild: SimGuild) -> None:
    ann = guild.players[0]
    assert "setup-cardcrate" not in ann.actor.available_commands(guild.channel)
    assert "setup-cardcrate" in moderator(guild).actor.available_commands(guild.channel)

    page = await ann.open("settings")
    reply = await ann.forge(page.message, "s:0:0:server games", "crap")

    assert "Manage Server" in reply.text


async def test_a_server_allows_some_games_only(guild: SimGuild) -> None:
    ann = guild.players[0]
    await guild.bot.sessions.choices.set_server(guild.handle.id, games=["skrap"])

    refused = await ann.slash("cards", game="crap")
    await ann.slash("cards", game="skrap")

    assert "only plays Skrap." in refused.text
    assert (await guild.session()).game.id == "skrap"


async def test_a_server_allows_tables_in_some_channels_only(guild: SimGuild) -> None:
    elsewhere = guild.handle.create_text_channel("games")
    await guild.bot.sessions.choices.set_server(guild.handle.id, channels=[elsewhere.id])

    refused = await guild.players[0].slash("cards", game="crap")

    assert f"<#{elsewhere.id}>" in refused.text


async def test_servers_defaults_apply_to_new_tables(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(
        guild.handle.id, options={"crap": "threshold=300"}, turn_seconds=3600, response_seconds=1800
    )

    await guild.players[0].slash("cards", game="crap", rules="jokers=on")

    record = (await guild.session()).record
    assert record.options["threshold"] == 300
    assert record.options["jokers"] is True
    assert (record.turn_seconds, record.response_seconds) == (3600, 1800)


async def test_server_may_give_each_table_its_own_thread(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)

    reply = await guild.players[0].slash("cards", game="crap")

    assert await guild.bot.sessions.at(guild.channel.id) is None
    assert "Your table is in <#" in reply.text


def moderator(guild: SimGuild) -> Player:
    """Add a member who may manage the server."""
    role = guild.handle.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = guild.env.create_user("mod", global_name="Mod")
    return Player(guild, guild.handle.add_member(user, roles=[role]))


async def test_moderator_sets_options_and_takes_them_back(guild: SimGuild) -> None:
    mod = moderator(guild)

    changed = await mod.set_up(games="crap,skrap", game="crap", rules="threshold=300", turn_seconds=3600)
    back = await mod.set_up(games=",".join(GAMES), game="crap", rules="usual", turn_seconds=0)

    assert "Games: C.R.A.P. and Skrap" in labels(changed.message)
    assert "-# New tables: C.R.A.P. `threshold=300`" in changed.text
    assert "one hour a turn, the usual time to answer" in changed.text
    assert "Games: C.R.A.P., Skrap, Craits, Crazy Rummy and Crapette" in labels(back.message)
    assert "New tables: standard rules" in back.text


async def test_moderator_sets_pace_and_takes_it_back(guild: SimGuild) -> None:
    mod = moderator(guild)

    slow = await mod.set_up(pace="slow-1")
    live = await mod.choose(slow.message, "Pace of new tables: slow, 1 day", "Live")
    await guild.players[0].slash("cards", game="craits")
    own = await mod.set_up(pace="own")

    assert "Pace of new tables: live" in labels(live.message)
    assert "-# Changed: a minute a turn" in guild.table_text
    assert "Pace of new tables: the game's own" in labels(own.message)
    assert (await guild.bot.sessions.choices.of_server(guild.handle.id)).pace is None


async def test_server_decides_hints_at_new_tables(guild: SimGuild) -> None:
    mod = moderator(guild)
    off = await mod.set_up(hints="off")
    assert "Hints at new tables: off" in labels(off.message)
    on = await mod.choose(off.message, "Hints at new tables: off", "For everyone")
    assert "Hints at new tables: for everyone" in labels(on.message)

    await guild.players[0].slash("cards", game="skrap")

    assert "Changed: hints for everyone" in guild.table_text


async def test_impossible_server_setting_is_explained(guild: SimGuild) -> None:
    mod = moderator(guild)

    unnamed = await mod.set_up(rules="threshold=300")
    option = await mod.set_up(game="crap", rules="threshold=0")
    seconds = await mod.set_up(turn_seconds=5, response_seconds=700_000)

    assert "Name the game" in unnamed.text
    assert "- **Points to win:** 1 to 1,000,000, not 0." in option.text
    assert seconds.text == (
        "**Seconds a turn:** 30 to 604,800, not 5.\n**Seconds to answer:** 15 to 604,800, not 700,000."
    )
    assert await guild.bot.sessions.choices.of_server(guild.handle.id) == ServerPreferences()


async def test_a_moderator_chooses_for_the_server_in_selects(guild: SimGuild) -> None:
    mod = moderator(guild)
    page = await mod.set_up()

    page = await mod.choose(page.message, "Games", "crap", "craits")
    page = await mod.choose(page.message, "A table", "In a thread of its own")
    await mod.choose(page.message, "Tables", "Words")

    chosen = await guild.bot.sessions.choices.of_server(guild.handle.id)
    assert (chosen.games, chosen.threads, chosen.pictures) == (("crap", "craits"), True, False)


async def test_a_forged_setting_of_a_server_changes_nothing(guild: SimGuild) -> None:
    ann, mod = guild.players[0], moderator(guild)
    page = await mod.set_up()

    by_ann = await ann.forge((await ann.open("settings")).message, "s:0:0:server threads", "on")
    unknown = await mod.forge(page.message, "s:0:0:server options", "on")

    assert "Manage Server" in by_ann.text
    assert "another version" in unknown.text
    assert await guild.bot.sessions.choices.of_server(guild.handle.id) == ServerPreferences()
