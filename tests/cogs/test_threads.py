"""Tables in threads: Discord archives what is quiet, and counts no edit as a sign of life."""

from itertools import pairwise
from typing import Any

import discord
import pytest

from bot.games.crapette.lifting import Flip, Put
from bot.sessions.requests import End, Join, MakeMove, Start
from tests.helpers.club import Club, text_of

HOUR = 3600.0


async def table_in_thread(club: Club) -> discord.Thread:
    """A running game in a thread of its own, in which a turn takes a day."""
    ann, ben = club.players[:2]
    await club.bot.sessions.choices.set_server(club.guild.id, threads=True)
    await ann.slash("game new", game="crapette", options="clock-minutes=0")
    (thread,) = thread_list(club)
    session = await club.bot.sessions.at(thread.id)
    assert session is not None
    assert await club.bot.sessions.act(session, ben.id, Join()) is None
    assert await club.bot.sessions.act(session, ann.id, Start()) is None
    await club.settle()
    return thread


async def lift_and_discard(club: Club, thread: discord.Thread) -> None:
    """Whoever's turn it is ends it."""
    session = await club.bot.sessions.at(thread.id)
    assert session is not None
    user = session.record.players[session.state.turn]
    for move in (Flip(), Put("my-discard")):
        assert await club.bot.sessions.act(session, user, MakeMove(move)) is None
    await club.settle()


def thread_list(club: Club) -> list[discord.Thread]:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    return list(guild.threads)


async def archive(club: Club, thread: discord.Thread, **more: Any) -> None:
    """The thread is archived, by whomever."""
    club.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, **more})
    await club.settle()


def is_archived(club: Club, thread: discord.Thread) -> bool:
    kept = club.env.backend.get_channel(thread.id).thread_metadata
    assert kept is not None
    return kept.archived


async def test_a_thread_of_a_table_stays_in_the_list_as_long_as_it_can(club: Club) -> None:
    assert (await table_in_thread(club)).auto_archive_duration == 10080


async def test_a_thread_in_which_a_game_goes_on_is_reopened_without_a_word(club: Club) -> None:
    thread = await table_in_thread(club)
    await club.pass_time(HOUR)
    before = [message.id async for message in thread.history()]

    await archive(club, thread)

    assert not is_archived(club, thread)
    assert [message.id async for message in thread.history()] == before


async def test_a_thread_that_somebody_closes_stays_closed(club: Club) -> None:
    thread = await table_in_thread(club)
    await club.pass_time(HOUR / 2)

    await archive(club, thread)

    assert is_archived(club, thread)


async def test_who_closes_a_reopened_thread_again_is_not_fought_with(club: Club) -> None:
    thread = await table_in_thread(club)
    await club.pass_time(HOUR)
    await archive(club, thread)

    await archive(club, thread)

    assert is_archived(club, thread)


async def test_a_locked_thread_stays_as_it_is(club: Club) -> None:
    thread = await table_in_thread(club)
    await club.pass_time(HOUR)

    await archive(club, thread, locked=True)

    assert is_archived(club, thread)


async def test_a_thread_whose_game_is_over_is_left_to_sleep(club: Club) -> None:
    thread = await table_in_thread(club)
    session = await club.bot.sessions.at(thread.id)
    assert session is not None
    await club.bot.sessions.act(session, club.players[0].id, End(moderator=True))
    await club.pass_time(HOUR)

    await archive(club, thread)

    assert is_archived(club, thread)


async def test_a_thread_that_cannot_be_reopened_stops_nothing(club: Club) -> None:
    thread = await table_in_thread(club)
    await club.pass_time(HOUR)
    club.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, message="Missing")

    await archive(club, thread)

    assert is_archived(club, thread)
    assert club.env.errors == []


async def test_the_next_move_opens_an_archived_thread_by_a_new_post(club: Club) -> None:
    thread = await table_in_thread(club)
    session = await club.bot.sessions.at(thread.id)
    assert session is not None
    await archive(club, thread)
    shown = (await club.bot.store.outbox(session.record.id))[1]["table"]
    club.env.inject_error(
        "PATCH",
        f"/channels/{thread.id}/messages/{shown.message_id}",
        status=400,
        code=50083,
        message="Thread is archived",
        times=None,
    )
    await lift_and_discard(club, thread)

    newest = [message async for message in thread.history(limit=3)]
    assert any(
        text_of(message).startswith("## Crapette") and message.id > shown.message_id for message in newest
    )


@pytest.mark.slow
async def test_a_game_that_is_played_shows_signs_of_life_before_its_thread_could_be_archived(
    club: Club,
) -> None:
    thread = await table_in_thread(club)

    for _ in range(18):
        await club.pass_time(HOUR / 6)
        await lift_and_discard(club, thread)

    posted = [message.created_at async for message in thread.history(limit=None, oldest_first=True)]
    assert max((later - sooner).total_seconds() for sooner, later in pairwise(posted)) < HOUR
    assert (posted[-1] - posted[0]).total_seconds() > 2 * HOUR
