"""Absent players: computers that sit in for them, what the others choose, and who is back."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.delivery.offload import at_once
from bot.door.press import press_of
from bot.engine.chance import Seat
from bot.rendering import absent, answers
from bot.rendering.scene import Scene
from bot.sessions.absence import Choice, Choose, ComeBack, SitIn
from bot.sessions.session import Session
from bot.sessions.view import Click
from cogs.base import Interaction, answer, ask, end_away, missed, refuse, report_refusal, say

CHOICES: Final[dict[str, Choice]] = {"wait": "wait", "default": "default", "computer": "computer"}


async def sit_in(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Let a computer play for a seat."""
    seat = _seat(session, rest)
    if seat is None:
        await say(interaction, answers.fixed(answers.CONTROL_DEAD))
        return
    refusal = await ask(interaction, session, SitIn(seat))
    scene = await _scene(interaction, session)
    if refusal is not None:
        await refuse(interaction, session, refusal)
    elif seat in scene.stand_ins:
        await answer(interaction, absent.sits_in(scene, seat))
    else:  # the player is back by now
        await say(interaction, absent.is_back(scene, seat))


async def choose(interaction: Interaction, session: Session, revision: int, rest: str) -> None:
    """One of the others has chosen. The line itself says so."""
    if rest not in CHOICES:
        await say(interaction, answers.fixed(answers.CONTROL_DEAD))
        return
    click = Click(interaction.id, press_of(interaction).pressed_at, revision)
    refusal = await interaction.client.sessions.act(
        session, interaction.user.id, Choose(CHOICES[rest]), click
    )
    await report_refusal(interaction, session, refusal)


async def come_back(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """A player takes the seat back, and reads what has happened."""
    seat, wanted = session.seat_of(interaction.user.id), _seat(session, rest)
    if wanted is not None and wanted != seat:
        await say(interaction, absent.not_yours(await _scene(interaction, session), wanted))
        return
    await interaction.client.names.learn(session)
    was = session.scene(seat)
    await end_away(interaction, session)
    refusal = await ask(interaction, session, ComeBack())
    if refusal is not None:
        await refuse(interaction, session, refusal)
        return
    past = await missed(interaction, session, was)
    await answer(interaction, await at_once(lambda now: absent.returned(now, past, was), session.scene(seat)))


def _seat(session: Session, text: str) -> Seat | None:
    """The seat that a control names."""
    seat = int(text) if text.isdecimal() else -1
    return seat if 0 <= seat < len(session.record.players) else None


async def _scene(interaction: Interaction, session: Session) -> Scene:
    await interaction.client.names.learn(session)
    return session.scene(session.seat_of(interaction.user.id))


ABSENCE_ACTS: dict[str, Callable[[Interaction, Session, str, list[str]], Awaitable[None]]] = {
    "sitin": sit_in,
    "back": come_back,
}
"""Controls about absent players, with what stands behind their name."""
