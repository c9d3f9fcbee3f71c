"""The hint rule of a table in readable words, and how many hints were given."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.page import Select
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.rendering.values import Value, select_of
from bot.storage.records import HintsFor

RULES: Final[Mapping[HintsFor, Value]] = {
    "first-games": Value(
        "first-games",
        message("For first games"),
        hint=message("Until a player has finished one game."),
        closed=message("Hints: for first games"),
    ),
    "on": Value(
        "on", message("For everyone"), message("hints for everyone"), closed=message("Hints: for everyone")
    ),
    "off": Value("off", message("Off"), message("no hints"), closed=message("Hints: off")),
}


def rule_named(text: str) -> HintsFor | None:
    """Return the hint rule of this name. None if there isn't one."""
    return next((who for who in RULES if who == text), None)


def select(scene: Scene) -> Select:
    """Return the select for the hint rule of a table."""
    return select_of("", RULES.values(), scene.hints, action(scene, "hints"))


def lobby_lines(scene: Scene) -> list[str]:
    """Return the lobby's note about a hint rule that isn't the usual one. Else empty."""
    text = RULES[scene.hints].changed
    return [say(text)] if text else []


def hints_line(scene: Scene) -> str:
    """Return the result's line with the hints that each player was given. Empty if there were none."""
    counts = Counter(scene.hinted)
    if not counts:
        return ""
    parts = [
        say("{player} {number}", player=words.name(scene, seat), number=counts[seat])
        for seat in sorted(counts)
    ]
    return say("-# Hints: {hints}.", hints=", ".join(parts))
