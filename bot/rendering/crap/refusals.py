"""Refusals in C.R.A.P.: for each error code, the reason and what would be right."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crap.cards import DOUBLE, SINGLE
from bot.rendering import words
from bot.rendering.catalog import say
from bot.rendering.crap.hands import own_protected
from bot.rendering.refusals import ANSWERED, NOT_HELD, Facts
from bot.rendering.telling import By, Either, Moment, Sentence, Tell, TellCount, always


def _is_protected(facts: Facts, moment: Moment) -> bool:
    return facts["cards"][0] in own_protected(moment.scene)


def _protected_text(facts: Facts, _moment: Moment) -> str:
    card = words.card(facts["cards"][0])
    return words.capitalised(say("{card} is protected, so you can only score it in a set.", card=card))


def _set_form(facts: Facts, _moment: Moment) -> str:
    """Return how the refused set was named: by its `cards`, with `jokers`, or `plain`."""
    return "cards" if "cards" in facts else "jokers" if facts["jokers"] else "plain"


NEEDS: Final[Mapping[str, Any]] = {"copies": ("naturals", words.numeral), "needed": ("needed", words.numeral)}
REFUSALS: Final[Mapping[str, Sentence]] = {
    "not-asked": Either(
        lambda _, moment: moment.scene.deciders,
        Tell(
            "There's nothing for you to answer. Waiting for {players}.",
            players=lambda _, moment: moment.names(moment.scene.deciders),
        ),
        Tell("There's nothing for you to answer."),
    ),
    "already-answered": ANSWERED,
    "bad-target": Tell(
        "Choose {players}.",
        players=lambda facts, moment: words.listed(list(map(moment.name, facts["players"])), "or"),
    ),
    "not-in-hand": Either(_is_protected, _protected_text, NOT_HELD),
    "bad-count": Either(
        lambda facts, _: isinstance(facts["needed"], int),
        TellCount("Place a card. You chose {given}.", "Place {number} cards. You chose {given}.", "needed"),
        Tell(
            "A set is {single} cards, or {double}. You chose {given}.",
            single=always(SINGLE),
            double=always(DOUBLE),
        ),
    ),
    "not-a-set": By(
        _set_form,
        cards=Tell("Use only {ranks} and jokers, and at least one of the {ranks}."),
        jokers=TellCount(
            "That set needs {needed} {ranks}. You hold {copies}, and a joker.",
            "That set needs {needed} {ranks}. You hold {copies}, and {number} jokers.",
            "jokers",
            **NEEDS,
        ),
        plain=Tell("That set needs {needed} {ranks}. You hold {copies}.", **NEEDS),
    ),
    "bad-options": Tell("Name the cards or the number of jokers, not both."),
    "option-off": Tell("Forced recycling is off. Put it to the vote: {command turn}."),
    "option-on": Tell("Forced recycling is already on."),
    "no-voters": Tell("Nobody would be left to vote."),
}
