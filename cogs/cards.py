"""`/cards`: start a game here. `cogs/opening.py` opens the table."""

from discord import app_commands

from bot.app import Cardcrate
from bot.engine.rule_codes import NotACode, is_like_code, read_code
from bot.engine.spelling import key
from bot.games import GAMES
from bot.rendering import answers, choosing, saved_rules
from bot.rendering.lobby import NAMED_LENGTHS
from bot.rendering.paces import PACES
from cogs.base import CardcrateCog, Choice, Interaction, command
from cogs.completing import MAX_CHOICES, choice
from cogs.lobby import option_choices
from cogs.opening import open_here, show_games

PACE_CHOICES = [app_commands.Choice(name=words.label, value=pace) for pace, words in PACES.items()]
LENGTH_CHOICES = [choice(text, length) for length, text in NAMED_LENGTHS.items()]


class Cards(CardcrateCog):
    """The command that opens tables."""

    @command(name="cards", description="Start a card game here")
    @app_commands.describe(
        game="Which game, by any of its names",
        length="How long a game lasts",
        pace="How much time a turn gets",
        rules="Rules of your own: a code, or name=value like threshold=300",
    )
    @app_commands.choices(length=LENGTH_CHOICES, pace=PACE_CHOICES)
    async def cards(
        self,
        interaction: Interaction,
        game: str | None = None,
        length: str = "",
        pace: str = "",
        rules: str = "",
    ) -> None:
        """Open a lobby, or show all games if the user names none."""
        if game is None and is_like_code(rules):
            try:
                game = read_code(GAMES, rules)[0].id
            except NotACode as problem:
                await show_games(interaction, note=saved_rules.refused(problem))
                return
        if game is None:
            await show_games(interaction)
            return
        game_id = choosing.find_game(GAMES, game)
        if game_id is None:
            await show_games(interaction, note=answers.no_such_game(game))
            return
        await open_here(interaction, game_id, rules, pace, length)

    @cards.autocomplete("game")
    async def _complete_game(self, _interaction: Interaction, typed: str) -> list[Choice]:
        return game_choices(typed)

    @cards.autocomplete("rules")
    async def _complete_rules(self, interaction: Interaction, typed: str) -> list[Choice]:
        chosen = choosing.find_game(GAMES, str(interaction.namespace.game))
        if chosen is None:
            return []
        server = await self.bot.sessions.choices.of_server(interaction.guild_id or 0)
        saved = [Choice(name=name, value=name) for name in server.rules.get(chosen, {})]
        fitting = [one for one in saved if key(typed) in key(one.name)]
        return [*fitting, *option_choices(GAMES[chosen].options, typed)][:MAX_CHOICES]


def game_choices(typed: str) -> list[Choice]:
    """Return autocomplete entries for the games that a typed name may mean."""
    return [app_commands.Choice(name=label, value=game_id) for game_id, label in choosing.match(GAMES, typed)]


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Cards(bot))
