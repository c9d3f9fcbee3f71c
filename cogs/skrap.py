"""Skrap's own commands."""

from discord import app_commands

from bot.app import Cardcrate
from bot.engine.cards import RANK_OF, normalised
from bot.games.skrap.scavenging import Scavenge
from cogs.base import CardcrateCog, Choice, Interaction, command
from cogs.completing import matching, moves_here, suggesting


class Skrap(CardcrateCog):
    """Commands to choose a surge card, build bots and scavenge."""

    @command(name="surge-card", description="Skrap: choose your surge card")
    @app_commands.describe(card="A card from your hand, like 9D (not a joker)")
    @app_commands.autocomplete(card=suggesting("surge", "card"))
    async def surge_card(self, interaction: Interaction, card: str) -> None:
        """Choose a surge card."""
        await self.play(interaction, "surge", card=card)

    @command(name="build-bot", description="Skrap: build a bot from a weapon and armour")
    @app_commands.describe(weapon="A black card or a joker, like 10S or JK", armour="A red card, like 8D")
    @app_commands.autocomplete(
        weapon=suggesting("bot", "weapon", "armour"), armour=suggesting("bot", "armour", "weapon")
    )
    async def build_bot(self, interaction: Interaction, weapon: str, armour: str) -> None:
        """Build a bot."""
        await self.play(interaction, "bot", weapon=weapon, armour=armour)

    @command(name="scavenge", description="Skrap: play a pair for 11 cards next round")
    @app_commands.describe(pair="The rank of your pair, like 4")
    async def scavenge(self, interaction: Interaction, pair: str) -> None:
        """Play scavengers."""
        rank = normalised(pair)
        pairs = await _pairs(interaction)
        cards = pairs.get(rank) or (f"{rank}C", f"{rank}S")  # then the rules refuse it with the reason
        await self.play(interaction, "scavenge", first=cards[0], second=cards[1])

    @scavenge.autocomplete("pair")
    async def _complete_pair(self, interaction: Interaction, typed: str) -> list[Choice]:
        named = [(rank, rank) for rank in await _pairs(interaction)]
        return [Choice(name=name, value=value) for name, value in matching(named, typed)]


async def _pairs(interaction: Interaction) -> dict[str, tuple[str, str]]:
    """Return the first pair of each rank that the asker can scavenge with."""
    pairs: dict[str, tuple[str, str]] = {}
    for move in await moves_here(interaction):
        if isinstance(move, Scavenge):
            pairs.setdefault(RANK_OF[move.first], (move.first, move.second))
    return pairs


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Skrap(bot))
