"""Calls of those who haven't acted when most of the time is over."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import absent, calls, pages, words
from bot.rendering.catalog import say
from bot.rendering.options import time_words
from bot.rendering.page import ACCENT, Action, Button, Page, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.scene import Scene

HOURS_FROM_SECONDS: Final = 105 * 60
"""Longer times are given in hours."""


def with_hand(scene: Scene, now: float) -> Page:
    """A player's hand, headed by how much time is left. `now` is the time on the table's clock."""
    hand = pages.hand_by_dm(scene)
    where = say("Table {number} in {channel}.", number=scene.session_id, channel=words.table_link(scene))
    return msgspec.structs.replace(hand, blocks=(Text(f"{_left(scene, now)}\n-# {where}"), *hand.blocks[1:]))


def page(scene: Scene, now: float) -> Page:
    """The table that waits for a player, as they see it, with the way to their hand."""
    text = f"{_left(scene, now)}\n{_where(scene)}"
    return Page((Text(text), *button_rows([_open(scene), _quiet()])), accent=ACCENT)


def ping(scene: Scene, seats: Sequence[Seat], called: Sequence[Seat], now: float) -> Page:
    """The same in the channel, for those whom no DM reaches. Gone as soon as they have acted."""
    if scene.deadline is None:
        return calls.ping(scene, seats, called)
    players = words.players(scene, seats)
    facts = {"time": _time(scene.deadline - now), "number": scene.session_id}
    line = (
        say("{players}, {time} left at table {number}.", players=players, **facts)
        if len(seats) > 1
        else say("{player}, {time} left at table {number}.", player=players, **facts)
    )
    return calls.ping_saying(line, scene, seats, called)


def _left(scene: Scene, now: float) -> str:
    """Return how much time is left, and where."""
    time = _time((scene.deadline or now) - now)
    return words.first_large(say("### {time} left at {game}", time=time, game=scene.game.name))


def _where(scene: Scene) -> str:
    """Return the table's name, and the default for a silent player."""
    return say(
        "Table {number} in {channel}. {silence}",
        number=scene.session_id,
        channel=words.table_link(scene),
        silence=absent.time_up(scene),
    )


def _open(scene: Scene) -> Button:
    """The way to a hand."""
    return Button(say("Open {game}", game=scene.game.name), action(scene, "own"), "blue")


def _quiet() -> Button:
    return Button(say("Quiet hours …"), Action("quiet"))


def _time(seconds: float) -> str:
    """A length of time to the nearest hour, from nearly two hours on, or minute."""
    unit = 3600 if seconds >= HOURS_FROM_SECONDS else 60
    return time_words(max(1, round(seconds / unit)) * unit)
