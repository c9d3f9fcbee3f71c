"""A player's pages in every game: `/hand`, `/table`, `/my-tables`, `/card-rules`."""

import asyncio

from discord import app_commands

from bot.app import Cardcrate
from bot.door.rights import may_look
from bot.games import GAMES
from bot.rendering import answers, choosing, lobby, mine, words
from bot.rendering.scene import Scene
from bot.sessions.histories import look_at
from bot.sessions.session import Session
from cogs.base import (
    CardcrateCog,
    Choice,
    Interaction,
    Refused,
    answer,
    command,
    last_here,
    live_here,
    note_user,
    own_tables,
    say,
    show_hand,
)
from cogs.cards import game_choices
from cogs.completing import table_choices
from cogs.lobby import show_table
from cogs.rules import show_rules


class Player(CardcrateCog):
    """Commands that show hands, tables and rules."""

    @command(name="hand", description="Your cards and your moves (only you see this)")
    @app_commands.describe(table="Which table (default: the one here)")
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the user's hand at this channel's latest table, or in a DM at their latest table anywhere."""
        await look_at_hand(interaction, await self._table_for(interaction, table))

    @command(name="table", description="The table and its clock (only you see this)")
    @app_commands.describe(table="Which table (default: the one here)")
    async def table(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the table, also after its end."""
        await show_table(interaction, await self._table_for(interaction, table), with_clock=True)

    @command(name="my-tables", description="All your tables, your turn first (only you see this)")
    async def my_tables(self, interaction: Interaction) -> None:
        """Show the asker's tables, wherever they are."""
        await show_mine(interaction)

    @command(name="card-rules", description="How to play: the rules in short, and a 2-minute lesson")
    @app_commands.describe(game="Which game (default: the one here)")
    async def card_rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, section by section, or all games."""
        session = await live_here(interaction)
        chosen = session.game.id if session and game is None else choosing.find_game(GAMES, game or "")
        if chosen is None:
            await answer(interaction, choosing.rules_page(GAMES))
            return
        await show_rules(interaction, chosen, session)

    @hand.autocomplete("table")
    @table.autocomplete("table")
    async def _complete_table(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return table_choices(await own_tables(interaction), typed)

    @card_rules.autocomplete("game")
    async def _complete_game(self, _interaction: Interaction, typed: str) -> list[Choice]:
        return game_choices(typed)

    async def _table_for(self, interaction: Interaction, table: int | None) -> Session:
        """Return the table that a command means, by number or by channel. Raises Refused if there's none."""
        if table is not None:
            session = await self.bot.sessions.get(table)
            if session is None or not may_look(interaction, session):
                raise Refused(answers.no_such_table(table))
        elif interaction.guild_id is None:
            session = await live_here(interaction) or await self.bot.sessions.latest_of(interaction.user.id)
        else:
            session = await last_here(interaction)
        return note_user(interaction, session)


async def look_at_hand(interaction: Interaction, session: Session) -> None:
    """Show a player's hand, or the reason why they can't look at it."""
    seat = session.seat_of(interaction.user.id)
    closed = words.closed_reason(session.record.status)
    if seat is None and closed:
        raise Refused(answers.text_of(answers.NOT_IN_LAST_GAME))
    if session.record.status in ("over", "cancelled"):  # the page itself says so
        await show_hand(interaction, session)
        return
    refusal = None
    if seat in session.active and "hand" in session.game.looks:
        refusal = session.game.look(session.state, seat, "hand")
    await show_hand(interaction, session, refusal, note=closed or answers.no_hand(session.game))


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Player(bot))


async def back_to_mine(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Return to the list of the presser's tables."""
    await show_mine(interaction, back=True)


async def show_mine(interaction: Interaction, *, back: bool = False) -> None:
    """Show a user's tables. `back` adds a way back."""
    user_id = interaction.user.id
    tables = await look_at(interaction.client.sessions, user_id)
    await asyncio.gather(*(interaction.client.names.learn(session) for session in tables.shown))
    page = mine.page(
        mine.MyTables(
            live=[(_scene_of(one, user_id), why) for one, why in tables.live],
            ended=[_scene_of(one, user_id) for one in tables.ended],
            hidden=tables.hidden,
        ),
        back=back,
        in_server=interaction.guild_id is not None,
    )
    await answer(interaction, page)


async def all_tables(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Show all live tables of the server, or in a DM the asker's."""
    if interaction.guild_id is None:
        await show_mine(interaction)
        return
    records = await interaction.client.sessions.in_guild(interaction.guild_id)
    await say(interaction, lobby.table_list(records, GAMES))


def _scene_of(session: Session, user_id: int) -> Scene:
    """Return a table's scene for a user."""
    return session.scene(session.seat_of(user_id))
