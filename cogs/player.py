"""What a player may look at and do in every game: `/hand`, `/table`, `/clock`, `/leave`, `/rules`."""

from discord import app_commands

from bot.app import Cardcrate
from bot.games import GAMES
from bot.rendering import answers, choosing, clock, words
from bot.sessions.session import Session
from cogs import lobby
from cogs.base import CardcrateCog, Choice, Interaction, here, last_here, met_at, say, show_hand
from cogs.rules import show_rules


class Player(CardcrateCog):
    """Looking at the game, and leaving it."""

    @app_commands.command(name="hand", description="Show your cards and what you can do, to you alone")
    async def hand(self, interaction: Interaction) -> None:
        """The asker's private page: of this channel's last game, in a DM also of theirs elsewhere."""
        if interaction.guild_id is None:
            session = await here(interaction) or await self.bot.sessions.seen_by(interaction.user.id)
        else:
            session = await last_here(interaction)
        await self._look(interaction, session)

    @app_commands.command(name="table", description="Show the table, to you alone")
    async def table(self, interaction: Interaction) -> None:
        """The public page, also after the end."""
        await lobby.look(interaction)

    @app_commands.command(name="clock", description="See how much time is left; only you see the answer")
    async def clock(self, interaction: Interaction) -> None:
        """Who decides now, until when, and what happens then."""
        session = await met_at(interaction, await last_here(interaction))
        if session is None:
            return
        await interaction.client.names.learn(session)
        scene = session.scene(session.seat_of(interaction.user.id))
        await say(interaction, clock.text(scene, self.bot.sessions.clocks.time_at(session.record.id)))

    @app_commands.command(name="leave", description="Leave this channel's game for good")
    async def leave(self, interaction: Interaction) -> None:
        """Leave, after a confirmation when the game runs."""
        session = await met_at(interaction, await here(interaction))
        if session is not None:
            await lobby.leave(interaction, session)

    @app_commands.command(name="rules", description="Read a game's rules, to you alone")
    @app_commands.describe(game="Which game, also by another name; left out: the one in this channel")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """The rule text of a game, section by section."""
        session = await here(interaction)
        chosen = session.game.id if session and game is None else choosing.game_called(GAMES, game or "")
        if chosen is None:
            await say(interaction, answers.which_game([one.name for one in GAMES.values()]))
            return
        await show_rules(interaction, chosen, session)

    @rules.autocomplete("game")
    async def _complete_rules(self, _interaction: Interaction, typed: str) -> list[Choice]:
        return [Choice(name=label, value=game_id) for game_id, label in choosing.named(GAMES, typed)]

    async def _look(self, interaction: Interaction, meant: Session | None) -> None:
        session = await met_at(interaction, meant)
        if session is None:
            return
        seat = session.seat_of(interaction.user.id)
        closed = words.closed(session.record.status)
        if seat is None and closed:
            await say(interaction, answers.fixed(answers.NO_SEAT_IN_LAST))
            return
        refusal = None
        if seat is not None and session.state is not None and "hand" in session.game.looks:
            refusal = session.game.look(session.state, seat, "hand")
        note = closed or answers.no_hand(session.game)
        await show_hand(interaction, session, refusal, note=note)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Player(bot))
