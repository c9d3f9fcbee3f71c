"""Controls about absent players: seat a stand-in, choose whether to wait, and come back."""

from typing import Final

from bot.delivery.page_rendering import render_now
from bot.door.press import press_of
from bot.engine.chance import Seat
from bot.rendering import absence
from bot.sessions.absence import Choice, Choose, ComeBack, SitIn
from bot.sessions.session import Session
from bot.sessions.view import Click
from cogs.base import (
    BadControl,
    Interaction,
    Refused,
    ValueAct,
    answer,
    ask,
    check,
    end_away,
    missed_moves,
    say,
    seen,
)

CHOICES: Final[dict[str, Choice]] = {"wait": "wait", "default": "default", "computer": "computer"}


async def sit_in(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Let a computer play for a seat: the presser's own, or an absent player's."""
    seat = _seat(session, rest)
    if seat is None:
        raise BadControl
    check(session, await ask(interaction, session, SitIn(seat)))
    scene = await seen(interaction, session)
    if seat in scene.stand_ins:
        await answer(interaction, absence.stand_in_page(scene, seat))
    else:  # the player is back by now
        await say(interaction, absence.already_back(scene, seat))


async def choose(interaction: Interaction, session: Session, revision: int, rest: str) -> None:
    """Choose what happens to players whose time is up. The line in the channel shows the choice."""
    if rest not in CHOICES:
        raise BadControl
    click = Click(interaction.id, press_of(interaction).pressed_at, revision)
    refusal = await interaction.client.sessions.act(
        session, interaction.user.id, Choose(CHOICES[rest]), click
    )
    check(session, refusal)
    await interaction.client.replies.give_silently(interaction)


async def come_back(interaction: Interaction, session: Session, rest: str, _values: list[str]) -> None:
    """Give a player their seat back, and show them what has happened."""
    seat, wanted = session.seat_of(interaction.user.id), _seat(session, rest)
    if wanted is not None and wanted != seat:
        raise Refused(absence.not_your_button(await seen(interaction, session), wanted))
    old = await seen(interaction, session)
    await end_away(interaction, session)
    check(session, await ask(interaction, session, ComeBack()))
    past = await missed_moves(interaction, session, old)
    page = await render_now(lambda now: absence.greeting(now, past, old), session.scene(seat))
    await answer(interaction, page)


def _seat(session: Session, text: str) -> Seat | None:
    """Return the seat that a control names."""
    seat = int(text) if text.isdecimal() else -1
    return seat if 0 <= seat < len(session.record.players) else None


ABSENCE_ACTS: dict[str, ValueAct] = {"sitin": sit_in, "back": come_back}
"""Controls about absent players that need the rest of their custom id."""
