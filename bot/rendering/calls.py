"""Calls for players who have to act: first calls, and last calls when most of the time is over."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import absence, pages, words
from bot.rendering.catalog import message, say
from bot.rendering.options import time_words
from bot.rendering.page import ACCENT, Action, Button, Link, Page, Text, button_rows, text_page
from bot.rendering.pages import face_of, hand_label
from bot.rendering.panel import action
from bot.rendering.scene import Scene

HOURS_FROM_SECONDS: Final = 105 * 60
"""Times of this length or more are given in hours."""
WHERE_TO_LOOK: Final = message(
    "Your cards are in your DMs. Not there? Look under Message Requests, or press **{button}**."
)
"""For players who may not know where Discord puts our DMs."""


def ping(scene: Scene, seats: Sequence[Seat], called: Sequence[Seat]) -> Page:
    """Return a call in the channel, for players who don't get DMs from us. It notifies the `called` seats."""
    return ping_with_line(_your_turn(scene, seats), scene, seats, called)


def ping_with_line(line: str, scene: Scene, seats: Sequence[Seat], called: Sequence[Seat]) -> Page:
    """Return a call in the channel with this first line."""
    dms_closed = [seat for seat in seats if seat in scene.button_only]
    lines = [line]
    if dms_closed and len(seats) > 1:
        lines.append(words.small(say("I can't DM {players}.", players=words.names(scene, dms_closed))))
    elif dms_closed:
        lines.append(words.small(say("I can't DM you.")))
    face = face_of(scene)
    if face.has_hands and (scene.unseen - scene.button_only) & set(seats):
        lines.append(words.small(say(WHERE_TO_LOOK, button=hand_label(face))))
    buttons = button_rows([Button(hand_label(face), action(scene, "hand"), "green")])
    return Page((Text("\n".join(lines)), *buttons), pings=tuple(scene.players[seat] for seat in called))


def _your_turn(scene: Scene, seats: Sequence[Seat]) -> str:
    """Return the line that one or more players have to act."""
    players = words.mentions(scene, seats)
    if len(seats) > 1:
        return say("{players}, table {number} is waiting for you.", players=players, number=scene.session_id)
    return say("{player}, your turn at table {number}.", player=players, number=scene.session_id)


def dm_without_hand(scene: Scene, table_message: int | None = None) -> Page:
    """Return a short call by DM in a game without hands: what led to it, and a link to the table."""
    facts = {"game": scene.game.name, "number": scene.session_id, "channel": words.table_link(scene)}
    line = say("**Your turn at {game}**, table {number} in {channel}.", **facts)
    link = Link(say("Open the table"), words.table_address(scene, table_message))
    return Page((Text(f"{line} {face_of(scene).call_context(scene)}".strip()), link))


def last_with_hand(scene: Scene, now: float) -> Page:
    """Return a last call with the player's hand below the time left. `now` is the table clock's time."""
    hand = pages.dm_hand(scene)
    where = say("Table {number} in {channel}.", number=scene.session_id, channel=words.table_link(scene))
    head = Text(f"{_time_left(scene, now)}\n{words.small(where)}")
    return msgspec.structs.replace(hand, blocks=(head, *hand.blocks[1:]))


def last_page(scene: Scene, now: float) -> Page:
    """Return a last call without a hand: the time left, the table, and what happens at a time-out."""
    text = f"{_time_left(scene, now)}\n{_table_line(scene)}"
    return text_page(text, _open_button(scene), _quiet_button(), accent=ACCENT)


def last_ping(scene: Scene, seats: Sequence[Seat], called: Sequence[Seat], now: float) -> Page:
    """Return a last call in the channel, for players who don't get DMs. Without a deadline, it's a `ping`."""
    if scene.deadline is None:
        return ping(scene, seats, called)
    players = words.mentions(scene, seats)
    facts = {"time": _rounded_time(scene.deadline - now), "number": scene.session_id}
    line = (
        say("{players}, {time} left at table {number}.", players=players, **facts)
        if len(seats) > 1
        else say("{player}, {time} left at table {number}.", player=players, **facts)
    )
    return ping_with_line(line, scene, seats, called)


def _time_left(scene: Scene, now: float) -> str:
    """Return the heading with the time left and the game."""
    time = _rounded_time((scene.deadline or now) - now)
    return words.capitalised(say("### {time} left at {game}", time=time, game=scene.game.name))


def _table_line(scene: Scene) -> str:
    """Return the table's number and channel, and what happens when the clock runs out."""
    return say(
        "Table {number} in {channel}. {notice}",
        number=scene.session_id,
        channel=words.table_link(scene),
        notice=absence.timeout_line(scene),
    )


def _open_button(scene: Scene) -> Button:
    """Return the button that opens the player's own page."""
    return Button(say("Open {game}", game=scene.game.name), action(scene, "own"), "blue")


def _quiet_button() -> Button:
    return Button(say("Quiet hours…"), Action("quiet"))


def _rounded_time(seconds: float) -> str:
    """Return a length of time in minutes, or in hours from `HOURS_FROM_SECONDS` on, rounded."""
    unit = 3600 if seconds >= HOURS_FROM_SECONDS else 60
    return time_words(max(1, round(seconds / unit)) * unit)
