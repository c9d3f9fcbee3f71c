"""The commands of C.R.A.P."""

import discord
from discord import app_commands

from bot.app import Cardcrate
from bot.engine.cards import RANKS, SUITS, typed_rank
from bot.games.crap.cards import MAX_JOKERS
from bot.rendering import words
from cogs.base import CardcrateCog, Choice, Interaction, Opponent, choice, computers_here, suggest, suggesting

RANK_CHOICES = [choice(words.RANKS_NAME[rank], rank) for rank in RANKS]
SUIT_CHOICES = [choice(words.SUIT_NAME[suit], suit) for suit in SUITS]
VOTES = [app_commands.Choice(name="yes", value="yes"), app_commands.Choice(name="no", value="no")]


class Crap(CardcrateCog):
    """Challenge, Recycle, Acquire, Protect; each command makes the move of its name."""

    @app_commands.command(description="Lay a set of four (or eight) equal ranks")
    @app_commands.describe(
        rank="The rank of the set",
        double="Lay eight cards as a double set",
        jokers="How many jokers stand in",
        cards="Or name exactly the cards, for example 7S,7H,7C,JK",
    )
    @app_commands.autocomplete(rank=suggesting("score", "rank"))
    async def score(
        self,
        interaction: Interaction,
        rank: str,
        double: bool | None = None,
        jokers: app_commands.Range[int, 0, MAX_JOKERS] | None = None,
        cards: str | None = None,
    ) -> None:
        """Lay a set."""
        await self.play(
            interaction, "score", rank=typed_rank(rank), double=double, jokers=jokers, cards=cards
        )

    @score.autocomplete("cards")
    async def _score_cards(self, interaction: Interaction, typed: str) -> list[Choice]:
        rank = interaction.namespace.rank
        return await suggest(interaction, "score", "cards", typed, rank=rank and typed_rank(rank))

    @app_commands.command(description="Discard your hand and draw as many cards as two dice show")
    async def recycle(self, interaction: Interaction) -> None:
        """Recycle."""
        await self.play(interaction, "recycle")

    @app_commands.command(description="Ask everybody for a rank, whether you hold it or bluff")
    @app_commands.describe(rank="The rank you ask for")
    @app_commands.choices(rank=RANK_CHOICES)
    async def acquire(self, interaction: Interaction, rank: str) -> None:
        """Acquire."""
        await self.play(interaction, "acquire", rank=rank)

    @app_commands.command(name="call-bluff", description="Say that the acquirer does not hold the rank")
    async def call_bluff(self, interaction: Interaction) -> None:
        """Call the bluff."""
        await self.play(interaction, "call-bluff")

    @app_commands.command(description="Believe that the acquirer holds the rank")
    async def believe(self, interaction: Interaction) -> None:
        """Believe."""
        await self.play(interaction, "believe")

    @app_commands.command(description="Challenge a player to a duel of hidden cards and guesses")
    @app_commands.describe(player="Whom you challenge", computer="Or which computer of this table")
    @app_commands.autocomplete(computer=computers_here)
    async def challenge(
        self, interaction: Interaction, player: discord.User | None = None, computer: str = ""
    ) -> None:
        """Challenge."""
        await self.play(interaction, "challenge", player=Opponent(player, computer))

    @app_commands.command(description="Place cards face down for the challenge; nobody else sees which")
    @app_commands.describe(cards="The cards, for example 5C,9S")
    @app_commands.autocomplete(cards=suggesting("place", "cards"))
    async def place(self, interaction: Interaction, cards: str) -> None:
        """Place."""
        await self.play(interaction, "place", cards=cards)

    @app_commands.command(description="Guess what your opponent has placed")
    @app_commands.describe(rank="A rank", suit="A suit")
    @app_commands.choices(rank=RANK_CHOICES, suit=SUIT_CHOICES)
    async def guess(self, interaction: Interaction, rank: str, suit: str) -> None:
        """Guess."""
        await self.play(interaction, "guess", rank=rank, suit=suit)

    @app_commands.command(description="Put a card out of everybody's reach; nobody else sees which")
    @app_commands.describe(card="A card of your hand, for example 7S")
    @app_commands.autocomplete(card=suggesting("protect", "card"))
    async def protect(self, interaction: Interaction, card: str) -> None:
        """Protect."""
        await self.play(interaction, "protect", card=card)

    @app_commands.command(description="Show each other your hands and draw one card each")
    @app_commands.describe(player="With whom", computer="Or which computer of this table")
    @app_commands.autocomplete(computer=computers_here)
    async def cooperate(
        self, interaction: Interaction, player: discord.User | None = None, computer: str = ""
    ) -> None:
        """Cooperate."""
        await self.play(interaction, "cooperate", player=Opponent(player, computer))

    @app_commands.command(name="force-recycle", description="Have the others vote on making a player recycle")
    @app_commands.describe(player="Who is to recycle", computer="Or which computer of this table")
    @app_commands.autocomplete(computer=computers_here)
    async def force_recycle(
        self, interaction: Interaction, player: discord.User | None = None, computer: str = ""
    ) -> None:
        """Force recycle."""
        await self.play(interaction, "force-recycle", player=Opponent(player, computer))

    @app_commands.command(
        name="allow-forcing", description="Have everyone vote on allowing forced recycling in this game"
    )
    async def allow_forcing(self, interaction: Interaction) -> None:
        """Allow forcing."""
        await self.play(interaction, "allow-forcing")

    @app_commands.command(description="Vote on forced recycling")
    @app_commands.describe(choice="Yes or no")
    @app_commands.choices(choice=VOTES)
    async def vote(self, interaction: Interaction, choice: str) -> None:
        """Vote."""
        await self.play(interaction, "vote", choice=choice)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Crap(bot))
