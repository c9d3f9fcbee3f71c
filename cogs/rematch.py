"""*Rematch*: a new lobby for the same game and computers. Players get a seat only by pressing it."""

from functools import partial

from bot.players.computers import level_named, people
from bot.rendering import answers, words
from bot.rendering.catalog import speaking
from bot.sessions.alone import at_level
from bot.sessions.session import Session
from cogs.base import Interaction, Refused, TableAct, ValueAct, live_here
from cogs.fair import verify
from cogs.lobby import join_with_seal
from cogs.mention_requests import members, post_line
from cogs.opening import deal_alone, missing_permissions, open_table, why_not_allowed


async def rematch(interaction: Interaction, ended: Session) -> None:
    """Open a lobby with the presser as host, and invite the others. Anyone who presses later joins it."""
    await _check_place(interaction, ended)
    if ended.record.is_alone:
        await deal_alone(interaction, ended.game.id, ended.record.options, _computers(ended))
        return
    if await _join_live(interaction, ended):
        return
    record = ended.record
    opened = await open_table(
        interaction,
        ended.game.id,
        record.options,
        _computers(ended),
        pace=record.attendance.pace or "",
        before=ended,
        place=(record.guild_id, record.channel_id) if interaction.guild_id is None else None,
    )
    if isinstance(opened, Session):
        await _invite(interaction, ended, opened)
    elif opened.code != "channel-busy" or not await _join_live(interaction, ended):  # someone was faster
        raise Refused(words.host_refusal(opened) or opened.code)


async def again_at(interaction: Interaction, ended: Session, _rest: str, values: list[str]) -> None:
    """Deal a solo game again with the same computers, at the chosen level."""
    await _check_place(interaction, ended)
    computers = at_level(_computers(ended), level_named(values[0] if values else ""))
    await deal_alone(interaction, ended.game.id, ended.record.options, computers)


def _computers(ended: Session) -> tuple[int, ...]:
    """Return the computers of an ended game."""
    return tuple(user for user in ended.record.players if user < 0)


async def _check_place(interaction: Interaction, ended: Session) -> None:
    """Raise Refused if this user can't have a rematch here."""
    if why_not := await _objection(interaction, ended):
        raise Refused(why_not)


async def _objection(interaction: Interaction, ended: Session) -> str | None:
    """Return why this user can't have a rematch here, as a sentence. None if they can."""
    if ended.record.status not in ("over", "cancelled"):
        return answers.text_of(answers.GAME_STILL_RUNS)
    if interaction.user.id not in ended.record.players:
        return answers.text_of(answers.ONLY_PLAYERS_REMATCH)
    if interaction.guild_id is None and not ended.record.is_in_dm:
        return await _objection_in_dm(interaction, ended)
    if (interaction.guild_id or 0) != ended.record.guild_id:
        return answers.text_of(answers.ONLY_IN_SERVERS)
    if missing := missing_permissions(interaction):
        return answers.permissions_missing(missing)
    return await why_not_allowed(interaction, ended.game.id)


async def _objection_in_dm(interaction: Interaction, ended: Session) -> str | None:
    """Return why a user in a DM can't have a rematch in the table's channel. None if they can."""
    record = ended.record
    channel = interaction.client.get_channel(record.channel_id)
    there = await members(interaction, [interaction.user.id], record.guild_id)
    if channel is None or there == []:
        return answers.text_of(answers.ONLY_IN_SERVERS)
    return await why_not_allowed(interaction, ended.game.id, channel)


async def _join_live(interaction: Interaction, ended: Session) -> bool:
    """Join another player's rematch. False without a table. Raises Refused at any other table."""
    in_dm, sessions = interaction.guild_id is None, interaction.client.sessions
    live = await (sessions.at(ended.record.channel_id) if in_dm else live_here(interaction))
    if live is None:
        return False
    if not is_rematch(live, ended):
        raise Refused(answers.text_of(answers.REMATCH_HAS_NO_ROOM))
    await join_with_seal(interaction, live)
    return True


def is_rematch(live: Session, ended: Session) -> bool:
    """Whether a live table is another player's lobby for a rematch of an ended one."""
    old, new = ended.record, live.record
    is_later = new.created_at >= old.updated_at
    return new.status == "lobby" and new.game == old.game and new.host_id in old.players and is_later


async def _invite(interaction: Interaction, ended: Session, opened: Session) -> None:
    """Invite the other players who are still members in one line. Each is notified at most once."""
    others = [user for user in people(ended.record.players) if user != interaction.user.id]
    there = await members(interaction, others, opened.record.guild_id) or []
    sessions, choices = interaction.client.sessions, interaction.client.sessions.choices
    apart = await sessions.blocks.blocked_users(interaction.user.id)
    there = [user for user in there if (await choices.of_user(user)).invites and not apart.is_from(user)]
    wanted = [user for user in there if (await choices.of_user(user)).may_ping(sessions.clock())]
    pings = [user for user in wanted if user not in ended.invited]
    ended.invited.update(pings)
    line = partial(answers.rematch_page, opened.record.id, interaction.user.id, there, pings)
    if interaction.guild_id is None:
        await post_line(interaction, opened, "r", line)
        return
    with speaking(opened.language()):
        page = line()
    await interaction.client.replies.announce(interaction, page)


ENDED_ACTS: dict[str, TableAct] = {"rematch": rematch, "verify": verify}
"""Controls of a table that has ended."""
AGAIN_ACTS: dict[str, ValueAct] = {"again": again_at}
