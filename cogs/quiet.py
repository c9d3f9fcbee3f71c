"""The form for quiet hours: opened from the settings, or from a call that came at the wrong time."""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.rendering import quiet
from bot.rendering.quiet import Hours
from bot.sessions.preferences import UserPreferences
from bot.sessions.times import QuietHours, place_of, typed_hours, zones_like
from cogs.base import Interaction, answer, open_form

FORM: Final = "m:0:quiet"
"""The form on a page of settings, which the answer replaces."""
BESIDE: Final = "m:0:quiet-beside"
"""The form on a call, which stays. The answer is a message of its own."""


def hours_of(chosen: UserPreferences) -> Hours | None:
    """A user's quiet hours in words."""
    hours = chosen.quiet
    return None if hours is None else Hours(hours.start, hours.end, place_of(hours.zone))


async def ask_hours(interaction: Interaction, rest: str, _values: list[str]) -> None:
    """Open the form from a call, or again with what was typed."""
    await open_hours(interaction, quiet.unpacked(rest), FORM if rest else BESIDE)


async def open_hours(interaction: Interaction, typed: Mapping[str, str], custom_id: str = FORM) -> None:
    """Open the form with the typed text or the present choice."""
    hours = hours_of(await interaction.client.sessions.choices.of_user(interaction.user.id))
    present = {} if hours is None else {"start": str(hours.start), "end": str(hours.end), "zone": hours.place}
    await open_form(interaction, quiet.form_title(), custom_id, *quiet.fields({**present, **typed}))


async def hours_given(interaction: Interaction, typed: Mapping[str, str]) -> QuietHours | None:
    """The quiet hours written into the form. None where they make no sense, and then the user reads why."""
    start, end, zone = (typed.get(name, "") for name in quiet.ENTRIES)
    found = await asyncio.to_thread(typed_hours, start, end, zone)  # a list of zones is many small files
    if isinstance(found, QuietHours):
        return found
    near = await asyncio.to_thread(zones_like, zone) if "zone" in found else []
    await answer(interaction, quiet.wrong_page(found, typed, near))
    return None
