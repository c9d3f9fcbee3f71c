"""Crazy Rummy's own commands."""

from discord import app_commands

from bot.app import Cardcrate
from cogs.base import CardcrateCog, Interaction, command
from cogs.completing import suggesting

PILES = [
    app_commands.Choice(name="stock", value="stock"),
    app_commands.Choice(name="discard pile", value="discard"),
]


class CrazyRummy(CardcrateCog):
    """Commands to draw, lay sets, feed and discard."""

    @command(name="draw-card", description="Crazy Rummy: draw from the stock or the discard pile")
    @app_commands.describe(pile="From which pile")
    @app_commands.rename(pile="from")
    @app_commands.choices(pile=PILES)
    async def draw_card(self, interaction: Interaction, pile: str | None = None) -> None:
        """Draw a card."""
        await self.play(interaction, "draw", **{"from": pile})

    @command(name="lay-set", description="Crazy Rummy: lay three or more of a kind")
    @app_commands.describe(cards="The cards of one set, like JS,JH,6C")
    @app_commands.autocomplete(cards=suggesting("meld", "cards"))
    async def lay_set(self, interaction: Interaction, cards: str) -> None:
        """Lay a set."""
        await self.play(interaction, "meld", cards=cards)

    @command(name="feed-cards", description="Crazy Rummy: add cards to sets on the table")
    @app_commands.describe(cards="One card or more, like JS,9D")
    @app_commands.autocomplete(cards=suggesting("feed", "cards"))
    async def feed_cards(self, interaction: Interaction, cards: str) -> None:
        """Feed cards to sets on the table."""
        await self.play(interaction, "feed", cards=cards)

    @command(name="discard-card", description="Crazy Rummy: discard and end your turn")
    @app_commands.describe(card="A card from your hand, like 4C")
    @app_commands.autocomplete(card=suggesting("discard", "card"))
    async def discard_card(self, interaction: Interaction, card: str) -> None:
        """Discard a card."""
        await self.play(interaction, "discard", card=card)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(CrazyRummy(bot))
