"""The words for a table's pace, in the lobby, its options and the command that opens a table."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.rendering.catalog import message, say
from bot.rendering.options import time_words
from bot.rendering.page import Select
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.rendering.values import Value, select_of
from bot.storage.records import SECONDS, PaceName

PACES: Final[Mapping[PaceName, Value]] = {
    "live": Value(
        "live",
        message("Live"),
        message("a minute a turn"),
        message("A minute a turn. Then the game goes on without you."),
        message("Pace: live, a minute a turn"),
    ),
    "relaxed": Value(
        "relaxed",
        message("Relaxed"),
        message("10 minutes a turn"),
        message("10 minutes a turn. Then the game goes on without you."),
        message("Pace: relaxed, 10 minutes a turn"),
    ),
    "slow-1": Value(
        "slow-1",
        message("Slow, 1 day"),
        message("a day a turn"),
        message("A day a turn. Then the others decide."),
        message("Pace: slow, a day a turn"),
    ),
    "slow-2": Value(
        "slow-2",
        message("Slow, 2 days"),
        message("2 days a turn"),
        message("Two days a turn. Then the others decide."),
        message("Pace: slow, two days a turn"),
    ),
    "slow-3": Value(
        "slow-3",
        message("Slow, 3 days"),
        message("3 days a turn"),
        message("Three days a turn. Then the others decide."),
        message("Pace: slow, three days a turn"),
    ),
    "none": Value(
        "none",
        message("No clock"),
        message("no clock"),
        message("Nobody is hurried, nobody is skipped."),
        message("Pace: no clock"),
    ),
}


def parse_pace(text: str) -> PaceName | None:
    """Return the pace with this name, or None."""
    return next((pace for pace in PACES if pace == text), None)


def pace_of(scene: Scene) -> PaceName | None:
    """Return a table's chosen pace, else the quick one with the same times. None if no pace has them."""
    if scene.pace is not None:
        return scene.pace
    quick = [pace for pace in ("live", "relaxed") if SECONDS[pace] == scene.seconds]
    return parse_pace(quick[0]) if quick else None


def pace_line(scene: Scene) -> str:
    """Return the pace's line: `Pace: live, a minute a turn`. Empty if the game's rules measure time."""
    if scene.seconds is None:
        return ""
    pace = pace_of(scene)
    if pace is not None:
        return say(PACES[pace].closed)
    return say("Pace: {turn} a turn", turn=time_words(scene.seconds[0]))


def lobby_lines(scene: Scene) -> list[str]:
    """Return the lobby's words for a pace that someone has chosen. Empty without one."""
    return [] if scene.pace is None or scene.seconds is None else [say(PACES[scene.pace].changed)]


def select(scene: Scene) -> tuple[Select, ...]:
    """Return the select of paces. Empty if the game's rules measure time."""
    if scene.seconds is None:
        return ()
    values = select_of("", PACES.values(), pace_of(scene), action(scene, "pace"))
    return (replace(values, label=pace_line(scene)),)
