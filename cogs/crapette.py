"""The commands of Crapette that no other game has; `/pass`, `/undo` and `/resign` are shared.

Piles are chosen from fixed lists and lines are completed alike in every position: seeing which moves are
possible is the game.
"""

from typing import Final

from discord import app_commands

from bot.app import Cardcrate
from bot.games.crapette.lifting import PUT_TARGETS
from bot.games.crapette.lines import MAX_LINE_CHARACTERS
from bot.games.crapette.moving import MAX_CARDS
from bot.games.crapette.state import NAMES, SOURCES, TARGETS
from bot.rendering.crapette.piles import TYPED
from cogs.base import CardcrateCog, Choice, Interaction, suggest, typed_choice

FROM = [typed_choice(NAMES[code], TYPED) for code in SOURCES]
TO = [typed_choice(NAMES[code], TYPED) for code in TARGETS]
PUT_TO = [typed_choice(NAMES[code], TYPED) for code in PUT_TARGETS]
MAX_COMPLETED_CHARACTERS: Final = 90
"""Longer lines are not completed: Discord takes at most 100 characters for an entry."""


class Crapette(CardcrateCog):
    """Move, lift, put down, agree on a draw; each command makes the move of its name."""

    @app_commands.command(description="Move a card, or several from house to house")
    @app_commands.describe(
        source="The pile you take from",
        to="The pile you put onto",
        count="How many cards; left out: as many as fit onto a house, else one",
    )
    @app_commands.rename(source="from")
    @app_commands.choices(source=FROM, to=TO)
    async def move(
        self,
        interaction: Interaction,
        source: str,
        to: str,
        count: app_commands.Range[int, 1, MAX_CARDS] | None = None,
    ) -> None:
        """Move cards."""
        await self.play(interaction, "move", **{"from": source, "to": to, "count": count})

    @app_commands.command(description="Make several moves in one go")
    @app_commands.describe(moves="Short codes, for example R4-F R3-OC D-L1 R2x3-L1")
    async def line(
        self, interaction: Interaction, moves: app_commands.Range[str, 1, MAX_LINE_CHARACTERS]
    ) -> None:
        """Make a line of moves."""
        await self.play(interaction, "line", moves=moves)

    @line.autocomplete("moves")
    async def _line_moves(self, interaction: Interaction, typed: str) -> list[Choice]:
        if len(typed) > MAX_COMPLETED_CHARACTERS:
            return []
        return await suggest(interaction, "line", "moves", typed)

    @app_commands.command(description="Lift the top card of your hand; you must put it down then")
    async def flip(self, interaction: Interaction) -> None:
        """Lift a card."""
        await self.play(interaction, "flip")

    @app_commands.command(description="Put the lifted card down; on your own discard pile it ends your turn")
    @app_commands.describe(to="The pile you put it onto")
    @app_commands.choices(to=PUT_TO)
    async def put(self, interaction: Interaction, to: str) -> None:
        """Put the lifted card down."""
        await self.play(interaction, "put", to=to)

    @app_commands.command(
        name="turn-over", description="Make your discard pile your hand, and lift its first card"
    )
    async def turn_over(self, interaction: Interaction) -> None:
        """Turn the pile over."""
        await self.play(interaction, "turn-over")

    @app_commands.command(name="offer-draw", description="Offer your opponent a draw, once in a turn")
    async def offer_draw(self, interaction: Interaction) -> None:
        """Offer a draw."""
        await self.play(interaction, "offer-draw")

    @app_commands.command(name="accept-draw", description="Accept the draw that your opponent offers")
    async def accept_draw(self, interaction: Interaction) -> None:
        """Accept a draw."""
        await self.play(interaction, "accept-draw")

    @app_commands.command(name="decline-draw", description="Decline the draw that your opponent offers")
    async def decline_draw(self, interaction: Interaction) -> None:
        """Decline a draw."""
        await self.play(interaction, "decline-draw")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Crapette(bot))
