"""A table for a time: the form of its host, read in the time zone of their quiet hours."""

import asyncio
from collections.abc import Mapping
from datetime import UTC
from typing import Any, Final

from discord import ui

from bot.rendering import set_time
from bot.sessions.lobby import SetTime
from bot.sessions.quiet import known_zone, place_of
from bot.sessions.session import Session
from bot.sessions.times import MAX_DAYS, meant
from cogs.base import Interaction, answer, ask, open_modal, report

WHEN: Final = "when"
"""The field of the form."""
MAX_CHARACTERS: Final = 40


async def ask_time(interaction: Interaction, session: Session) -> None:
    """Open the form for the time at which the players mean to start."""
    quiet = (await interaction.client.sessions.choices.of_user(interaction.user.id)).quiet
    form = ui.Modal(title=set_time.title(), custom_id=f"m:{session.record.id}:time")
    field: ui.TextInput[Any] = ui.TextInput(
        placeholder=set_time.example(), required=False, max_length=MAX_CHARACTERS, custom_id=WHEN
    )
    hint = set_time.hint(None if quiet is None else place_of(quiet.zone))
    form.add_item(ui.Label(text=set_time.label(), description=hint[:100], component=field))
    form.stop()  # `cogs/buttons.py` answers it by its custom id, also after a restart
    await open_modal(interaction, form)


async def time_given(interaction: Interaction, session: Session, typed: Mapping[str, str]) -> None:
    """Take the time from the form, or take it back where nothing was written."""
    sessions, text = interaction.client.sessions, typed.get(WHEN, "").strip()
    quiet = (await sessions.choices.of_user(interaction.user.id)).quiet
    zone = None if quiet is None else await asyncio.to_thread(known_zone, quiet.zone)
    at = meant(text, zone or UTC, sessions.clock())
    if text and at is None:
        await answer(interaction, set_time.unreadable(session.scene(None), text, MAX_DAYS))
        return
    refusal = await ask(interaction, session, SetTime(at))
    await report(interaction, session, refusal, set_time.done(at))
