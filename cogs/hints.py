"""*Hint* below a hand."""

from functools import partial

from bot.delivery.offload import at_once
from bot.door.ephemeral import HandView
from bot.engine.draft import Refusal
from bot.rendering import hints
from bot.sessions.session import Session
from cogs.base import Interaction, give_page, show_hand


async def show_hint(interaction: Interaction, session: Session) -> None:
    """Give the asker alone a good move and its reason. Announce first that it takes a moment."""
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
