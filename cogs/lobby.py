"""A table's controls outside its game: join, start, leave, end. `cogs/opening.py` opens tables."""

import asyncio
from collections.abc import Mapping
from datetime import UTC
from functools import partial
from typing import Any

from bot.delivery.page_rendering import render_now
from bot.door.rights import may_run
from bot.engine.draft import Refusal
from bot.engine.options import complete_options
from bot.rendering import answers, blocks, clock, fair, lobby, pages, set_time, words
from bot.sessions import frame
from bot.sessions.frame import End, Relocate
from bot.sessions.lobby import Join, SetTime, Start, TakeOver
from bot.sessions.session import Session
from bot.sessions.times import MAX_DAYS, known_zone, parse_time, place_of
from bot.sessions.view import Click, TableAt
from cogs.base import (
    Choice,
    Interaction,
    Refused,
    TableAct,
    answer,
    ask,
    check,
    note_user,
    open_form,
    say,
    show_hand,
)
from cogs.completing import choices
from cogs.computers import say_dealt
from cogs.opening import beacon_value, is_refused, missing_permissions, why_not_allowed
from cogs.options import show_options


async def tables_elsewhere(interaction: Interaction) -> list[Session]:
    """Return a user's live tables in this server's other channels."""
    sessions = await interaction.client.sessions.of(interaction.user.id)
    records = [(one, one.record) for one in sessions]
    here, server = interaction.channel_id, interaction.guild_id
    return [one for one, record in records if record.guild_id == server and record.channel_id != here]


async def relocate_here(interaction: Interaction, session: Session) -> None:
    """Relocate a table to this channel."""
    if missing := missing_permissions(interaction):
        raise Refused(answers.permissions_missing(missing))
    if why_not := await why_not_allowed(interaction, session.game.id):
        raise Refused(why_not)
    channel_id = interaction.channel_id or 0
    refusal = await interaction.client.pauses.relocate(
        session,
        interaction.user.id,
        Relocate(channel_id, moderator=may_run(interaction, session.record)),
        Click(interaction.id),
    )
    check(session, refusal)
    if await is_refused(interaction, session, channel_id):
        check(session, Refusal("no-posts", {"channel": channel_id}))
    await say(interaction, answers.table_here(session.record.id))


async def join_with_seal(interaction: Interaction, session: Session) -> None:
    """Seat the user, but first show the deal's seal to anyone who can't have seen it."""
    scene = session.scene(None)
    may_have_seen = scene.status != "lobby" or scene.sealed is None
    if may_have_seen or await interaction.client.publisher.current_message(session, TableAt()) is not None:
        await join(interaction, session)
    else:
        await answer(interaction, fair.join_page(scene))


async def join(interaction: Interaction, session: Session, *, is_sure: bool = False) -> None:
    """Seat the user. After the deal, show them what they can do instead.

    If someone at the table is on their block list, ask first, unless `is_sure`.
    """
    if session.record.status == "playing":
        await show_hand(interaction, session)
        return
    lists = interaction.client.sessions.blocks
    apart = await lists.blocked_users(interaction.user.id)
    refusal = await ask(interaction, session, Join(apart.by, frozenset() if is_sure else apart.of))
    note_user(interaction, session)
    if refusal is not None and refusal.code == "is-avoided":
        await answer(interaction, blocks.confirm_join(session.record.id, refusal.facts["users"]))
        return
    check(session, refusal)
    interaction.client.replies.keep(session.record.id, interaction)
    for user_id in await lists.to_warn(session, interaction.user.id, apart):
        interaction.client.publisher.notices.warn(session, user_id, interaction.user.id)
    await say(interaction, lobby.join_answer(session.scene(None)))


async def stay(interaction: Interaction, _session: Session) -> None:
    """Delete the question and change nothing."""
    await interaction.client.replies.give_silently(interaction)


async def leave(interaction: Interaction, session: Session) -> None:
    """Give up the user's seat. In a running game, ask first, because they can't come back."""
    if session.record.status == "playing" and session.seat_of(interaction.user.id) is not None:
        scene = session.scene(session.seat_of(interaction.user.id))
        await answer(interaction, answers.confirm_leave(scene))
        return
    check_open(session)
    request = await interaction.client.sessions.leave_request(session, interaction.user.id)
    check(session, await ask(interaction, session, request))
    await say(interaction, answers.text_of(answers.LEFT_TABLE))


async def start(interaction: Interaction, session: Session) -> None:
    """Deal the cards."""
    await say_dealt(
        interaction, session, await ask(interaction, session, Start(await beacon_value(interaction, session)))
    )


async def take_over(interaction: Interaction, session: Session) -> None:
    """Make the user host in place of an absent one. The lobby shows it."""
    check(session, await ask(interaction, session, TakeOver()))
    await interaction.client.replies.give_silently(interaction)


async def ask_end(interaction: Interaction, session: Session) -> None:
    """Ask whether the user means to close, end or vote to end the table."""
    if session.record.status == "lobby" and may_close(interaction, session):
        await answer(interaction, lobby.confirm_close(session.scene(None)))
        return
    user_id, is_playing = interaction.user.id, session.record.status == "playing"
    scene = session.scene(session.seat_of(user_id))
    if is_playing and (user_id == session.record.host_id or may_run(interaction, session.record)):
        await answer(interaction, answers.confirm_end(scene))
    elif is_playing and frame.may_vote(session, user_id):
        needed, voters = frame.votes_needed(session), len(frame.voters(session))
        await answer(interaction, answers.confirm_end(scene, needed=needed, voters=voters))
    else:
        await end(interaction, session)


def may_close(interaction: Interaction, session: Session) -> bool:
    """Whether the user may close the table for everyone."""
    return interaction.user.id == session.record.host_id or may_run(interaction, session.record)


async def end(interaction: Interaction, session: Session) -> None:
    """Close the lobby, or end the game or vote to end it."""
    check_open(session)
    is_lobby = session.record.status == "lobby"
    check(session, await ask(interaction, session, End(moderator=may_run(interaction, session.record))))
    record = session.record
    votes = answers.vote_counted(len(record.end_votes))
    ended = answers.text_of(answers.TABLE_CLOSED) if is_lobby else answers.text_of(answers.GAME_ENDED)
    await say(interaction, ended if record.status == "cancelled" else votes)


async def end_without_game(interaction: Interaction, table: int) -> None:
    """End a table whose game isn't installed."""
    client, click = interaction.client, Click(interaction.id)
    if (record := await client.store.load(table)) is None:
        raise Refused(answers.text_of(answers.TABLE_LONG_GONE))
    moderator = may_run(interaction, record)
    refusal = await client.pauses.end_without_game(record, interaction.user.id, click, moderator=moderator)
    if refusal is not None:
        raise Refused(words.host_refusal(refusal) or refusal.code)
    await say(interaction, answers.text_of(answers.GAME_ENDED))


def check_open(session: Session) -> None:
    """Raise Refused if the table has ended, because an old control may still name it."""
    if (closed := words.closed_reason(session.record.status)) is not None:
        raise Refused(closed)


async def show_table(interaction: Interaction, session: Session, *, with_clock: bool = False) -> None:
    """Show only the asker a table or its result, and `with_clock` the time left."""
    await session.learn_choices()
    await interaction.client.names.learn(session)
    is_own = session.record.is_alone and session.seat_of(interaction.user.id) is not None
    scene = session.scene(session.record.lone_seat if is_own else None)
    closed = words.closed_reason(session.record.status)
    page = await render_now(lambda one: pages.with_note(pages.table(one), closed), scene)
    if with_clock and session.record.status == "playing":
        page = clock.add_clock(page, scene, interaction.client.sessions.clocks.time_at(session.record.id))
    await answer(interaction, pages.with_time(scene, page, interaction.client.clock()))


def option_choices(kind: Any, typed: str) -> list[Choice]:
    """Return autocomplete entries for a text of options."""
    return choices(complete_options(kind, typed), typed)


async def more(interaction: Interaction, session: Session) -> None:
    """Show the *More* page of a lobby."""
    if session.record.status != "lobby":
        raise Refused(words.closed_reason(session.record.status) or answers.text_of(answers.ALREADY_STARTED))
    page = lobby.more(
        session.scene(None),
        is_host=interaction.user.id == session.record.host_id,
        is_seated=session.seat_of(interaction.user.id) is not None and not session.record.is_in_dm,
        may_close=may_close(interaction, session),
        adds_words=session.record.deal is not None and session.seat_of(interaction.user.id) is not None,
    )
    await answer(interaction, page)


async def show_to_user(interaction: Interaction, session: Session) -> None:
    """Show the table to this user alone, or their hand if they play there against computers."""
    if session.record.is_alone and session.seat_of(interaction.user.id) is not None:
        await show_hand(interaction, session)
    else:
        await show_table(interaction, session)


async def ask_to_leave(interaction: Interaction, session: Session) -> None:
    """Ask whether the user means to leave."""
    seat = session.seat_of(interaction.user.id)
    await answer(interaction, answers.confirm_leave(session.scene(seat)))


async def ask_time(interaction: Interaction, session: Session) -> None:
    """Open the form for the time at which the game is to start."""
    quiet = (await interaction.client.sessions.choices.of_user(interaction.user.id)).quiet
    field = set_time.field(None if quiet is None else place_of(quiet.zone))
    await open_form(interaction, set_time.TITLE, f"m:{session.record.id}:time", field)


async def save_time(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Set the lobby's start time from the form, or remove it if the field is empty."""
    sessions, text = interaction.client.sessions, typed.get(set_time.WHEN, "").strip()
    quiet = (await sessions.choices.of_user(interaction.user.id)).quiet
    zone = None if quiet is None else await asyncio.to_thread(known_zone, quiet.zone)
    at = parse_time(text, zone or UTC, sessions.clock())
    if text and at is None:
        await answer(interaction, set_time.unreadable(session.scene(None), text, MAX_DAYS))
        return
    check(session, await ask(interaction, session, SetTime(at)))
    await say(interaction, set_time.answer(at))


LOBBY_ACTS: dict[str, TableAct] = {
    "join": join,
    "join-anyway": partial(join, is_sure=True),
    "stay": stay,
    "leave": leave,
    "start": start,
    "takeover": take_over,
    "options": show_options,
    "time": ask_time,
    "close": ask_end,
    "end": end,
    "look": show_to_user,
    "leaving": ask_to_leave,
}
