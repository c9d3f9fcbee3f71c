"""The commands of Crazy Rummy that no other game has; `/draw` is shared."""

from discord import app_commands

from bot.app import Cardcrate
from cogs.base import CardcrateCog, Interaction, suggesting


class CrazyRummy(CardcrateCog):
    """Lay sets, feed open ranks, discard; each command makes the move of its name."""

    @app_commands.command(description="Lay a set of three or more cards of one rank, wilds included")
    @app_commands.describe(cards="The cards of one set, for example JS,JH,6C")
    @app_commands.autocomplete(cards=suggesting("meld", "cards"))
    async def meld(self, interaction: Interaction, cards: str) -> None:
        """Meld."""
        await self.play(interaction, "meld", cards=cards)

    @app_commands.command(description="Lay single cards whose rank lies on the table as a set")
    @app_commands.describe(cards="One card or more, for example JS,9D")
    @app_commands.autocomplete(cards=suggesting("feed", "cards"))
    async def feed(self, interaction: Interaction, cards: str) -> None:
        """Feed."""
        await self.play(interaction, "feed", cards=cards)

    @app_commands.command(description="Discard one card, which ends your turn")
    @app_commands.describe(card="A card of your hand, for example 4C")
    @app_commands.autocomplete(card=suggesting("discard", "card"))
    async def discard(self, interaction: Interaction, card: str) -> None:
        """Discard."""
        await self.play(interaction, "discard", card=card)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(CrazyRummy(bot))
