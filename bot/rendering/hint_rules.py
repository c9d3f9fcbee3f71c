"""The hint rule of a table in readable words, and how many hints were given."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.page import Choice, Select
from bot.rendering.panel import action
from bot.rendering.scene import Scene
from bot.storage.records import HintsFor

USUAL: Final[HintsFor] = "first-games"
CLOSED: Final[Mapping[HintsFor, str]] = {
    "first-games": message("Hints: for first games"),
    "on": message("Hints: for everyone"),
    "off": message("Hints: off"),
}
CHOICES: Final[Mapping[HintsFor, tuple[str, str]]] = {
    "first-games": (message("For first games"), message("Until a player has finished one game.")),
    "on": (message("For everyone"), ""),
    "off": (message("Off"), ""),
}
CHANGED: Final[Mapping[HintsFor, str]] = {"on": message("hints for everyone"), "off": message("no hints")}


def known(text: str) -> HintsFor | None:
    """The choice of this name."""
    return next((who for who in CHOICES if who == text), None)


def select(scene: Scene) -> Select:
    """Return who may ask for hints, among the options of a table."""
    choices = tuple(
        Choice(
            say(CLOSED[who] if who == scene.hints else label),
            who,
            say(below) if below else None,
            chosen=who == scene.hints,
        )
        for who, (label, below) in CHOICES.items()
    )
    return Select(say(CLOSED[scene.hints]), action(scene, "hints"), choices)


def changed(scene: Scene) -> list[str]:
    """Return what differs from the usual, for the lobby."""
    return [say(CHANGED[scene.hints])] if scene.hints in CHANGED else []


def counted(scene: Scene) -> str:
    """Return how many hints everyone was given, for the result. Nothing where nobody was."""
    counts = Counter(scene.hinted)
    if not counts:
        return ""
    named = [
        say("{player} {number}", player=words.name(scene, seat), number=counts[seat])
        for seat in sorted(counts)
    ]
    return say("-# Hints: {hints}.", hints=", ".join(named))
