"""`/privacy`: what is stored about a user, as a text, as a file, and how to have it deleted."""

import asyncio

from discord import app_commands

from bot.app import Cardcrate
from bot.rendering import answers, mine
from cogs.base import CardcrateCog, Interaction, answer, say, send_files
from cogs.files import file


class Privacy(CardcrateCog):
    """What users may know and decide about what is stored of them."""

    privacy = app_commands.Group(
        name="privacy",
        description="What I store about you, and how to delete it",
    )

    @privacy.command(name="show", description="What is stored about you")
    async def show(self, interaction: Interaction) -> None:
        """Say what is stored, and how much."""
        await say(interaction, answers.stored_about(await self.bot.store.tables_of(interaction.user.id)))

    @privacy.command(name="export", description="All that is stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        """Send everything as JSON, to the asker alone."""
        raw = await self.bot.store.export_of(interaction.user.id)
        exported = await asyncio.to_thread(file, raw, "cardcrate-export.json")
        await send_files(interaction, "", [exported])

    @privacy.command(name="delete", description="Delete what is stored about you")
    async def delete(self, interaction: Interaction) -> None:
        """Ask whether it is meant, because there is no way back, and which tables that costs."""
        staying = await self.bot.sessions.staying(interaction.user.id)
        tables = [mine.named(session.scene(None)) for session in staying]
        await answer(interaction, answers.ask_to_forget(tables))


async def forget(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The button that deletes."""
    is_gone = await interaction.client.sessions.forget(interaction.user.id)
    await say(interaction, answers.fixed(answers.FORGOTTEN if is_gone else answers.SOON_FORGOTTEN))


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
