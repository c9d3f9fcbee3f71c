"""Refusals that every game may give, in the same words everywhere."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.rendering import words
from bot.rendering.scene import Scene

Facts = Mapping[str, Any]
Sentence = Callable[[Facts, Scene], str]
CARDS: Final = "write cards like 7S, 10H or KD"


def bad_card(facts: Facts, how: str = CARDS) -> str:
    """A text that names no card, and how cards are written here."""
    text = words.quoted(facts["text"])
    return f"“{text}” is not a card here: {how}." if text else f"You named no card: {how}."


def _unknown_move(facts: Facts, scene: Scene) -> str:
    verbs = words.listed([f"`/{verb}`" for verb in facts["verbs"]])
    return f"{scene.game.name} has no `/{facts['verb']}`; there are {verbs}."


COMMON: Final[Mapping[str, Sentence]] = {
    "unknown-move": _unknown_move,
    "wrong-phase": lambda f, s: f"Not now: the table waits for {words.players(s, f['seats'])}.",
    "not-your-turn": lambda f, s: f"It is not your turn: the table waits for {words.players(s, f['seats'])}.",
    "bad-card": lambda f, _: bad_card(f),
    "not-in-hand": lambda f, _: f"You do not hold {words.cards(f['cards'])}; name only cards of your hand.",
}
