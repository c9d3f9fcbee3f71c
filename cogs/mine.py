"""`/my-tables`: a user's tables wherever they are, the most urgent first."""

import asyncio

from bot.games import GAMES
from bot.rendering import lobby, mine
from bot.rendering.scene import Scene
from bot.sessions.histories import look_at
from bot.sessions.session import Session
from cogs.base import Interaction, answer, say


async def back_to_mine(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """The button that shows the presser's tables."""
    await show_mine(interaction, back=True)


async def show_mine(interaction: Interaction, *, back: bool = False) -> None:
    """Show a user's tables."""
    user_id = interaction.user.id
    tables = await look_at(interaction.client.sessions, user_id)
    await asyncio.gather(*(interaction.client.names.learn(session) for session in tables.shown))
    page = mine.page(
        mine.Mine(
            live=[(_seen(one, user_id), why) for one, why in tables.live],
            ended=[_seen(one, user_id) for one in tables.ended],
            hidden=tables.hidden,
        ),
        back=back,
        in_server=interaction.guild_id is not None,
    )
    await answer(interaction, page)


async def all_tables(interaction: Interaction, _rest: str, _values: list[str]) -> None:
    """Show all live tables of the server. In a DM those of the asker."""
    if interaction.guild_id is None:
        await show_mine(interaction)
        return
    records = await interaction.client.sessions.in_guild(interaction.guild_id)
    await say(interaction, lobby.tables(records, GAMES))


def _seen(session: Session, user_id: int) -> Scene:
    """A table as a user sees it."""
    return session.scene(session.seat_of(user_id))
