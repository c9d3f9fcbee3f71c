"""The data of a page: the screens of some seats, and everything they share, as plain JSON."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.playground import simcord_internals
from bot.playground.seat import Place, Seat, controls_of
from bot.playground.world import World
from bot.rendering.art.pictures import size_of
from bot.rendering.commands import MENUS
from bot.rendering.languages import NAMES

MAX_SHOWN = 60
MAX_AGE = 300.0
"""The age in seconds up to which a warning is sent to pages."""


def state(world: World, keys: list[str]) -> dict[str, Any]:
    """Return everything that a page shows: the messages of these seats, and the facts about all of them."""
    bot = world.env.bot.user
    people = [
        {
            "key": seat.key,
            "id": str(seat.actor.id),
            "name": seat.name,
            "closed": seat.dms_closed,
            "acts": place_to_act(world, seat),
            "language": seat.language,
        }
        for seat in world.seats.values()
    ]
    names = {str(seat.actor.id): seat.name for seat in world.seats.values()}
    return {
        "version": world.version,
        "now": world.env.now().timestamp(),
        "people": people,
        "menus": MENUS,
        "languages": [{"tag": tag, "name": name} for tag, name in NAMES.items()],
        "names": names if bot is None else {**names, str(bot.id): bot.name},
        "channels": {str(world.channel.id): {"name": world.channel.name, "place": "channel"}}
        | {str(one.id): {"name": one.name, "place": str(one.id)} for one in world.channel.threads},
        "threads": [{"id": str(one.id), "name": one.name} for one in world.channel.threads],
        "warnings": [age for age in world.logbook.ages if age < MAX_AGE],
        "fresh": is_fresh(world),
        "table": world.table is not None,
        "seats": {key: screen(world, world.seat(key)) for key in keys},
    }


def place_to_act(world: World, seat: Seat) -> Place | None:
    """Return the place with the controls of a user who must act, or None for everyone else."""
    at = next((place for place, table in world.tables.items() if seat.actor.id in table.deciders), None)
    if at is None:
        return "dm" if seat.actor.id in world.alone else None
    number = str(world.tables[at].number)
    controls = controls_of([part.to_dict() for message in seat.messages("dm") for part in message.components])
    return "dm" if any(control.split(":")[1:2] == [number] for control in controls) else at


def is_fresh(world: World) -> bool:
    """Whether nothing has happened yet: no table, no message anywhere."""
    seats = world.seats.values()
    return world.table is None and not any(seat.messages(place) for seat in seats for place in seat.places)


def screen(world: World, seat: Seat) -> dict[Place, list[dict[str, Any]]]:
    """Return the messages that one user sees in each place."""
    return {
        place: [message_json(world, seat, place, message) for message in seat.messages(place)[-MAX_SHOWN:]]
        for place in seat.places
    }


def message_json(world: World, seat: Seat, place: Place, message: discord.Message) -> dict[str, Any]:
    """Return a message as JSON for a user's page."""
    where = {file: f"/file/{seat.key}/{place}/{message.id}/{file.id}" for file in message.attachments}
    pictures = {file.url: _media(world, file.url, ours) for file, ours in where.items() if _is_picture(file)}
    return {
        "id": str(message.id),
        "author": str(message.author.id),
        "bot": message.author.bot,
        "at": message.created_at.timestamp(),
        "edited": message.edited_at is not None,
        "private": message.flags.ephemeral,
        "language": _language(world, seat, place, message),
        "text": message.system_content if message.is_system() else message.content,
        "files": [
            {"name": file.filename, "url": ours} for file, ours in where.items() if not _is_picture(file)
        ],
        "components": [_with_pictures(component.to_dict(), pictures) for component in message.components],
    }


def _language(world: World, seat: Seat, place: Place, message: discord.Message) -> str | None:
    """Return the tag of a message's language if the bot has one for it. None for messages of people."""
    if not message.author.bot:
        return None
    choices = world.bot.sessions.choices
    if place == "dm" or message.flags.ephemeral:
        return choices.known_user(seat.actor.id).reads
    return choices.language(world.guild.id, message.channel.id)


def _is_picture(file: discord.Attachment) -> bool:
    return (file.content_type or "").startswith("image/")


def _media(world: World, url: str, ours: str) -> dict[str, Any]:
    """Return the address of a picture, and its size, so that the page can reserve space for it."""
    picture = simcord_internals.uploaded(world.env, url)
    if picture is None:
        return {"url": ours, "width": None, "height": None}
    world.album.keep(ours, picture)
    width, height = size_of(picture)
    return {"url": ours, "width": width, "height": height}


def _with_pictures(component: Any, pictures: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return a component whose pictures have the playground's addresses."""
    if isinstance(component, list):
        return [_with_pictures(one, pictures) for one in component]
    if not isinstance(component, dict):
        return component
    if component.get("url") in pictures:
        return pictures[component["url"]]
    return {name: _with_pictures(value, pictures) for name, value in component.items()}
