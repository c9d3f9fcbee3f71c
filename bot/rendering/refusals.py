"""Refusals that every game may give, in the same words everywhere."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.scene import Scene

Facts = Mapping[str, Any]
Sentence = Callable[[Facts, Scene], str]
CARDS: Final = message("Cards look like 7S, 10H or JK.")
"""How cards are written; a game without jokers says it without."""


def bad_card(facts: Facts, how: str = CARDS) -> str:
    """A text that names no card, and how cards are written here."""
    text = words.quoted(facts["text"])
    if not text:
        return say("You named no card. {how}", how=say(how))
    return say("“{text}” is no card. {how}", text=text, how=say(how))


def _unknown_move(facts: Facts, scene: Scene) -> str:
    verbs = words.listed([f"`/{verb}`" for verb in facts["verbs"]])
    return say(
        "{game} has no `/{verb}`; there are {verbs}.", game=scene.game.name, verb=facts["verb"], verbs=verbs
    )


def _waits(facts: Facts, scene: Scene) -> str:
    """Who is to act instead."""
    if scene.asked:
        return say("Not now: something else is asked of you.")
    seats = facts["seats"]
    if len(seats) == 1:
        return say("It is {player}'s turn.", player=words.name(scene, seats[0]))
    return say("Waiting for {players}.", players=words.names(scene, seats))


def not_held(facts: Facts, _scene: Scene) -> str:
    """Cards that are not in the hand."""
    return say("You do not hold {cards}.", cards=words.cards(facts["cards"]))


COMMON: Final[Mapping[str, Sentence]] = {
    "unknown-move": _unknown_move,
    "wrong-phase": _waits,
    "not-your-turn": _waits,
    "bad-card": lambda f, _: bad_card(f),
    "not-in-hand": not_held,
}
