"""The pace of a table in words: in the select behind *More*, in the lobby, among a server's settings."""

from collections.abc import Mapping
from typing import Final, get_args

from bot.rendering.catalog import message, say
from bot.rendering.options import time_words
from bot.rendering.page import Choice, Select
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.storage.records import SECONDS, PaceName

PACES: Final[tuple[PaceName, ...]] = get_args(PaceName)
LABELS: Final[Mapping[PaceName, str]] = {
    "live": message("Live"),
    "relaxed": message("Relaxed"),
    "slow-1": message("Slow, 1 day"),
    "slow-2": message("Slow, 2 days"),
    "slow-3": message("Slow, 3 days"),
    "none": message("No clock"),
}
OWN: Final = message("The game's own")
"""A server's words for a pace that wasn't chosen."""
HINTS: Final[Mapping[PaceName, str]] = {
    "live": message("A minute a turn. Then the game goes on without you."),
    "relaxed": message("10 minutes a turn. Then the game goes on without you."),
    "slow-1": message("A day a turn. Then the others decide."),
    "slow-2": message("Two days a turn. Then the others decide."),
    "slow-3": message("Three days a turn. Then the others decide."),
    "none": message("Nobody is hurried, nobody is skipped."),
}
CLOSED: Final[Mapping[PaceName, str]] = {
    "live": message("Pace: live, a minute a turn"),
    "relaxed": message("Pace: relaxed, 10 minutes a turn"),
    "slow-1": message("Pace: slow, a day a turn"),
    "slow-2": message("Pace: slow, two days a turn"),
    "slow-3": message("Pace: slow, three days a turn"),
    "none": message("Pace: no clock"),
}
SMALL: Final[Mapping[PaceName, str]] = {
    "live": message("a minute a turn"),
    "relaxed": message("10 minutes a turn"),
    "slow-1": message("a day a turn"),
    "slow-2": message("2 days a turn"),
    "slow-3": message("3 days a turn"),
    "none": message("no clock"),
}


def known_pace(text: str) -> PaceName | None:
    """The pace of this name."""
    return next((pace for pace in PACES if pace == text), None)


def pace_of(scene: Scene) -> PaceName | None:
    """The pace of a table, also where nobody has chosen it. None for clocks of its own."""
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
        return say(CLOSED[pace])
    return say("Pace: {turn} a turn", turn=time_words(scene.seconds[0]))


def changed(scene: Scene) -> list[str]:
    """Return the pace where someone has chosen one by its name, for the lobby."""
    return [] if scene.pace is None or scene.seconds is None else [say(SMALL[scene.pace])]


def select(scene: Scene) -> tuple[Select, ...]:
    """The paces to choose from. None where the game measures time by its rules."""
    if scene.seconds is None:
        return ()
    present = pace_of(scene)
    choices = tuple(
        Choice(
            say(CLOSED[pace] if pace == present else LABELS[pace]),
            pace,
            say(HINTS[pace]),
            chosen=pace == present,
        )
        for pace in PACES
    )
    return (Select(in_a_line(scene), action(scene, "pace"), choices),)
