"""Refusals in Skrap: for each error code, the reason and what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import EFFECTIVE
from bot.games.skrap.scavenging import Scavenge
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.refusals import ANSWERED, FIRST, NOT_HELD, WAITS, Facts
from bot.rendering.skrap.hands import own_surge, with_value
from bot.rendering.telling import By, Either, Moment, Sentence, Tell


def _usable_text(_facts: Facts, moment: Moment) -> str:
    values = EFFECTIVE[own_surge(moment.scene)]
    weapons = dict.fromkeys(move.weapon for move in moment.scene.legal if isinstance(move, Bot))
    if not weapons:
        return say("Nothing you hold does. Pass.")
    named = words.listed([with_value(card, values[card]) for card in weapons], "or")
    return say("You can use {cards}.", cards=named)


def _pairs(_facts: Facts, moment: Moment) -> str:
    """Return the pairs that the viewer could play instead."""
    pairs = [move for move in moment.scene.legal if isinstance(move, Scavenge)]
    return words.listed([words.cards((move.first, move.second)) for move in pairs], "or")


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": Either(
        lambda _, moment: moment.scene.asked,
        By(
            "phase",
            surge=Tell("Choose your surge card first."),
            throw=Tell("Throw first: rock, paper or scissors."),
            open=Tell("You play first: build any bot."),
            battle=Tell("Destroy the bot or pass."),
            scavenge=Tell("Play a pair as scavengers, or skip it."),
        ),
        WAITS,
    ),
    "already-done": ANSWERED,
    "not-in-hand": Either(
        lambda facts, moment: facts["cards"][0] == own_surge(moment.scene),
        Tell("{card} is your surge card, so you can't play it.", card=FIRST),
        NOT_HELD,
    ),
    "joker-only-weapon": Tell("A joker can only be a weapon."),
    "weapon-not-black": Tell("{card} is red. A weapon is black."),
    "armour-not-red": Tell("{card} is black. Armour is red."),
    "too-weak": Either(
        lambda facts, _: facts["needed"] > facts["armour"],
        Tell("Only a joker destroys armour {number}. {right}", number="armour", right=_usable_text),
        Tell("{weapon} doesn't reach armour {armour}. {right}", right=_usable_text),
    ),
    "must-open": Tell("Whoever plays first can't pass. Build any bot."),
    "not-a-pair": Either(
        _pairs,
        Tell("{first} and {second} aren't a pair. You could play {pairs}.", pairs=_pairs),
        Tell("{first} and {second} aren't a pair, and you don't have one."),
    ),
    "champion-no-scavengers": By(
        "because",
        {
            "heads": Tell("You took the heads, so no scavengers for you."),
            "full-table": Tell("With five players, the champion can't play scavengers."),
            "champion": Tell("The champion is yours, so no scavengers for you."),
        },
    ),
}
