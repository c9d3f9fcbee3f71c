"""The one error handler, for commands, buttons, selects and forms alike."""

from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.delivery.layouts import laid_out
from bot.door.press import answered, press_of
from bot.rendering import answers, pages
from bot.rendering.page import Page
from bot.storage.errors import NotInstalled, NotSaved, SeenBefore, Stale, StoreError

CHANGED: Final = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""A command as Discord still has it, but not as this program knows it."""
log = structlog.get_logger(__name__)


async def answer_error(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """The one error handler, for commands, buttons, selects and modals alike.

    1. the interaction was carried out before: say nothing
    2. another change was first, or the database didn't write: say so, nothing happened
    3. the game of the table isn't installed: say which, and let the host end the table
    4. the command has changed: say how to go on
    5. not allowed here: say what is missing
    6. anything else is a bug: log all of it, and let the table show what was done
    """
    match error:
        case SeenBefore():
            return
        case Stale():
            sentence = answers.fixed(answers.FASTER)
        case NotInstalled():
            await give(interaction, answers.not_installed(error.record, interaction.user.id))
            return
        case NotSaved():
            log.error("not_saved", error=str(error))
            sentence = answers.fixed(answers.NOT_SAVED)
        case StoreError():
            log.error("store_failed", error=str(error))
            sentence = answers.fixed(answers.DAMAGED)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            sentence = answers.fixed(answers.COMMAND_CHANGED)
        case app_commands.CheckFailure():
            sentence = answers.fixed(answers.ONLY_IN_SERVERS)
        case _:
            log.error("interaction_failed", exc_info=error)
            sentence = answers.fixed(answers.OUR_FAULT)
    await give(interaction, pages.said(sentence))


async def give(interaction: discord.Interaction[Any], page: Page) -> None:
    """Show only this user a page, whether or not the interaction has been answered."""
    await press_of(interaction).settle()
    with laid_out(page) as (view, _):
        if interaction.response.is_done():
            await answered(lambda: interaction.followup.send(view=view, ephemeral=True))
        else:
            await answered(lambda: interaction.response.send_message(view=view, ephemeral=True))
