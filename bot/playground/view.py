"""What a page is shown: the screens of some seats, and what all have in common, as plain JSON."""

from typing import Any

import discord

from bot.playground.seat import PLACES, Place, Seat, controls_of
from bot.playground.world import World

MAX_SHOWN = 60
MAX_AGE = 300.0
"""Seconds for which a warning counts as new."""


def state(world: World, keys: list[str]) -> dict[str, Any]:
    """Everything a page shows for these seats. Nothing of any other seat is in it but its name."""
    bot = world.env.bot.user
    people = [
        {"key": seat.key, "name": seat.name, "closed": seat.dms_closed, "acts": acts(world, seat)}
        for seat in world.seats.values()
    ]
    names = {str(seat.actor.id): seat.name for seat in world.seats.values()}
    return {
        "version": world.version,
        "now": world.env.now().timestamp(),
        "people": people,
        "names": names if bot is None else {**names, str(bot.id): bot.name},
        "channels": {str(world.channel.id): world.channel.name},
        "warnings": [age for age in world.logbook.ages if age < MAX_AGE],
        "fresh": is_fresh(world),
        "table": world.table is not None,
        "seats": {key: screen(world.seat(key)) for key in keys},
    }


def acts(world: World, seat: Seat) -> Place | None:
    """Where a user who must act finds the controls for it; None for everybody else."""
    if seat.actor.id not in world.deciders:
        return None
    controls = controls_of([part.to_dict() for message in seat.messages("dm") for part in message.components])
    return "dm" if any(control.split(":")[1:2] == [str(world.table)] for control in controls) else "channel"


def is_fresh(world: World) -> bool:
    """Whether nothing has happened yet: no table, no message anywhere."""
    seats = world.seats.values()
    return world.table is None and not any(seat.messages(place) for seat in seats for place in PLACES)


def screen(seat: Seat) -> dict[Place, list[dict[str, Any]]]:
    """The messages that one user sees in each place."""
    return {
        place: [shown(seat, place, message) for message in seat.messages(place)[-MAX_SHOWN:]]
        for place in PLACES
    }


def shown(seat: Seat, place: Place, message: discord.Message) -> dict[str, Any]:
    """One message."""
    files = {file.url: f"/picture/{seat.key}/{place}/{message.id}/{file.id}" for file in message.attachments}
    return {
        "id": str(message.id),
        "author": str(message.author.id),
        "bot": message.author.bot,
        "at": message.created_at.timestamp(),
        "edited": message.edited_at is not None,
        "private": message.flags.ephemeral,
        "text": message.content,
        "components": [_with_files(component.to_dict(), files) for component in message.components],
    }


def _with_files(component: Any, files: dict[str, str]) -> Any:
    """A component whose pictures are fetched from us."""
    if isinstance(component, dict):
        return {name: _with_files(value, files) for name, value in component.items()}
    if isinstance(component, list):
        return [_with_files(one, files) for one in component]
    return files.get(component, component) if isinstance(component, str) else component
