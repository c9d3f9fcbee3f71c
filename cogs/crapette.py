"""Crapette's own commands.

Autocomplete offers the same in every position, because finding the legal moves is the game.
"""

from typing import Final

from discord import app_commands

from bot.app import Cardcrate
from bot.games.crapette.lines import MAX_LINE_CHARACTERS
from cogs.base import CardcrateCog, Choice, Interaction, command
from cogs.completing import suggest

MAX_COMPLETED_CHARACTERS: Final = 90
"""Longer lines get no autocomplete, because Discord takes at most 100 characters for an entry."""


class Crapette(CardcrateCog):
    """Commands to move cards and lift one."""

    @command(name="move-cards", description="Crapette: make one move, or several in a row")
    @app_commands.describe(moves="Short codes, like D-F L1-R2")
    async def move_cards(
        self, interaction: Interaction, moves: app_commands.Range[str, 1, MAX_LINE_CHARACTERS]
    ) -> None:
        """Make one or several moves in a row."""
        await self.play(interaction, "line", moves=moves)

    @move_cards.autocomplete("moves")
    async def _complete_moves(self, interaction: Interaction, typed: str) -> list[Choice]:
        if len(typed) > MAX_COMPLETED_CHARACTERS:
            return []
        return await suggest(interaction, "line", "moves", typed)

    @command(name="lift-card", description="Crapette: lift your top card")
    async def lift_card(self, interaction: Interaction) -> None:
        """Lift a card."""
        await self.play(interaction, "flip")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Crapette(bot))
