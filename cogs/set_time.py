"""A table for a time: the form of its host, read in the time zone of their quiet hours."""

import asyncio
from collections.abc import Mapping
from datetime import UTC

from bot.rendering import set_time
from bot.sessions.lobby import SetTime
from bot.sessions.session import Session
from bot.sessions.times import MAX_DAYS, known_zone, meant, place_of
from cogs.base import Interaction, answer, ask, open_form, report


async def ask_time(interaction: Interaction, session: Session) -> None:
    """Open the form for the time at which the players mean to start."""
    quiet = (await interaction.client.sessions.choices.of_user(interaction.user.id)).quiet
    field = set_time.field(None if quiet is None else place_of(quiet.zone))
    await open_form(interaction, set_time.title(), f"m:{session.record.id}:time", field)


async def time_given(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Take the time from the form, or take it back where nothing was written."""
    sessions, text = interaction.client.sessions, typed.get(set_time.WHEN, "").strip()
    quiet = (await sessions.choices.of_user(interaction.user.id)).quiet
    zone = None if quiet is None else await asyncio.to_thread(known_zone, quiet.zone)
    at = meant(text, zone or UTC, sessions.clock())
    if text and at is None:
        await answer(interaction, set_time.unreadable(session.scene(None), text, MAX_DAYS))
        return
    refusal = await ask(interaction, session, SetTime(at))
    await report(interaction, session, refusal, set_time.done(at))
