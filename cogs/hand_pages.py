"""Pages that take the place of a hand's actions: *Hint* and *Decide ahead*."""

from functools import partial
from typing import Final

from bot.delivery.offload import at_once
from bot.door.ephemeral import HandView
from bot.engine.draft import Refusal
from bot.rendering import ahead, answers, hints, pages
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.session import Session
from cogs.base import Dead, Interaction, ask, give_page, show_hand


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


async def decide_ahead(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Show what can be decided, or the hand where that's nothing."""
    await session.learn_choices()
    await interaction.client.names.learn(session)
    seat = session.seat_of(interaction.user.id)
    scene = session.scene(seat)
    if seat is None or not scene.plans:
        is_quick = seat is not None and not session.record.is_unhurried
        await show_hand(interaction, session, Refusal("not-slow") if is_quick else None)
        return
    page = await at_once(partial(ahead.page, face=pages.face_of(scene)), scene)
    await give_page(interaction, session, HandView(scene, page, is_filling=True))


async def decided(interaction: Interaction, session: Session, rest: str, values: list[str]) -> None:
    """Decide one kind ahead by a select, or be asked again."""
    kind = rest.partition(" ")[0]
    if len(values) != 1 or not kind:
        raise Dead
    if values[0] == ahead.ASK:
        await _take_back(interaction, session, TakeBack(kind))
    else:
        await show_hand(interaction, session, await ask(interaction, session, Decide(kind, values[0])))


async def taken_back(interaction: Interaction, session: Session, _rest: str, _values: list[str]) -> None:
    """Be asked again about everything."""
    await _take_back(interaction, session, TakeBack())


async def _take_back(interaction: Interaction, session: Session, request: TakeBack) -> None:
    refusal = await ask(interaction, session, request)
    await show_hand(interaction, session, refusal, note=answers.fixed(ahead.ASKED_AGAIN))


AHEAD_ACTS: Final = {"ahead": decide_ahead, "plan": decided, "unplan": taken_back}
