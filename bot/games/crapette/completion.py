"""Suggestions for options, the same in every position, because players must find moves themselves (R5)."""

from collections.abc import Mapping
from typing import Any

from bot.engine.chance import Seat
from bot.engine.draft import Refusal
from bot.engine.spelling import plain
from bot.games.crapette.lifting import PUT_TARGETS
from bot.games.crapette.lines import MAX_LINE_CHARACTERS, SEPARATORS, read_line
from bot.games.crapette.moving import MAX_CARDS
from bot.games.crapette.state import MAX_UNDO_STEPS, NAMES, SOURCES, TARGETS, State


def complete(state: State, seat: Seat, verb: str, option: str, given: Mapping[str, Any]) -> list[str]:
    """Return the suggestions for an option. A line gets its possible continuations."""
    if (verb, option) == ("line", "moves"):
        return continuations(str(given.get(option, "")))
    return _CHOICES.get((verb, option), [])


_CHOICES = {
    ("move", "from"): [NAMES[code] for code in SOURCES],
    ("move", "to"): [NAMES[code] for code in TARGETS],
    ("move", "count"): [str(number) for number in range(1, MAX_CARDS + 1)],
    ("put", "to"): [NAMES[code] for code in PUT_TARGETS],
    ("undo", "steps"): [str(number) for number in range(1, MAX_UNDO_STEPS + 1)],
}


def continuations(text: str) -> list[str]:
    """Return lines that begin with this text: itself if complete, then each completion of its last item."""
    complete_line = [] if isinstance(read_line(text), Refusal) else [text]
    word = SEPARATORS.split(text)[-1]
    written, typed = text[: len(text) - len(word)], plain(word).upper()
    items = (item for item in _longer_items(typed) if item.startswith(typed) and item != typed)
    longer = [written + item.replace("X", "x") for item in items]
    return [line for line in (*complete_line, *longer) if len(line) <= MAX_LINE_CHARACTERS]


def _longer_items(word: str) -> list[str]:
    """Return the continuations of an item: a source, after `R2X` a count, then a target."""
    start, dash, _ = word.partition("-")
    source, cross, _ = start.partition("X")
    if source not in SOURCES:
        return [f"{code}-" for code in SOURCES]
    if cross and not dash:
        return [f"{source}X{number}-" for number in range(2, MAX_CARDS + 1)]
    return [f"{start}-{target}" for target in TARGETS]
