"""Why a move in Skrap was refused, and what would go."""

from collections.abc import Mapping
from typing import Final

from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import EFFECTIVE
from bot.games.skrap.scavenging import Bar, Scavenge
from bot.rendering import words
from bot.rendering.catalog import message, say
from bot.rendering.refusals import COMMON, Facts, Sentence, not_held
from bot.rendering.scene import Scene
from bot.rendering.skrap.table import own_hand, own_surge, valued

FIRST: Final[Mapping[str, str]] = {
    "surge": message("Hide your surge first."),
    "throw": message("Throw first: rock, paper or scissors."),
    "open": message("You open: build any bot."),
    "battle": message("Wreck the bot or pass."),
    "scavenge": message("Show a pair, or none."),
}
BARS: Final[Mapping[Bar, str]] = {
    "heads": message("You took the heads, so no pair for you."),
    "full-table": message("With five players the champion shows no pair."),
    "champion": message("The champion is yours, so no pair for you."),
}


def _wrong_phase(facts: Facts, scene: Scene) -> str:
    """What the player is to do instead, or who is."""
    return say(FIRST[facts["phase"]]) if scene.asked else COMMON["wrong-phase"](facts, scene)


def _not_in_hand(facts: Facts, scene: Scene) -> str:
    card = facts["cards"][0]
    if card == own_surge(scene):
        return say("{card} is your surge card. It stays where it is.", card=words.card(card))
    if card in own_hand(scene):
        return say("You hold {card} once.", card=words.card(card))
    return not_held(facts, scene)


def _too_weak(facts: Facts, scene: Scene) -> str:
    """What the weapon lacks, and which ones do not."""
    right = _strong_enough(scene)
    if facts["needed"] > facts["armour"]:
        return say("Armour {number} falls to a joker only. {right}", number=facts["armour"], right=right)
    return say(
        "{weapon} does not reach armour {armour}. {right}",
        weapon=facts["weapon"],
        armour=facts["armour"],
        right=right,
    )


def _strong_enough(scene: Scene) -> str:
    values = EFFECTIVE[own_surge(scene)]
    weapons = dict.fromkeys(move.weapon for move in scene.legal if isinstance(move, Bot))
    if not weapons:
        return say("Nothing of yours does: pass.")
    named = words.listed([valued(card, values[card]) for card in weapons], "or")
    return say("You can use {cards}.", cards=named)


def _not_a_pair(facts: Facts, scene: Scene) -> str:
    pairs = [words.cards((move.first, move.second)) for move in scene.legal if isinstance(move, Scavenge)]
    cards = {"first": words.card(facts["first"]), "second": words.card(facts["second"])}
    if pairs:
        return say(
            "{first} and {second} are no pair. You could show {pairs}.",
            **cards,
            pairs=words.listed(pairs, "or"),
        )
    return say("{first} and {second} are no pair, and you hold none.", **cards)


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "already-done": lambda _f, _s: say("You have answered; it stands."),
    "not-in-hand": _not_in_hand,
    "joker-only-weapon": lambda _f, _s: say("A joker is a weapon only."),
    "weapon-not-black": lambda f, _s: say("{card} is red; a weapon is black.", card=words.card(f["card"])),
    "armour-not-red": lambda f, _s: say("{card} is black; armour is red.", card=words.card(f["card"])),
    "too-weak": _too_weak,
    "must-open": lambda _f, _s: say("The opener cannot pass. Build any bot."),
    "not-a-pair": _not_a_pair,
    "champion-no-scavengers": lambda f, _s: say(BARS[f["because"]]),
}
