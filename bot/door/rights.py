"""Users' rights to change a server's settings, run others' tables, and look at ended games."""

import discord

from bot.door.press import Interaction
from bot.sessions.session import Session
from bot.storage.records import Record


def may_set_server(interaction: Interaction) -> bool:
    """Whether the user manages the server, by their present roles."""
    member = interaction.user
    return isinstance(member, discord.Member) and member.guild_permissions.manage_guild


def may_run(interaction: Interaction, record: Record) -> bool:
    """Whether the user may move and end others' tables, because they may delete the table's channel.

    If that channel isn't known any more, they need the right in the whole server.
    """
    member = interaction.user
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


def may_look(interaction: Interaction, session: Session) -> bool:
    """Whether the user may see all of an ended game, as its player or as a reader of its channel.

    Once that channel is gone or isn't known any more, only the players may.
    """
    member, record = interaction.user, session.record
    if member.id in record.players:
        return True
    if not isinstance(member, discord.Member) or member.guild.id != record.guild_id:
        return False
    place = member.guild.get_channel_or_thread(record.channel_id)
    return interaction.channel_id == record.channel_id or (place is not None and _may_read(place, member))


def _may_read(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    if isinstance(place, discord.Thread) and place.parent is None:
        return False
    held = place.permissions_for(member)
    if isinstance(place, discord.Thread) and place.is_private():
        return held.view_channel and held.manage_threads  # Discord doesn't tell us who else was invited
    return held.view_channel


def _may_delete(held: discord.Permissions, *, is_thread: bool) -> bool:
    return held.manage_channels or (is_thread and held.manage_threads)
