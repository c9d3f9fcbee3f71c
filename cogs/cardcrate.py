"""`/cardcrate`: everything that doesn't have a command of its own."""

from discord import app_commands

from bot.app import Cardcrate
from bot.rendering.cardcrate import CHOICES
from cogs.base import CardcrateCog, Interaction, own_tables
from cogs.completing import choice, table_choices
from cogs.house import open_what


class House(CardcrateCog):
    """Settings, stats, replays, privacy, leaving."""

    @app_commands.command(
        name="cardcrate", description="Everything else: settings, stats, replays, privacy, leaving"
    )
    @app_commands.describe(open="What to open", table="Which table")
    @app_commands.choices(open=[choice(label, what) for what, label in CHOICES.items()])
    async def cardcrate(
        self,
        interaction: Interaction,
        open: str = "",  # noqa: A002 # what Discord shows as the option's name
        table: app_commands.Range[int, 1, 10**15 - 1] | None = None,
    ) -> None:
        """Open what was chosen, or show all of it."""
        await open_what(interaction, open, table)

    @cardcrate.autocomplete("table")
    async def _complete_table(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        ended = await self.bot.sessions.ended_at(interaction.channel_id or 0)
        tables = [*await own_tables(interaction), *([] if ended is None else [ended])]
        return table_choices(tables, typed)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(House(bot))
