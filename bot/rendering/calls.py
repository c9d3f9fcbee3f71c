"""Calls for those who have to act: in the channel, and by DM in a game without hands."""

from collections.abc import Sequence
from typing import Final

from bot.engine.chance import Seat
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.page import Button, Link, Page, Text, button_rows
from bot.rendering.pages import face_of, own_page
from bot.rendering.panel import action
from bot.rendering.scene import Scene

NOT_THERE: Final = message(
    "Your cards are in your DMs. Not there? Look under Message Requests, or press **{button}**."
)
"""For those who may never look where Discord puts our DMs."""


def ping(scene: Scene, seats: Sequence[Seat], called: Sequence[Seat]) -> Page:
    """A short call in the channel for those whom no DM reaches, or who want none. Notifies the `called`."""
    return ping_saying(_your_turn(scene, seats), scene, seats, called)


def ping_saying(line: str, scene: Scene, seats: Sequence[Seat], called: Sequence[Seat]) -> Page:
    """The same with another first line."""
    closed = [seat for seat in seats if seat in scene.button_only]
    lines = [line]
    if closed and len(seats) > 1:
        lines.append(words.small(say("I can't DM {players}.", players=words.names(scene, closed))))
    elif closed:
        lines.append(words.small(say("I can't DM you.")))
    face = face_of(scene)
    if face.has_hands and (scene.unseen - scene.button_only) & set(seats):
        lines.append(words.small(say(NOT_THERE, button=own_page(face))))
    buttons = button_rows([Button(own_page(face), action(scene, "hand"), "green")])
    return Page((Text("\n".join(lines)), *buttons), pings=tuple(scene.players[seat] for seat in called))


def _your_turn(scene: Scene, seats: Sequence[Seat]) -> str:
    """That one player has to act, or several."""
    players = words.players(scene, seats)
    if len(seats) > 1:
        return say("{players}, table {number} is waiting for you.", players=players, number=scene.session_id)
    return say("{player}, your turn at table {number}.", player=players, number=scene.session_id)


def by_dm(scene: Scene, table_message: int | None = None) -> Page:
    """A short call by DM in a game without hands: what led to it, and the way to the table."""
    facts = {"game": scene.game.name, "number": scene.session_id, "channel": words.table_link(scene)}
    line = say("**Your turn at {game}**, table {number} in {channel}.", **facts)
    way = Link(say("Open the table"), words.table_address(scene, table_message))
    return Page((Text(f"{line} {face_of(scene).tidings(scene)}".strip()), way))
