"""Craits' own commands."""

from discord import app_commands

from bot.app import Cardcrate
from bot.engine.cards import SUITS
from bot.rendering import words
from cogs.base import CardcrateCog, Interaction, command
from cogs.completing import choice, seats_for, suggesting

SUIT_CHOICES = [choice(words.SUIT_NAME[suit], suit) for suit in SUITS]


class Craits(CardcrateCog):
    """Commands to play a card, say "one card", and catch anyone who forgot to."""

    @command(name="play-card", description="Craits: play a card")
    @app_commands.describe(
        card="A card from your hand, like 8H",
        suit="The suit you name with an 8 or 9",
        declare="Say “One card!” with it",
    )
    @app_commands.choices(suit=SUIT_CHOICES)
    @app_commands.autocomplete(card=suggesting("play", "card", "suit"))
    async def play_card(
        self, interaction: Interaction, card: str, suit: str | None = None, declare: bool | None = None
    ) -> None:
        """Play a card."""
        await self.play(interaction, "play", card=card, suit=suit, declare=declare)

    @command(name="one-card", description="Craits: say “One card!”")
    async def one_card(self, interaction: Interaction) -> None:
        """Say "one card"."""
        await self.play(interaction, "one-card")

    @command(name="idiot", description="Craits: catch someone who forgot to say it")
    @app_commands.describe(player="Another player at this table")
    @app_commands.autocomplete(player=seats_for("idiot"))
    async def idiot(self, interaction: Interaction, player: str) -> None:
        """Call a player an idiot."""
        await self.play(interaction, "idiot", player=player)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Craits(bot))
