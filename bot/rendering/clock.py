"""The line that `/table` adds to a table: the players who owe a move, their time, and the default."""

import math

import msgspec

from bot.rendering import absence, pages, words
from bot.rendering.catalog import say, say_count
from bot.rendering.options import time_words
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene


def add_clock(page: Page, scene: Scene, now: float) -> Page:
    """Add the line about the clock below a page of a table."""
    return msgspec.structs.replace(page, blocks=(*page.blocks, Text(words.small(clock_line(scene, now)))))


def clock_line(scene: Scene, now: float) -> str:
    """Return the time left for those who decide. `now` is the table clock's time, since the epoch."""
    closed = words.closed_reason(scene.status)
    if closed or scene.deadline is None or not scene.deciders:
        return " ".join(filter(None, (closed, say("No clock here."))))
    face = pages.face_of(scene)
    if scene.is_idle:
        return pages.next_line(scene, face)
    return say_count(
        "{players} has {time} left. {notice}",
        "{players} have {time} left. {notice}",
        len(scene.deciders),
        players=words.names(scene, scene.deciders),
        time=time_words(_round_down(scene.deadline - now)),
        notice=absence.timeout_line(scene, to_others=not scene.asked),
    )


def _round_down(seconds: float) -> int:
    """Round a time down to whole hours from 2 hours on, and to whole minutes from 2 minutes on."""
    left = max(1, math.ceil(seconds))
    unit = 3600 if left >= 2 * 3600 else 60 if left >= 120 else 1
    return left // unit * unit
