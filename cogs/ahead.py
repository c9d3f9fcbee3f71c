"""*Decide ahead* below a hand: what answers for a player at a slow table."""

from functools import partial
from typing import Final

from bot.delivery.offload import at_once
from bot.door.ephemeral import HandView
from bot.engine.draft import Refusal
from bot.rendering import ahead, answers, pages
from bot.sessions.orders import Decide, TakeBack
from bot.sessions.session import Session
from cogs.base import Interaction, ask, give_page, say, show_hand


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
        await say(interaction, answers.fixed(answers.CONTROL_DEAD))
    elif values[0] == ahead.ASK:
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
