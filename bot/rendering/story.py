"""What happened, as the table tells it: a few lines, the newest apart from those before it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from operator import eq
from typing import Final

from bot.rendering import words
from bot.rendering.face import Face
from bot.rendering.scene import Scene, Told

MAX_LINES: Final = 4
"""How many past moves leave room for the table on a phone."""
MAX_LINE_CHARACTERS: Final = 300
WINDOW: Final = 24
"""How many past moves mostly make enough lines; to tell all that are at hand takes five times as long."""
SPARE: Final = 4
"""The first lines of a window may lack their beginning, so as many more must come before those shown."""


def story(scene: Scene, face: Face) -> tuple[list[str], str]:
    """The lines before the newest event, oldest first, and the line of that event."""
    past = list(face.remembered(scene.recent, scene))
    newest = newest_of(past, face)
    if newest is None:
        return [], ""
    before, last = _told(past, newest, scene, face)
    return [_short(line) for line in before[-MAX_LINES:]], _short(last)


def _told(past: Sequence[Told], newest: int, scene: Scene, face: Face) -> tuple[list[str], str]:
    """Enough lines before the newest event, and its own, from as few past moves as will do."""
    start = max(0, newest - WINDOW)
    if start:
        before, last = _by_names_of_then(past[start:], newest - start, scene, face)
        if len(before) >= MAX_LINES + SPARE:
            return before, last
    return _by_names_of_then(past, newest, scene, face)


def _by_names_of_then(past: Sequence[Told], newest: int, scene: Scene, face: Face) -> tuple[list[str], str]:
    """The lines before the newest event and its own, with computers that stood in when they came about."""
    if all(told.stand_ins == scene.stand_ins for told in past):  # as it nearly always is: told once
        told_before, last = face.told(past, newest, scene)
        return list(told_before), last
    before = _renamed(past, scene, face, lambda then: face.told(past, newest, then)[0])
    return before, face.told(past, newest, scene.then(past[newest]))[1]


def lines_of(past: Sequence[Told], scene: Scene, face: Face) -> list[str]:
    """Past moves in lines, oldest first, with computers that stood in when they came about."""
    return _renamed(past, scene, face, lambda then: face.lines(past, then))


def _renamed(
    past: Sequence[Told], scene: Scene, face: Face, tell: Callable[[Scene], Sequence[str]]
) -> list[str]:
    """The lines about past moves, each with the names that players had when it was finished."""
    told: list[str] = []
    for end in _changes(past):
        same = map(eq, face.lines(past[:end], scene), tell(scene))
        finished = len(list(takewhile(bool, same)))
        told += tell(scene.then(past[end - 1]))[len(told) : finished]
    now = scene.then(past[-1]) if past else scene
    return [*told, *tell(now)[len(told) :]]


def _changes(past: Sequence[Told]) -> Iterator[int]:
    """The places of moves at which other computers stood in than before."""
    for place, (before, after) in enumerate(pairwise(past), 1):
        if before.stand_ins != after.stand_ins:
            yield place


def newest_of(past: Sequence[Told], face: Face) -> int | None:
    """Which past move the headline tells; None where nothing has happened yet."""
    return next((place for place in range(len(past) - 1, -1, -1) if face.is_news(past[place])), None)


def bold(line: str) -> str:
    """A line in bold as a whole; nothing where there is none."""
    return f"**{line.replace('**', '')}**" if line else ""


def small(lines: Sequence[str]) -> str:
    """Lines in small type."""
    return "\n".join(map(words.small, lines))


def _short(line: str) -> str:
    return line if len(line) <= MAX_LINE_CHARACTERS else line[: MAX_LINE_CHARACTERS - 1] + "…"
