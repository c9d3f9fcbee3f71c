"""The additions of `/table` to a table: players who owe a move, the time left, and the default."""

import math

import msgspec

from bot.rendering import absent, pages, words
from bot.rendering.catalog import say, say_count
from bot.rendering.options import time_words
from bot.rendering.page import Page, Text
from bot.rendering.scene import Scene


def told(page: Page, scene: Scene, now: float) -> Page:
    """Return a page of a table with its clock below."""
    return msgspec.structs.replace(page, blocks=(*page.blocks, Text(words.small(text(scene, now)))))


def text(scene: Scene, now: float) -> str:
    """How much time those who decide have left. `now` is the time on the table's clock, since the epoch."""
    closed = words.closed(scene.status)
    if closed or scene.deadline is None or not scene.deciders:
        return " ".join(filter(None, (closed, say("No clock here."))))
    face = pages.face_of(scene)
    if scene.is_idle:
        return pages.next_line(scene, face)
    return say_count(
        "{players} has {time} left. {silence}",
        "{players} have {time} left. {silence}",
        len(scene.deciders),
        players=words.names(scene, scene.deciders),
        time=time_words(_rounded(scene.deadline - now)),
        silence=absent.time_up(scene, to_others=not scene.asked),
    )


def _rounded(seconds: float) -> int:
    """Time as people state it: whole hours from two, whole minutes from two, else seconds."""
    left = max(1, math.ceil(seconds))
    unit = 3600 if left >= 2 * 3600 else 60 if left >= 120 else 1
    return left // unit * unit
