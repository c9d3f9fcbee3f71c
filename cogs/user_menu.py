"""The context menu of a user: *Invite to cards*, *Not at my tables*, and the pages of the block list."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import Cardcrate
from bot.games import GAMES
from bot.rendering import blocks, invitations
from bot.rendering.commands import BLOCK, INVITE
from bot.sessions.blocks import MAX_LISTED
from bot.sessions.session import Session
from cogs.base import BadControl, FreeAct, Interaction, answer, answering, live_here, say, server_of
from cogs.mention_requests import members, post_line
from cogs.opening import open_here, show_games

MAX_AN_HOUR: Final = 5
HOUR_SECONDS: Final = 3600.0
MAX_DIGITS: Final = 20
"""The most digits of a user's id."""
MAX_KNOWN: Final = 10_000
"""The most users whose invitations are remembered."""


async def invite(interaction: Interaction, member: discord.Member) -> None:
    """Invite a member to the user's lobby here, or ask which game to open."""
    guild_id = server_of(interaction)
    if member.bot or member.id == interaction.user.id:
        await show_games(interaction)
    elif (lobby := await _own_lobby(interaction)) is not None:
        await _invite(interaction, lobby, member.id)
        await say(interaction, invitations.sent_answer(member.id))
    else:
        server = await interaction.client.sessions.choices.of_server(guild_id)
        games = {name: game for name, game in GAMES.items() if server.plays(name)}
        await answer(interaction, invitations.which_game(games, member.id))


async def invite_to(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Open the chosen game here, and invite the member."""
    user, _, game = rest.partition(" ")
    if game not in GAMES or not user.isdecimal() or len(user) > MAX_DIGITS:
        raise BadControl
    if await _own_lobby(interaction) is None:
        await open_here(interaction, game)
    if (lobby := await _own_lobby(interaction)) is not None:
        await _invite(interaction, lobby, int(user))


async def _own_lobby(interaction: Interaction) -> Session | None:
    """Return this channel's lobby, if the user has a seat there."""
    session = await live_here(interaction)
    if session is None or session.record.status != "lobby":
        return None
    return session if interaction.user.id in session.record.players else None


async def _invite(interaction: Interaction, lobby: Session, user_id: int) -> None:
    """Invite a member in a public line, once for each table, unless they don't want invitations."""
    sessions = interaction.client.sessions
    chosen, now = await sessions.choices.of_user(user_id), sessions.clock()
    if user_id in lobby.invited or user_id in lobby.record.players or not chosen.invites:
        return
    if (await sessions.blocks.blocked_users(user_id)).is_from(*lobby.record.players):
        return
    if not await members(interaction, [user_id]) or not _may_invite(interaction, now):
        return
    lobby.invited.add(user_id)
    facts = lobby.game, lobby.record.id, interaction.user.id, user_id
    line = partial(invitations.line, *facts, pings=chosen.may_ping(now))
    await post_line(interaction, lobby, "i", line)


def _may_invite(interaction: Interaction, now: float) -> bool:
    """Whether a user may invite one more person this hour. If so, it's counted."""
    user_id, invited_at = interaction.user.id, interaction.client.invited_at
    times = [at for at in invited_at.pop(user_id, []) if 0 <= now - at < HOUR_SECONDS]
    is_allowed = len(times) < MAX_AN_HOUR
    invited_at[user_id] = [*times, now] if is_allowed else times
    if len(invited_at) > MAX_KNOWN:
        invited_at.popitem(last=False)
    return is_allowed


INVITING_ACTS: Final = {"invite": invite_to}


def add_menu(bot: Cardcrate, name: str, do: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Add an entry to every user's context menu in servers."""
    menu = app_commands.ContextMenu(
        name=name,
        callback=answering(do),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    bot.tree.add_command(menu)


async def block(interaction: Interaction, chosen: discord.Member | discord.User) -> None:
    """Put someone on the presser's block list, or offer to take them off it."""
    user_id, lists = interaction.user.id, interaction.client.sessions.blocks
    if chosen.bot or chosen.id == user_id:
        await show_list(interaction, "", [])
    elif chosen.id in await lists.of(user_id):
        await answer(interaction, blocks.already_listed(chosen.id))
    elif await lists.add(user_id, chosen.id):
        await answer(interaction, blocks.added_page(chosen.id))
    else:
        await say(interaction, blocks.list_full(MAX_LISTED))


async def show_list(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Show the presser's block list, from the place that a control names."""
    first = int(rest) if rest.isdecimal() and len(rest) < MAX_DIGITS else 0
    listed = await interaction.client.sessions.blocks.of(interaction.user.id)
    await answer(interaction, blocks.list_page(listed, first))


async def unblock(interaction: Interaction, rest: str, values: list[str]) -> None:
    """Take someone off the presser's block list, and show it."""
    other, _, first = rest.partition(" ")
    user_id, lists = interaction.user.id, interaction.client.sessions.blocks
    for listed in await lists.of(user_id):
        if str(listed) == other:
            await lists.take_off(user_id, listed)
    await show_list(interaction, first, values)


BLOCK_ACTS: Final[dict[str, FreeAct]] = {"blocked": show_list, "unblock": unblock}


async def setup(bot: Cardcrate) -> None:
    """Add both entries to the context menu."""
    add_menu(bot, INVITE, invite)
    add_menu(bot, BLOCK, block)
