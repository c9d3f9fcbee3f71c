"""Why a move in C.R.A.P. was refused, a sentence an error code, and what would be right."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games.crap.cards import DOUBLE, SINGLE
from bot.rendering import words
from bot.rendering.catalog import say, say_count
from bot.rendering.crap.asking import own_hand, protected
from bot.rendering.refusals import Sentence, not_held
from bot.rendering.scene import Scene


def _not_in_hand(facts: Mapping[str, Any], scene: Scene) -> str:
    first = facts["cards"][0]
    in_hand = own_hand(scene).count(first)
    if first in protected(scene):
        text = say("{card} is protected. A protected card can only be laid in a set.", card=words.card(first))
        return words.first_large(text)
    if in_hand:
        return say_count(
            "You hold {card} once.", "You hold {card} {number} times.", in_hand, card=words.card(first)
        )
    return not_held(facts, scene)


def _bad_count(facts: Mapping[str, Any], _scene: Scene) -> str:
    if isinstance(facts["needed"], int):
        return say_count(
            "Hide one card; you chose {given}.",
            "Hide {number} cards; you chose {given}.",
            facts["needed"],
            given=facts["given"],
        )
    return say(
        "A set is {single} cards, or {double}; you chose {given}.",
        single=SINGLE,
        double=DOUBLE,
        given=facts["given"],
    )


def _not_a_set(facts: Mapping[str, Any], _scene: Scene) -> str:
    ranks = words.ranks_name(facts["rank"])
    if "cards" in facts:
        return say("All of them must be {ranks} or jokers, with one of the {ranks} at least.", ranks=ranks)
    held = {
        "ranks": ranks,
        "copies": words.copies(facts["naturals"]),
        "needed": words.copies(facts["needed"]),
    }
    if facts["jokers"]:
        return say_count(
            "That set needs {needed} {ranks}; you hold {copies}, and a joker.",
            "That set needs {needed} {ranks}; you hold {copies}, and {number} jokers.",
            facts["jokers"],
            **held,
        )
    return say("That set needs {needed} {ranks}; you hold {copies}.", **held)


REFUSALS: Final[Mapping[str, Sentence]] = {
    "not-asked": lambda _f, s: say(
        "You are not asked. Waiting for {players}.", players=words.names(s, s.deciders)
    ),
    "already-answered": lambda _f, _s: say("You have answered; it stands."),
    "bad-target": lambda f, s: say(
        "Choose {players}.", players=words.listed([words.name(s, seat) for seat in f["players"]], "or")
    ),
    "not-in-hand": _not_in_hand,
    "bad-count": _bad_count,
    "not-a-set": _not_a_set,
    "bad-options": lambda _f, _s: say("Name the cards, or say how many jokers; not both."),
    "option-off": lambda _f, _s: say("Forced recycling is off. Put it to the vote: `/allow-forcing`."),
    "option-on": lambda _f, _s: say("Forced recycling is on already."),
    "no-voters": lambda _f, _s: say("Nobody would be left to vote."),
}
