"""Refusals in Craits: for each error code, the reason and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.engine.cards import Suit
from bot.rendering import words
from bot.rendering.catalog import message
from bot.rendering.craits.hands import playable, view_of
from bot.rendering.refusals import WAITS, Facts, bad_card, card_choices
from bot.rendering.telling import By, Either, Joined, Moment, Sentence, Tell, TellCount


def _fitting(_facts: Facts, moment: Moment) -> str:
    """Return the cards that the viewer can play."""
    return card_choices(playable(moment.scene))


def _either_suit(suits: Sequence[Suit]) -> str:
    return words.listed(list(map(words.suit_name, suits)), "or")


def _asked_phase(facts: Facts, moment: Moment) -> str:
    """Return the phase if it asks the viewer for a move, else `waits`."""
    is_asked = facts["phase"] == "between-hands" or moment.scene.viewer in facts["seats"]
    return str(facts["phase"]) if is_asked else "waits"


FITTING: Final[Mapping[str, Any]] = {"cards": ("playable", card_choices)}
INSTEAD: Final = Either(_fitting, Tell("You can play {cards}.", cards=_fitting), Tell("Nothing fits. Draw."))
"""The cards that the viewer can play, or that they must draw."""
REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": By(
        _asked_phase,
        {
            "between-hands": Tell(
                "Hand {number} is over. Deal the next one.",
                number=lambda _, moment: view_of(moment.scene).hand_number,
            ),
            "waits": WAITS,
            "opening-suit": Tell("Name the first suit."),
            **dict.fromkeys(("turn", "count", "play-again", "king-run"), INSTEAD),
        },
    ),
    "bad-card": bad_card(message("Cards look like 7S, 10H or KD.")),
    "count-only": Joined(
        Tell("The count is {number}. Only an ace or a 2 will do.", number="count"),
        Either(_fitting, INSTEAD, Tell("You have none, so draw {number}.", number="count")),
    ),
    "not-playable": Joined(
        Either(
            lambda facts, _: facts["suit"] == facts["top"][-1],
            Tell("{card} doesn't fit on {top}."),
            Tell("{card} doesn't fit on {top} ({suit})."),
        ),
        Either("playable", Tell("You can play {cards}.", **FITTING), Tell("Nothing fits. Draw.")),
    ),
    "suit-needed": Tell("Name a suit for {card}."),
    "wrong-colour": Either(
        lambda facts, _: facts["card"][-1] in "HD",
        Tell("{card} stays red: {suits}.", suits=("suits", _either_suit)),
        Tell("{card} stays black: {suits}.", suits=("suits", _either_suit)),
    ),
    "suit-not-allowed": Tell("Only 8s and 9s name a suit."),
    "not-one-card": Either(
        "left",
        TellCount("You'd have one card left.", "You'd have {number} cards left.", "left"),
        Tell("That would be your last card."),
    ),
    "must-play": Tell("You can play {cards}, so you can't draw.", **FITTING),
    "nothing-to-declare": Tell("You don't have to call anything yet."),
    "self-call": Tell("You can't call yourself out."),
    "no-idiot": Tell("{player} has nothing to answer for."),
    "hand-hidden": Tell("Name the suit first. Then you'll see your hand."),
}
