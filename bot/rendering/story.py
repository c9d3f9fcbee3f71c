"""The recent events: the table's lines, the newest one apart, and a summary for a player on turn."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bot.engine.events import TimedOut
from bot.rendering import player_words, words
from bot.rendering.catalog import say
from bot.rendering.face import Face
from bot.rendering.scene import Scene, SeenMove
from bot.rendering.telling import Moment

MAX_LINES: Final = 4
"""The most lines about past moves that leave room for the table on a phone."""
MAX_LINE_CHARACTERS: Final = 300
ROW_CHARACTERS: Final = 54
"""The characters of small type in a row on a phone."""
SUIT_EXTRA: Final = 9
"""The extra characters of a suit in words."""
WINDOW_MOVES: Final = 24
"""The number of past moves that usually gives enough lines. Using all of them takes five times as long."""
SPARE_LINES: Final = 4
"""The lines needed before those shown, because the first ones of a window may lack their beginning."""

MAX_EVENTS: Final = 3
MAX_EVENTS_CHARACTERS: Final = 100
"""The limit for all events together: two lines of small print on a phone."""


def story(scene: Scene, face: Face) -> tuple[list[str], str]:
    """Return the lines before the newest event, oldest first, and the line of that event."""
    past = list(face.remembered(scene.recent, scene))
    newest = newest_of(past, face)
    if newest is None:
        return [], ""
    before, last = _story_lines(past, newest, scene, face)
    return [_short(line) for line in before[-MAX_LINES:]], _short(last)


def newest_lines(lines: Sequence[str]) -> list[str]:
    """Return the newest lines that leave room for a table's picture on a phone, at least one."""
    rows = accumulate(-(-_length(line) // ROW_CHARACTERS) for line in reversed(lines))
    fit = sum(1 for row in rows if row <= MAX_LINES)
    return list(lines[-max(fit, 1) :])


def _length(line: str) -> int:
    """Return about how many characters a line has with its suits in words."""
    return len(line) + SUIT_EXTRA * sum(map(line.count, words.SUIT_SIGN.values()))


def _story_lines(past: Sequence[SeenMove], newest: int, scene: Scene, face: Face) -> tuple[list[str], str]:
    """Return enough lines before the newest event, and its own, from as few past moves as possible."""
    start = max(0, newest - WINDOW_MOVES)
    if start:
        before, last = face.split(past[start:], newest - start, scene)
        if len(before) >= MAX_LINES + SPARE_LINES:
            return before, last
    return face.split(past, newest, scene)


def newest_of(past: Sequence[SeenMove], face: Face) -> int | None:
    """Return the index of the past move in the headline. None if nothing has happened yet."""
    return next((place for place in range(len(past) - 1, -1, -1) if face.is_news(past[place])), None)


def bold(line: str) -> str:
    """Return a whole line in bold. An empty one stays empty."""
    return f"**{line.replace('**', '')}**" if line else ""


def _short(line: str) -> str:
    return line if len(line) <= MAX_LINE_CHARACTERS else line[: MAX_LINE_CHARACTERS - 1] + "…"


def since_turn(scene: Scene, face: Face, above: str = "") -> str:
    """Return the newest events since the viewer's last move, oldest first, without those in `above`."""
    events: list[str] = []
    for text in dict.fromkeys(event for event in _events(scene, face) if event not in above):
        if len(events) == MAX_EVENTS or sum(map(len, (*events, text))) > MAX_EVENTS_CHARACTERS:
            break
        events.append(text)
    return say("Since your turn: {events}", events=" · ".join(reversed(events))) if events else ""


def _events(scene: Scene, face: Face) -> Iterator[str]:
    """Yield a line a move, newest first, back to the viewer's own: their part in it, or its headline.

    It stops at a deal, too, and omits the newest headline if the picture above has it.
    """
    has_headline = scene.is_alone and scene.pictures
    for past in reversed(scene.recent):
        is_own = past.seat == scene.viewer and scene.viewer not in past.stand_ins
        is_deal = past.seat is None and not any(isinstance(event, TimedOut) for event in past.events)
        if is_own or is_deal:
            return
        part = face.move_effect(Moment(scene.as_of(past), past.events))
        headline = player_words.headline_of(past, face.news, scene, words.name)
        text = part.line.removesuffix(".") if part else headline
        is_above = has_headline and not part and past is scene.recent[-1]
        if text and not is_above:
            yield text
