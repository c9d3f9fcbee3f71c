"""Verbs that several games share; the game in the channel decides what they mean."""

from discord import app_commands

from bot.app import Cardcrate
from cogs.base import CardcrateCog, Interaction

PILES = [
    app_commands.Choice(name="stock", value="stock"),
    app_commands.Choice(name="discard pile", value="discard"),
]


class Verbs(CardcrateCog):
    """Shared commands; where the present game lacks one, the answer names what it offers instead."""

    @app_commands.command(description="Draw a card")
    @app_commands.describe(pile="From which pile, where the game lets you choose")
    @app_commands.rename(pile="from")
    @app_commands.choices(pile=PILES)
    async def draw(self, interaction: Interaction, pile: str | None = None) -> None:
        """Draw."""
        await self.play(interaction, "draw", **{"from": pile})

    @app_commands.command(name="pass", description="Pass")
    async def pass_(self, interaction: Interaction) -> None:
        """Pass."""
        await self.play(interaction, "pass")

    @app_commands.command(description="Take back your last moves of this turn, where the game allows it")
    @app_commands.describe(steps="How many")
    async def undo(
        self, interaction: Interaction, steps: app_commands.Range[int, 1, 20] | None = None
    ) -> None:
        """Undo."""
        await self.play(interaction, "undo", steps=steps)

    @app_commands.command(description="Give the game up")
    async def resign(self, interaction: Interaction) -> None:
        """Resign."""
        await self.play(interaction, "resign")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Verbs(bot))
