"""Calls of those who have not acted when most of the time is over: for one table, or for several at once."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.chance import Seat
from bot.rendering import absent, calls, pages, words
from bot.rendering.catalog import say
from bot.rendering.options import time_words
from bot.rendering.page import Action, Button, Page, Text, button_rows
from bot.rendering.panel import action
from bot.rendering.preferences import ACCENT
from bot.rendering.scene import Scene

MAX_TABLES: Final = 8
"""How many tables one message names; each has a line and a button."""
HOURS_FROM_SECONDS: Final = 105 * 60
"""Longer times are given in hours."""


def with_hand(scene: Scene, now: float) -> Page:
    """A player's hand, headed by how much time is left; `now` is the time on the table's clock."""
    hand = pages.hand(scene)
    where = say("Table {number} in {channel}.", number=scene.session_id, channel=words.table_link(scene))
    return msgspec.structs.replace(hand, blocks=(Text(f"{_left(scene, now)}\n-# {where}"), *hand.blocks[1:]))


def page(scenes: Sequence[Scene], now: float) -> Page:
    """The tables that wait for a player, each scene as that player sees it, with a way to each hand."""
    if len(scenes) == 1:
        text = f"{_left(scenes[0], now)}\n{_where(scenes[0])}"
        return Page((Text(text), *button_rows([_open(scenes[0], scenes), _quiet()])), accent=ACCENT)
    head = words.first_large(say("### {count} tables wait for you", count=words.copies(len(scenes))))
    ordered = sorted(scenes, key=lambda scene: scene.deadline or 0.0)
    lines = [head, *map(_line, ordered)]
    ways = button_rows([_open(scene, scenes) for scene in ordered])
    return Page((Text("\n".join(lines)), *ways, *button_rows([_quiet()])), accent=ACCENT)


def ping(scene: Scene, seats: Sequence[Seat], called: Sequence[Seat], now: float) -> Page:
    """The same in the channel, for those whom no DM reaches; gone as soon as they have acted."""
    if scene.deadline is None:
        return calls.ping(scene, seats, called)
    players = words.listed([scene.mention(seat) for seat in seats])
    facts = {"time": _time(scene.deadline - now), "number": scene.session_id}
    line = (
        say("{players}, {time} left at table {number}.", players=players, **facts)
        if len(seats) > 1
        else say("{player}, {time} left at table {number}.", player=players, **facts)
    )
    return calls.ping_saying(line, scene, seats, called)


def _left(scene: Scene, now: float) -> str:
    """How much time is left, and where."""
    time = _time((scene.deadline or now) - now)
    return words.first_large(say("### {time} left at {game}", time=time, game=scene.game.name))


def _where(scene: Scene) -> str:
    """Which table it is, and what happens if its player does nothing."""
    return say(
        "Table {number} in {channel}. {silence}",
        number=scene.session_id,
        channel=words.table_link(scene),
        silence=absent.time_up(scene),
    )


def _line(scene: Scene) -> str:
    """One of several tables."""
    return say(
        "**{game}**, table {number} in {channel}: {silence}",
        game=scene.game.name,
        number=scene.session_id,
        channel=words.table_link(scene),
        silence=absent.time_up(scene),
    )


def _open(scene: Scene, scenes: Sequence[Scene]) -> Button:
    """The way to a hand, called by its game, or by its table where several play the same."""
    is_only = Counter(one.game.id for one in scenes)[scene.game.id] == 1
    label = (
        say("Open {game}", game=scene.game.name)
        if is_only
        else say("Open table {number}", number=scene.session_id)
    )
    return Button(label, action(scene, "own"), "blue")


def _quiet() -> Button:
    return Button(say("Quiet hours …"), Action(session_id=0, revision=0, act="quiet"))


def _time(seconds: float) -> str:
    """A length of time to the nearest hour, from nearly two hours on, or minute."""
    unit = 3600 if seconds >= HOURS_FROM_SECONDS else 60
    return time_words(max(1, round(seconds / unit)) * unit)
