"""Hints: `/hint`, and *Hint* below a hand."""

from functools import partial

from discord import app_commands

from bot.app import Cardcrate
from bot.delivery.offload import at_once
from bot.door.ephemeral import HandView
from bot.engine.draft import Refusal
from bot.rendering import hints
from bot.sessions.session import Session
from cogs.base import CardcrateCog, Interaction, give_page, here, met_at, show_hand


async def show_hint(interaction: Interaction, session: Session) -> None:
    """Say to the asker alone which move is good and why; first that it is being thought about."""
    seat, giver = session.seat_of(interaction.user.id), interaction.client.sessions.hints
    if seat is None or session.record.status != "playing":
        await show_hand(interaction, session)
        return
    await session.learn_choices()
    await interaction.client.names.learn(session)
    if (refusal := giver.refusal(session, seat)) is not None:
        await show_hand(interaction, session, refusal)
        return
    if giver.given(session, seat) is None:
        scene = session.scene(seat)
        page = await at_once(hints.thinking, scene)
        await give_page(interaction, session, HandView(scene, page, is_filling=True))
    move = await giver.give(session, seat)
    if isinstance(move, Refusal):
        await show_hand(interaction, session, move)
        return
    notes = await giver.notes(session, seat)
    if giver.given(session, seat) != move:  # the table has moved on meanwhile
        await show_hand(interaction, session, Refusal("stale"))
        return
    scene = session.scene(seat)
    page = await at_once(partial(hints.page, move=move, notes=notes), scene)
    await give_page(interaction, session, HandView(scene, page, is_filling=True))


class Hints(CardcrateCog):
    """Hints by command, for those who play by text."""

    @app_commands.command(name="hint", description="See a good move and why, to you alone")
    async def hint(self, interaction: Interaction) -> None:
        """A hint for the asker's present decision: in this channel's game, in a DM in their latest."""
        if interaction.guild_id is None:
            meant = await self.bot.sessions.seen_by(interaction.user.id)
        else:
            meant = await here(interaction)
        session = await met_at(interaction, meant)
        if session is not None:
            await show_hint(interaction, session)


async def setup(bot: Cardcrate) -> None:
    """Load the cog."""
    await bot.add_cog(Hints(bot))
