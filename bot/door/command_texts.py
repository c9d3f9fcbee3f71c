"""What Discord shows of commands, in every language."""

from typing import Final

import discord
from discord import app_commands

from bot.rendering.catalog import say_command
from bot.rendering.languages import ENGLISH, language_of
from bot.rendering.words import first_large

MAX_DESCRIPTION_CHARACTERS: Final = 100


class CommandTexts(app_commands.Translator):
    """Descriptions and values of commands in every language. Names stay, since rules use them."""

    STAY: Final = frozenset(
        (
            app_commands.TranslationContextLocation.command_name,
            app_commands.TranslationContextLocation.group_name,
            app_commands.TranslationContextLocation.parameter_name,
        )
    )

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, or None if Discord is to show the English one."""
        if context.location in self.STAY:
            return None
        if locale is discord.Locale.american_english:
            return string.message  # else Discord may show it what others read
        tag = language_of(locale.value)
        if tag == ENGLISH:
            return None
        found = say_command(tag, string.extras.get("message", string.message))
        if "message" in string.extras:
            found = first_large(found)
        return found[:MAX_DESCRIPTION_CHARACTERS]
