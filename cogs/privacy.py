"""`/privacy`: what is stored about a user, as a text, as a file, and how to have it deleted."""

import io
import json

import discord
from discord import app_commands

from bot.app import Cardcrate
from bot.delivery.answering import answered
from bot.rendering import answers
from cogs.base import ALSO_IN_DMS, CardcrateCog, Interaction, answer, say


class Privacy(CardcrateCog):
    """What users may know and decide about what is stored of them."""

    privacy = app_commands.Group(
        name="privacy",
        description="What I store about you, and how to delete it",
        allowed_contexts=ALSO_IN_DMS,
    )

    @privacy.command(name="show", description="What is stored about you")
    async def show(self, interaction: Interaction) -> None:
        """Say what is stored, and how much."""
        known = await self.bot.store.known_of(interaction.user.id)
        await say(interaction, answers.stored_about(len(known.get("tables", ()))))

    @privacy.command(name="export", description="All that is stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """Send everything as JSON, to the asker alone."""
        known = await self.bot.store.known_of(interaction.user.id)
        raw = json.dumps(known, ensure_ascii=False, indent=1).encode()
        file = discord.File(io.BytesIO(raw), filename="cardcrate-export.json")
        await answered(lambda: interaction.response.send_message(file=file, ephemeral=True))

    @privacy.command(name="delete", description="Delete what is stored about you")
    async def delete(self, interaction: Interaction) -> None:
        """Ask whether it is meant, because there is no way back."""
        await answer(interaction, answers.ask_to_forget())


async def forget(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The button that deletes."""
    staying = await interaction.client.sessions.forget(interaction.user.id)
    if staying:
        tables = [(one.record.id, one.record.channel_id) for one in staying]
        await say(interaction, answers.still_seated(tables))
        return
    await say(interaction, answers.fixed(answers.FORGOTTEN))


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
