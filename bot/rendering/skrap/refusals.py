"""Why a move in Skrap was refused, a sentence an error code, and what would be right."""

from collections.abc import Container, Mapping
from typing import Final

from bot.engine.cards import JOKER
from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import ARMOURS, EFFECTIVE, WEAPONS
from bot.games.skrap.scavenging import Bar, Scavenge
from bot.rendering import words
from bot.rendering.refusals import CARDS, COMMON, Facts, Sentence, bad_card
from bot.rendering.scene import Scene
from bot.rendering.skrap.sentences import who_must
from bot.rendering.skrap.table import own_hand, own_surge, valued

COMMANDS: Final[Mapping[str, str]] = {
    "surge": "`/surge`",
    "throw": "`/throw`",
    "open": "`/bot`",
    "battle": "`/bot` or `/pass`",
    "scavenge": "`/scavenge` or `/pass`",
}

BARS: Final[Mapping[Bar, str]] = {
    "heads": "You collected heads in this round, so you play no scavengers",
    "full-table": "With {} players the pack has too few cards for the champion's owner to scavenge",
    "champion": "The champion is yours, so scavengers are for the others",
}


def _wrong_phase(facts: Facts, scene: Scene) -> str:
    what = who_must(facts["phase"], facts["seats"], scene)
    return f"That is not possible now: {what} ({COMMANDS[facts['phase']]})."


def _not_in_hand(facts: Facts, scene: Scene) -> str:
    card, hand = facts["cards"][0], own_hand(scene)
    name = "a joker" if card == JOKER else words.card(card)
    if card == own_surge(scene):
        return f"{name} is your surge card and stays where it is; choose from your hand: {words.cards(hand)}."
    if card in hand:
        return f"You have named {name} twice and hold one only; choose another card."
    return COMMON["not-in-hand"](facts, scene)


def _joker(_facts: Facts, scene: Scene) -> str:
    right = {
        "surge": "Place another card.",
        "scavenge": f"Scavengers are two cards of one rank. {_pairs(scene)}",
    }.get(scene.phase, f"Armour is a red card. {_held(scene, ARMOURS)}")
    return f"A joker is a weapon and nothing else. {right}"


def _too_weak(facts: Facts, scene: Scene) -> str:
    weapon, armour, needed = facts["weapon"], facts["armour"], facts["needed"]
    if needed > armour:
        rule = f"Only a joker destroys a red king with the surge bonus (armour {armour})"
    else:
        rule = f"A weapon of {weapon} does not destroy armour of {armour}, that takes {needed} or more"
    return f"{rule}. {_strong_enough(scene)}"


def _strong_enough(scene: Scene) -> str:
    """The weapons that would do, from the legal moves."""
    values = EFFECTIVE[own_surge(scene)]
    weapons = dict.fromkeys(move.weapon for move in scene.legal if isinstance(move, Bot))
    if not weapons:
        return "No bot of yours does, so pass."
    return f"You could use {words.listed([valued(card, values[card]) for card in weapons], 'or')}."


def _not_a_pair(facts: Facts, scene: Scene) -> str:
    first, second = words.card(facts["first"]), words.card(facts["second"])
    return f"{first} and {second} are of different ranks; scavengers are of one. {_pairs(scene)}"


def _pairs(scene: Scene) -> str:
    pairs = [words.cards((move.first, move.second)) for move in scene.legal if isinstance(move, Scavenge)]
    return f"You could play {words.listed(pairs, 'or')}." if pairs else "You have no such two cards, so pass."


def _held(scene: Scene, kind: Container[str]) -> str:
    """Which cards of a kind the viewer holds."""
    return f"Yours: {words.cards(card for card in own_hand(scene) if card in kind)}."


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "already-done": lambda _, s: (
        f"You have answered already, and it cannot be changed. Now {who_must(s.phase, s.deciders, s)}."
    ),
    "bad-card": lambda f, _: bad_card(f, f"{CARDS}, a joker as JK"),
    "not-in-hand": _not_in_hand,
    "joker-only-weapon": _joker,
    "weapon-not-black": lambda f, s: (
        f"{words.card(f['card'])} is red; a weapon is a black card or a joker. {_held(s, WEAPONS)}"
    ),
    "armour-not-red": lambda f, s: (
        f"{words.card(f['card'])} is black; armour is a red card. {_held(s, ARMOURS)}"
    ),
    "too-weak": _too_weak,
    "must-open": lambda _, s: (
        "The opener cannot pass: play a bot of a weapon and an armour with `/bot`. "
        f"Your cards: {words.cards(own_hand(s))}."
    ),
    "not-a-pair": _not_a_pair,
    "champion-no-scavengers": lambda f, s: (
        f"{BARS[f['because']].format(len(s.active))}: {who_must(s.phase, s.deciders, s)}."
    ),
}
