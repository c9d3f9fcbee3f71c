"""Why a move in Skrap was refused, and what would go."""

from collections.abc import Mapping
from typing import Final

from bot.games.skrap.battle import Bot
from bot.games.skrap.cards import EFFECTIVE
from bot.games.skrap.scavenging import Scavenge
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.refusals import ANSWERED, FIRST, NOT_HELD, WAITS, Facts
from bot.rendering.skrap.hands import own_surge, valued
from bot.rendering.telling import By, Either, Moment, Sentence, Tell


def _strong_enough(_facts: Facts, moment: Moment) -> str:
    values = EFFECTIVE[own_surge(moment.scene)]
    weapons = dict.fromkeys(move.weapon for move in moment.scene.legal if isinstance(move, Bot))
    if not weapons:
        return say("Nothing you hold does. Pass.")
    named = words.listed([valued(card, values[card]) for card in weapons], "or")
    return say("You can use {cards}.", cards=named)


def _pairs(_facts: Facts, moment: Moment) -> str:
    """The pairs that the viewer could show instead."""
    pairs = [move for move in moment.scene.legal if isinstance(move, Scavenge)]
    return words.listed([words.cards((move.first, move.second)) for move in pairs], "or")


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": Either(
        lambda _, moment: moment.scene.asked,
        By(
            "phase",
            {
                "surge": Tell("Hide your surge first."),
                "throw": Tell("Throw first: rock, paper or scissors."),
                "open": Tell("You open: build any bot."),
                "battle": Tell("Wreck the bot or pass."),
                "scavenge": Tell("Show a pair, or none."),
            },
        ),
        WAITS,
    ),
    "already-done": ANSWERED,
    "not-in-hand": Either(
        lambda facts, moment: facts["cards"][0] == own_surge(moment.scene),
        Tell("{card} is your surge card. It stays where it is.", card=FIRST),
        NOT_HELD,
    ),
    "joker-only-weapon": Tell("A joker is a weapon only."),
    "weapon-not-black": Tell("{card} is red; a weapon is black."),
    "armour-not-red": Tell("{card} is black; armour is red."),
    "too-weak": Either(
        lambda facts, _: facts["needed"] > facts["armour"],
        Tell("Armour {number} falls to a joker only. {right}", number="armour", right=_strong_enough),
        Tell("{weapon} does not reach armour {armour}. {right}", right=_strong_enough),
    ),
    "must-open": Tell("The opener cannot pass. Build any bot."),
    "not-a-pair": Either(
        _pairs,
        Tell("{first} and {second} aren't a pair. You could show {pairs}.", pairs=_pairs),
        Tell("{first} and {second} aren't a pair, and you don't have one."),
    ),
    "champion-no-scavengers": By(
        "because",
        {
            "heads": Tell("You took the heads, so no pair for you."),
            "full-table": Tell("With five players the champion shows no pair."),
            "champion": Tell("The champion is yours, so no pair for you."),
        },
    ),
}
