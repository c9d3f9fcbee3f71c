"""The commands of Craits that no other game has; `/draw` is shared."""

import discord
from discord import app_commands

from bot.app import Cardcrate
from bot.engine.cards import SUITS
from bot.rendering import words
from cogs.base import CardcrateCog, Interaction, Opponent, choice, computers_here, suggesting

SUIT_CHOICES = [choice(words.SUIT_NAME[suit], suit) for suit in SUITS]


class Craits(CardcrateCog):
    """Play, name suits, say "one card" and catch who did not; each command makes the move of its name."""

    # The method cannot be called `play`: that is how every cog makes a move.
    @app_commands.command(name="play", description="Play a card; an eight or nine may name a suit")
    @app_commands.describe(
        card="A card of your hand, for example 8H",
        suit="The suit you name: needed with an 8, possible with a 9",
        declare='Say "one card" with it, if it leaves you exactly one',
    )
    @app_commands.choices(suit=SUIT_CHOICES)
    @app_commands.autocomplete(card=suggesting("play", "card", "suit"))
    async def play_card(
        self, interaction: Interaction, card: str, suit: str | None = None, declare: bool | None = None
    ) -> None:
        """Play a card."""
        await self.play(interaction, "play", card=card, suit=suit, declare=declare)

    @app_commands.command(description="Name the suit of the eight or nine that you turned up as dealer")
    @app_commands.describe(suit="The suit to begin with; for a nine only one of its colour")
    @app_commands.choices(suit=SUIT_CHOICES)
    async def suit(self, interaction: Interaction, suit: str) -> None:
        """Name the suit."""
        await self.play(interaction, "suit", suit=suit)

    @app_commands.command(name="one-card", description='Say "one card" after a play that left you one')
    async def one_card(self, interaction: Interaction) -> None:
        """Declare."""
        await self.play(interaction, "one-card")

    @app_commands.command(description='Catch an opponent who has one card left and did not say "one card"')
    @app_commands.describe(player="Who forgot to say it", computer="Or which computer of this table")
    @app_commands.autocomplete(computer=computers_here)
    async def idiot(
        self, interaction: Interaction, player: discord.User | None = None, computer: str = ""
    ) -> None:
        """Call somebody an idiot."""
        await self.play(interaction, "idiot", player=Opponent(player, computer))

    @app_commands.command(description="Deal the next hand")
    async def deal(self, interaction: Interaction) -> None:
        """Deal."""
        await self.play(interaction, "deal")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Craits(bot))
