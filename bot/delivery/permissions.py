"""Which permission the bot lacks in a channel, as far as Discord has told."""

from collections.abc import Mapping
from typing import Any, Final

import discord

NEEDED: Final[Mapping[str, str]] = {"view_channel": "View Channel", "send_messages": "Send Messages"}
NEEDED_IN_THREADS: Final[Mapping[str, str]] = {
    "view_channel": "View Channel",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""Without these not even text can be sent."""


def missing(channel: Any) -> str | None:
    """The first permission that text in a channel needs and the bot lacks. None when none is known to be."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    needed = NEEDED_IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    held = channel.permissions_for(channel.guild.me)
    return next((name for flag, name in needed.items() if not getattr(held, flag)), None)
