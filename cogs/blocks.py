"""*Not at my tables* in the menu of a user, and the list of everyone who was chosen there."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.app import Cardcrate
from bot.rendering import blocks
from bot.rendering.commands import BLOCK
from bot.sessions.blocks import MAX_LISTED
from cogs.base import Interaction, answer, say
from cogs.inviting import MAX_DIGITS, add_menu


async def block(interaction: Interaction, chosen: discord.Member | discord.User) -> None:
    """Put someone on the list, or offer to take them off it."""
    user_id, lists = interaction.user.id, interaction.client.sessions.blocks
    if chosen.bot or chosen.id == user_id:
        await show_list(interaction, "", [])
    elif chosen.id in await lists.of(user_id):
        await answer(interaction, blocks.is_listed(chosen.id))
    elif await lists.add(user_id, chosen.id):
        await answer(interaction, blocks.added(chosen.id))
    else:
        await say(interaction, blocks.is_full(MAX_LISTED))


async def show_list(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Show the presser's list, from the person whose place is named."""
    first = int(rest) if rest.isdecimal() and len(rest) < MAX_DIGITS else 0
    listed = await interaction.client.sessions.blocks.of(interaction.user.id)
    await answer(interaction, blocks.listing(listed, first))


async def unblock(interaction: Interaction, rest: str, values: list[str]) -> None:
    """Take someone off the presser's list, and show it."""
    other, _, first = rest.partition(" ")
    user_id, lists = interaction.user.id, interaction.client.sessions.blocks
    for listed in await lists.of(user_id):
        if str(listed) == other:
            await lists.take_off(user_id, listed)
    await show_list(interaction, first, values)


BLOCK_ACTS: Final[dict[str, Callable[[Interaction, str, list[str]], Awaitable[None]]]] = {
    "blocked": show_list,
    "unblock": unblock,
}


async def setup(bot: Cardcrate) -> None:
    """Add the menu."""
    add_menu(bot, BLOCK, block)
