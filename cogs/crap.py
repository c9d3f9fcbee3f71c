"""C.R.A.P.'s own commands. Each makes the move it's named after."""

from discord import app_commands

from bot.app import Cardcrate
from bot.engine.cards import RANKS, normalised
from bot.games.crap.cards import MAX_JOKERS
from bot.rendering import words
from cogs.base import CardcrateCog, Choice, Interaction, command
from cogs.completing import choice, seats_for, suggest, suggesting

RANK_CHOICES = [choice(words.RANKS_NAME[rank], rank) for rank in RANKS]


class Crap(CardcrateCog):
    """Commands to challenge, recycle, acquire, protect, and answer the others."""

    @command(name="acquire", description="C.R.A.P.: ask everyone for a rank, honest or bluffing")
    @app_commands.describe(rank="The rank you ask for")
    @app_commands.choices(rank=RANK_CHOICES)
    async def acquire(self, interaction: Interaction, rank: str) -> None:
        """Acquire a rank."""
        await self.play(interaction, "acquire", rank=rank)

    @command(name="protect", description="C.R.A.P.: put a card where nobody can take it")
    @app_commands.describe(card="A card from your hand, like 7S")
    @app_commands.autocomplete(card=suggesting("protect", "card"))
    async def protect(self, interaction: Interaction, card: str) -> None:
        """Protect a card."""
        await self.play(interaction, "protect", card=card)

    @command(name="challenge", description="C.R.A.P.: place cards, guess theirs, draw for every match")
    @app_commands.describe(player="Another player at this table")
    @app_commands.autocomplete(player=seats_for("challenge"))
    async def challenge(self, interaction: Interaction, player: str) -> None:
        """Challenge a player."""
        await self.play(interaction, "challenge", player=player)

    @command(name="recycle", description="C.R.A.P.: recycle your hand and roll for a new one")
    async def recycle(self, interaction: Interaction) -> None:
        """Recycle the hand."""
        await self.play(interaction, "recycle")

    @command(name="score-set", description="C.R.A.P.: score four (or eight) of a kind")
    @app_commands.describe(
        rank="The rank of the set",
        double="Score eight cards as a double set",
        jokers="How many jokers stand in",
        cards="Or name exactly the cards, like 7S,7H,7C,JK",
    )
    @app_commands.autocomplete(rank=suggesting("score", "rank"))
    async def score_set(
        self,
        interaction: Interaction,
        rank: str,
        double: bool | None = None,
        jokers: app_commands.Range[int, 0, MAX_JOKERS] | None = None,
        cards: str | None = None,
    ) -> None:
        """Score a set."""
        await self.play(interaction, "score", rank=rank, double=double, jokers=jokers, cards=cards)

    @score_set.autocomplete("cards")
    async def _complete_cards(self, interaction: Interaction, typed: str) -> list[Choice]:
        rank = interaction.namespace.rank
        return await suggest(interaction, "score", "cards", typed, rank=rank and normalised(rank))

    @command(name="cooperate", description="C.R.A.P.: see each other's hands, then draw a card each")
    @app_commands.describe(player="Another player at this table")
    @app_commands.autocomplete(player=seats_for("cooperate"))
    async def cooperate(self, interaction: Interaction, player: str) -> None:
        """Cooperate with a player."""
        await self.play(interaction, "cooperate", player=player)

    @command(name="believe", description="C.R.A.P.: let it pass, you believe them")
    async def believe(self, interaction: Interaction) -> None:
        """Believe the player who acquires."""
        await self.play(interaction, "believe")

    @command(name="call-bluff", description="C.R.A.P.: call the bluff")
    async def call_bluff(self, interaction: Interaction) -> None:
        """Call the acquiring player's bluff."""
        await self.play(interaction, "call-bluff")


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Crap(bot))
