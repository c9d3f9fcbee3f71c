"""The commands of Skrap; `/pass` is shared with other games."""

from discord import app_commands

from bot.app import Cardcrate
from bot.rendering.words import SHAPE_NAME as NAMES
from cogs.base import CardcrateCog, Interaction, choice, suggesting

SHAPES = [choice(text, shape) for shape, text in NAMES.items()]


class Skrap(CardcrateCog):
    """Surge cards, throws, bots and scavengers; each command makes the move of its name."""

    @app_commands.command(description="Place your surge card; nobody sees it before all have placed one")
    @app_commands.describe(card="A card of your hand, for example 9D; jokers cannot surge")
    @app_commands.autocomplete(card=suggesting("surge", "card"))
    async def surge(self, interaction: Interaction, card: str) -> None:
        """Place a surge card."""
        await self.play(interaction, "surge", card=card)

    @app_commands.command(description="Throw rock, paper or scissors; nobody sees it before all have thrown")
    @app_commands.describe(shape="What you throw")
    @app_commands.choices(shape=SHAPES)
    async def throw(self, interaction: Interaction, shape: str) -> None:
        """Throw."""
        await self.play(interaction, "throw", shape=shape)

    # The method cannot be called `bot`: that is the cog's attribute for the client.
    @app_commands.command(name="bot", description="Build a bot of two cards; it must destroy the current one")
    @app_commands.describe(
        weapon="A black card or a joker, for example 10S or JK", armour="A red card, for example 8D"
    )
    @app_commands.autocomplete(
        weapon=suggesting("bot", "weapon", "armour"), armour=suggesting("bot", "armour", "weapon")
    )
    async def play_bot(self, interaction: Interaction, weapon: str, armour: str) -> None:
        """Play a bot."""
        await self.play(interaction, "bot", weapon=weapon, armour=armour)

    @app_commands.command(description="Play two cards of one rank as scavengers: 11 cards in the next round")
    @app_commands.describe(first="A card of your hand, for example 4C", second="Another one of the same rank")
    @app_commands.autocomplete(
        first=suggesting("scavenge", "first", "second"), second=suggesting("scavenge", "second", "first")
    )
    async def scavenge(self, interaction: Interaction, first: str, second: str) -> None:
        """Play scavengers."""
        await self.play(interaction, "scavenge", first=first, second=second)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Skrap(bot))
