"""Who may decide for others: over a server's settings, and over tables that belong to somebody else."""

import discord

from bot.sessions.session import Session
from cogs.base import Interaction


def may_set_server(interaction: Interaction) -> bool:
    """Whether the user manages the server as a whole, by the roles they have now."""
    member = interaction.user
    return isinstance(member, discord.Member) and member.guild_permissions.manage_guild


def may_run(interaction: Interaction, session: Session) -> bool:
    """Whether the user may move and end a table of others: those who may delete the place that it is in.

    Where that place is not known any more, the right must hold in the whole server.
    """
    member, record = interaction.user, session.record
    if not isinstance(member, discord.Member) or member.guild.id != record.guild_id:
        return False
    if member.guild_permissions.manage_guild:
        return True
    place = member.guild.get_channel_or_thread(record.channel_id)
    if record.channel_id == interaction.channel_id:  # Discord itself has said what they may do here
        return _may_delete(interaction.permissions, is_thread=isinstance(interaction.channel, discord.Thread))
    if place is None or (isinstance(place, discord.Thread) and place.parent is None):
        return member.guild_permissions.manage_channels
    return _may_delete(place.permissions_for(member), is_thread=isinstance(place, discord.Thread))


def _may_delete(held: discord.Permissions, *, is_thread: bool) -> bool:
    return held.manage_channels or (is_thread and held.manage_threads)
