"""The commands of the sixth game: ten lines."""

from discord import app_commands

from bot.app import Cardcrate
from cogs.base import CardcrateCog, Interaction


class HighestCog(CardcrateCog):
    @app_commands.command(description="Play a card face down")
    async def reveal(self, interaction: Interaction, card: str) -> None:
        await self.play(interaction, "reveal", card=card)


async def setup(bot: Cardcrate) -> None:
    await bot.add_cog(HighestCog(bot))
