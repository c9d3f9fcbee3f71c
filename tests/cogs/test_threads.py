"""Tables in threads: Discord archives a quiet thread, and doesn't count an edit as activity."""

from datetime import datetime
from itertools import pairwise
from typing import Any

import discord
import pytest

from bot.games.crapette.lifting import Flip, Put
from bot.sessions.frame import End
from bot.sessions.lobby import Join, Start
from bot.sessions.play import MakeMove
from bot.storage import shown
from tests.helpers.guild import SimGuild, text_of

HOUR = 3600.0


async def table_in_thread(guild: SimGuild) -> discord.Thread:
    """Start a game in a thread of its own, with a day for each turn. Return the thread."""
    ann, ben = guild.players[:2]
    await guild.bot.sessions.choices.set_server(guild.handle.id, threads=True)
    await ann.slash("cards", game="crapette", rules="clock-minutes=0")
    (thread,) = thread_list(guild)
    session = await guild.bot.sessions.at(thread.id)
    assert session is not None
    assert await guild.bot.sessions.act(session, ben.id, Join()) is None
    assert await guild.bot.sessions.act(session, ann.id, Start()) is None
    await guild.settle()
    return thread


async def lift_and_discard(guild: SimGuild, thread: discord.Thread) -> None:
    """Lift and discard a card for the player on turn, which ends the turn."""
    session = await guild.bot.sessions.at(thread.id)
    assert session is not None
    user = session.record.players[session.state.turn]
    for move in (Flip(), Put("my-discard")):
        assert await guild.bot.sessions.act(session, user, MakeMove(move)) is None
    await guild.settle()


def thread_list(guild: SimGuild) -> list[discord.Thread]:
    cached = guild.bot.get_guild(guild.handle.id)
    assert cached is not None
    return list(cached.threads)


async def archive(guild: SimGuild, thread: discord.Thread, **more: Any) -> None:
    """Archive the thread."""
    guild.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, **more})
    await guild.settle()


def is_archived(guild: SimGuild, thread: discord.Thread) -> bool:
    kept = guild.env.backend.get_channel(thread.id).thread_metadata
    assert kept is not None
    return kept.archived


async def test_tables_thread_stays_listed_for_longest(guild: SimGuild) -> None:
    assert (await table_in_thread(guild)).auto_archive_duration == 10080


async def test_thread_of_running_game_reopens_silently(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    await guild.pass_time(HOUR)
    before = [message.id async for message in thread.history()]

    await archive(guild, thread)

    assert not is_archived(guild, thread)
    assert [message.id async for message in thread.history()] == before


async def test_thread_closed_by_someone_stays_closed(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    await guild.pass_time(HOUR / 2)

    await archive(guild, thread)

    assert is_archived(guild, thread)


async def test_second_closing_of_thread_is_respected(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    await guild.pass_time(HOUR)
    await archive(guild, thread)

    await archive(guild, thread)

    assert is_archived(guild, thread)


async def test_a_locked_thread_stays_as_it_is(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    await guild.pass_time(HOUR)

    await archive(guild, thread, locked=True)

    assert is_archived(guild, thread)


async def test_thread_of_finished_game_may_sleep(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    session = await guild.bot.sessions.at(thread.id)
    assert session is not None
    await guild.bot.sessions.act(session, guild.players[0].id, End(moderator=True))
    await guild.pass_time(HOUR)

    await archive(guild, thread)

    assert is_archived(guild, thread)


async def test_a_thread_that_cannot_be_reopened_stops_nothing(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    await guild.pass_time(HOUR)
    guild.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, message="Missing")

    await archive(guild, thread)

    assert is_archived(guild, thread)
    assert guild.env.errors == []


async def test_next_move_opens_archived_thread_by_new_post(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    session = await guild.bot.sessions.at(thread.id)
    assert session is not None
    await archive(guild, thread)
    message_id = await guild.bot.store.read(shown.table_message, session.record.id)
    assert message_id is not None
    guild.env.inject_error(
        "PATCH",
        f"/channels/{thread.id}/messages/{message_id}",
        status=400,
        code=50083,
        message="Thread is archived",
        times=None,
    )
    await lift_and_discard(guild, thread)

    newest = [message async for message in thread.history(limit=3)]
    assert any(
        text_of(message).startswith("**Crapette** · table ") and message.id > message_id for message in newest
    )


@pytest.mark.slow
async def test_played_game_keeps_its_thread_open(guild: SimGuild) -> None:
    thread = await table_in_thread(guild)
    seen: dict[int, datetime] = {}

    for _ in range(18):
        await guild.pass_time(HOUR / 6)
        await lift_and_discard(guild, thread)
        seen |= {message.id: message.created_at async for message in thread.history(limit=None)}

    posted = sorted(seen.values())
    assert max((later - sooner).total_seconds() for sooner, later in pairwise(posted)) < HOUR
    assert (posted[-1] - posted[0]).total_seconds() > 2 * HOUR
