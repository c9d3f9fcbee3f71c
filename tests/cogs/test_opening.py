"""Opening and moving tables: if Discord refuses the place, nothing of the table is left there."""

from typing import Any

import discord
import pytest

from bot.games import GAMES
from bot.sessions import lobby
from bot.storage import shown
from tests.helpers.guild import Player, SimGuild, labels, text_of
from tests.helpers.tables import started

NO_THREADS = discord.PermissionOverwrite(create_public_threads=False)
ONLY_THREADS = discord.PermissionOverwrite(
    send_messages=False, create_public_threads=True, send_messages_in_threads=True
)
REFUSALS = [(403, 50001), (403, 50013), (403, 160005), (400, 50083), (404, 10003)]
"""A thread without the bot, a missing permission, a locked or archived thread, and a deleted channel."""

takes_no_post = pytest.mark.parametrize(("status", "code"), REFUSALS)


def tight(guild: SimGuild, held: discord.PermissionOverwrite, name: str = "tight") -> Any:
    """Create a channel with these permissions for everyone."""
    return guild.handle.create_text_channel(name, overwrites={guild.handle.default_role: held})


async def want_threads(guild: SimGuild) -> None:
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)


def refuse_posts(guild: SimGuild, channel: Any, status: int, code: int) -> None:
    """Make Discord refuse posts in a channel, or in all with `*`, whatever the permissions say."""
    path = f"/channels/{channel if channel == '*' else channel.id}/messages"
    guild.env.inject_error("POST", path, status=status, code=code, message="Refused", times=None)


def moderator(guild: SimGuild) -> Player:
    """Add a member who may manage the server."""
    role = guild.handle.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    return Player(guild, guild.handle.add_member(guild.env.create_user("mod"), roles=[role]))


async def test_thread_that_may_not_be_opened_is_named(guild: SimGuild) -> None:
    await want_threads(guild)
    guild.channel = tight(guild, NO_THREADS)
    ann = guild.players[0]

    reply = await ann.slash("cards", game="crap")

    assert reply.text == "I can't open a table here. I need Create Public Threads."
    assert await guild.bot.sessions.of(ann.id) == []
    assert guild.env.errors == []


async def test_channel_that_allows_only_threads_holds_one(guild: SimGuild) -> None:
    await want_threads(guild)
    guild.channel = tight(guild, ONLY_THREADS)
    ann = guild.players[0]

    reply = await ann.slash("cards", game="crap")

    [lobby] = await guild.bot.sessions.of(ann.id)
    assert reply.text == f"Your table is in <#{lobby.record.channel_id}>."


@pytest.mark.parametrize("by", ["command", "select"])
async def test_threads_switched_on_without_the_right_warn(guild: SimGuild, by: str) -> None:
    guild.channel = tight(guild, NO_THREADS)
    mod = moderator(guild)

    if by == "command":
        page = await mod.set_up(threads=True)
    else:
        shown = await mod.set_up()
        page = await mod.choose(shown.message, "A table: in its channel", "on")

    assert "I can't open threads in" in page.text
    assert "Create Public Threads" in page.text
    assert (await guild.bot.sessions.choices.of_server(guild.handle.id)).threads


async def test_threads_warn_of_the_channels_allowed_for_tables(guild: SimGuild) -> None:
    games, mod = tight(guild, NO_THREADS, "games"), moderator(guild)
    await guild.bot.sessions.choices.set_server(guild.handle.id, channels=[games.id])

    page = await mod.set_up(threads=True)

    assert f"I can't open threads in <#{games.id}>" in page.text


async def test_threads_switched_on_with_all_rights_warn_nobody(guild: SimGuild) -> None:
    page = await moderator(guild).set_up(threads=True)

    assert "I can't" not in page.text


@pytest.mark.parametrize("limit", ["LOBBIES_OF_USER", "LOBBIES_OF_SERVER"])
async def test_refused_table_leaves_no_thread(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    await want_threads(guild)
    monkeypatch.setattr(lobby, limit, 0)

    reply = await guild.players[0].slash("cards", game="crap")

    assert "wait for players" in reply.text
    assert guild.channel.threads == []


async def test_thread_that_discord_refuses_is_answered(guild: SimGuild) -> None:
    await want_threads(guild)
    path = f"/channels/{guild.channel.id}/threads"
    guild.env.inject_error("POST", path, status=400, code=160006, message="Maximum number of threads")
    ann = guild.players[0]

    reply = await ann.slash("cards", game="crap")

    assert reply.text.startswith("Discord didn't open a thread for me in <#")
    assert await guild.bot.sessions.of(ann.id) == []


async def test_thread_that_takes_no_table_goes_again(guild: SimGuild) -> None:
    await want_threads(guild)
    refuse_posts(guild, "*", 403, 50001)
    ann = guild.players[0]

    reply = await ann.slash("cards", game="crap")

    assert reply.text.startswith(f"I can't post in <#{guild.channel.id}>")
    assert await guild.bot.sessions.of(ann.id) == []
    assert guild.channel.threads == []


async def test_thread_that_may_not_be_deleted_is_archived(guild: SimGuild) -> None:
    await want_threads(guild)
    refuse_posts(guild, "*", 403, 50001)
    guild.env.inject_error("DELETE", "/channels/*", status=403, code=50013, message="Missing Permissions")

    await guild.players[0].slash("cards", game="crap")

    [thread] = guild.channel.threads
    kept = guild.env.backend.get_channel(thread.id).thread_metadata
    assert kept is not None
    assert kept.archived


@takes_no_post
async def test_place_without_posts_gets_no_table(guild: SimGuild, status: int, code: int) -> None:
    refuse_posts(guild, guild.channel, status, code)
    ann = guild.players[0]

    reply = await ann.slash("cards", game="crap")

    assert reply.text.startswith(f"I can't post in <#{guild.channel.id}>, so nothing has changed.")
    assert await guild.bot.sessions.of(ann.id) == []
    assert ann.dms == []
    assert await guild.bot.store.read(shown.due, now=guild.bot.clock()) == []


async def test_game_alone_without_posts_is_played_in_answers(guild: SimGuild) -> None:
    refuse_posts(guild, guild.channel, 403, 50001)
    ann = guild.players[0]
    lesson = await ann.learn("craits")
    end = await ann.press(lesson.message, "Skip")

    reply = await ann.press(end.message, "Play it now")

    assert reply.is_private
    assert "Your hand (" in reply.text
    [session] = await guild.bot.sessions.of(ann.id)
    assert session.record.is_alone
    assert guild.messages == []
    assert text_of(ann.dm).startswith(
        f"I can't show table 1 (Craits) in <#{guild.channel.id}>: View Channel."
    )
    assert session.record.status == "playing"


@takes_no_post
async def test_game_moved_without_posts_stays_where_it_was(guild: SimGuild, status: int, code: int) -> None:
    session, home, stood = await started(guild), guild.channel, guild.table
    dms = [len(player.dms) for player in guild.players]
    guild.channel = guild.handle.create_text_channel("elsewhere")
    refuse_posts(guild, guild.channel, status, code)

    reply = await guild.players[0].open("move", table=session.record.id)

    assert reply.text.startswith(f"I can't post in <#{guild.channel.id}>, so nothing has changed.")
    guild.channel = home
    assert session.record.channel_id == home.id
    assert guild.table.id == stood.id
    assert labels(guild.table) == labels(stood)
    assert session.record.id not in guild.bot.sessions.clocks.paused
    assert [len(player.dms) for player in guild.players] == dms


async def test_lobby_moved_without_posts_stays_open(guild: SimGuild) -> None:
    ann, ben, *_ = guild.players
    await ann.slash("cards", game="crap")
    session, home = await guild.session(), guild.channel
    guild.channel = guild.handle.create_text_channel("elsewhere")
    refuse_posts(guild, guild.channel, 403, 50001)

    await ann.open("move", table=session.record.id)

    guild.channel = home
    assert session.record.channel_id == home.id
    await ben.press(guild.table, "Join")
    assert session.record.players == (ann.id, ben.id)


async def test_lost_table_moved_without_posts_waits_on(guild: SimGuild) -> None:
    session = await started(guild)
    guild.env.backend.delete_channel(guild.channel.id)
    await guild.settle()
    guild.channel = guild.handle.create_text_channel("elsewhere")
    refuse_posts(guild, guild.channel, 403, 50001)

    reply = await guild.players[0].open("move", table=session.record.id)

    assert reply.text.startswith("I can't post in")
    assert session.record.id in guild.bot.sessions.clocks.paused
    assert session.record.status == "playing"


@pytest.mark.parametrize("where", ["server", "dm"])
async def test_host_of_too_many_games_opens_none(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(lobby, "GAMES_OF_USER", 1)
    await started(guild)
    ann, ben, *_ = guild.players
    guild.channel = guild.handle.create_text_channel("elsewhere")

    reply = await (ann.slash if where == "server" else ann.slash_in_dm)("cards", game="craits")

    assert reply.text == (
        "You host 1 running games, and you can't host more. Finish one, or end one with `/cardcrate` (*End a game*). "
        "`/my-tables` shows them."
    )
    await ben.slash("cards", game="craits")
    assert text_of(guild.table).startswith(f"## {GAMES['craits'].name}")


@pytest.mark.parametrize("kind", ["voice", "stage", "forum"])
async def test_channel_of_any_kind_can_be_allowed(guild: SimGuild, kind: str) -> None:
    allowed: Any = getattr(guild.handle, f"create_{kind}_channel")("lounge")

    page = await moderator(guild).set_up(channel=allowed)

    assert f"<#{allowed.id}>" in page.text
    assert [*(await guild.bot.sessions.choices.of_server(guild.handle.id)).channels] == [allowed.id]
