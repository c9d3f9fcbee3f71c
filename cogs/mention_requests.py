"""Public lines that mention users, and *Mention me*: one mention when a channel's next table opens."""

from collections.abc import Callable, Sequence
from functools import partial

import discord
import structlog

from bot.delivery.errors import DeliveryError
from bot.rendering import answers, mention_requests
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.sessions.mention_requests import MAX_WAITING
from bot.sessions.session import Session
from cogs.base import Interaction, Refused, answer, show_hand

log = structlog.get_logger(__name__)


async def change_request(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Store the presser's request to be mentioned, or remove it."""
    if interaction.guild_id != session.record.guild_id:
        raise Refused(answers.text_of(answers.ONLY_IN_SERVERS))
    if session.seat_of(interaction.user.id) is not None:
        await show_hand(interaction, session)
    elif rest != mention_requests.CANCEL:
        await _request(interaction, session)
    else:
        await interaction.client.sessions.mention_requests.take_back(_home(interaction), interaction.user.id)
        await answer(interaction, mention_requests.withdrawn(session.scene(None)))


async def _request(interaction: Interaction, session: Session) -> None:
    sessions, user_id = interaction.client.sessions, interaction.user.id
    if not await sessions.mention_requests.add(_home(interaction), user_id):
        raise Refused(mention_requests.too_many(MAX_WAITING))
    wants_pings = (await sessions.choices.of_user(user_id)).pings
    await answer(interaction, mention_requests.accepted(session.scene(None), pings=wants_pings))


async def mention_waiting(interaction: Interaction, opened: Session) -> None:
    """Post one public line that mentions members who asked for a new table, except its host."""
    sessions, record = interaction.client.sessions, opened.record
    home = _home_of(interaction.client.get_channel(record.channel_id), record.channel_id)
    apart = await sessions.blocks.blocked_users(interaction.user.id)
    waiting = [user for user in await sessions.mention_requests.waiting(home) if not apart.is_from(user)]
    there = await members(interaction, waiting, record.guild_id) if waiting else []
    if there is None:
        return  # Discord doesn't answer, so their requests last until the next table
    ended = await sessions.mention_requests.end(home, waiting)
    users = [user for user in ended if user in there and user != interaction.user.id]
    if not users:
        return
    pings = [user for user in users if (await sessions.choices.of_user(user)).may_ping(sessions.clock())]
    line = partial(mention_requests.next_table, opened.game.name, opened.record.id, users, pings)
    await post_line(interaction, opened, "w", line)


def _home(interaction: Interaction) -> int:
    """Return the channel of a request. A public thread counts as its channel, a private one alone."""
    return _home_of(interaction.channel, interaction.channel_id or 0)


def _home_of(channel: object, channel_id: int) -> int:
    if isinstance(channel, discord.Thread) and not channel.is_private():
        return channel.parent_id
    return channel_id


async def members(
    interaction: Interaction, users: Sequence[int], guild_id: int | None = None
) -> list[int] | None:
    """Return the users who are members of a server. None if Discord doesn't answer."""
    guild_id = guild_id or interaction.guild_id or 0
    known = await interaction.client.names.members(guild_id, users, within=0.0)
    return [user for user in users if known[user] is not None] if len(known) == len(set(users)) else None


async def post_line(interaction: Interaction, table: Session, kind: str, line: Callable[[], Page]) -> None:
    """Post one line in a table's channel and language. If Discord refuses it, the table still works."""
    with speaking(table.language()):
        page = line()
    try:
        nonce, channel_id = f"{kind}{interaction.id}", table.record.channel_id
        await interaction.client.transport.post(channel_id, page, nonce=nonce, purpose="answer")
    except DeliveryError as error:
        log.info("line_not_posted", session=table.record.id, kind=kind, error=str(error))
