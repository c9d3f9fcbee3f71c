"""The pace of a table in words: in the select behind *More*, in the lobby, among a server's settings."""

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


def known_pace(text: str) -> PaceName | None:
    """Return the pace of this name."""
    return next((pace for pace in PACES if pace == text), None)


def pace_of(scene: Scene) -> PaceName | None:
    """Return the pace of a table, also where nobody has chosen it. None for clocks of its own."""
    if scene.pace is not None:
        return scene.pace
    quick = [pace for pace in ("live", "relaxed") if SECONDS[pace] == scene.seconds]
    return known_pace(quick[0]) if quick else None


def in_a_line(scene: Scene) -> str:
    """`Pace: relaxed, 10 minutes a turn`. Nothing where the game measures time by its rules."""
    if scene.seconds is None:
        return ""
    pace = pace_of(scene)
    if pace is not None:
        return say(PACES[pace].closed)
    return say("Pace: {turn} a turn", turn=time_words(scene.seconds[0]))


def changed(scene: Scene) -> list[str]:
    """Return the pace where someone has chosen one by its name, for the lobby."""
    return [] if scene.pace is None or scene.seconds is None else [say(PACES[scene.pace].changed)]


def select(scene: Scene) -> tuple[Select, ...]:
    """Return the paces to choose from. None where the game measures time by its rules."""
    if scene.seconds is None:
        return ()
    values = select_of("", PACES.values(), pace_of(scene), action(scene, "pace"))
    return (replace(values, label=in_a_line(scene)),)
