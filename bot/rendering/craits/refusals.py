"""Why a move in Craits was refused, a sentence an error code, and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.cards import Card
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.craits.table import playable, view_of
from bot.rendering.refusals import COMMON, Facts, Sentence, bad_card
from bot.rendering.scene import Scene

CARDS: Final = message("Cards look like 7S, 10H or KD.")


def _wrong_phase(facts: Facts, scene: Scene) -> str:
    if facts["phase"] == "between-hands":
        return say("Hand {number} is over. Deal the next one.", number=view_of(scene).hand_number)
    if scene.viewer not in facts["seats"]:
        return COMMON["wrong-phase"](facts, scene)
    if facts["phase"] == "opening-suit":
        return say("Name the first suit.")
    return _instead(playable(scene))


def _instead(fitting: Sequence[Card]) -> str:
    """What the player can do."""
    if not fitting:
        return say("Nothing of yours fits: draw.")
    return say("You can play {cards}.", cards=words.listed([words.card(card) for card in fitting], "or"))


def _count_only(facts: Facts, scene: Scene) -> str:
    stands = say("The count is {number}: only an ace or a two.", number=facts["count"])
    if not playable(scene):
        draw = say("You have none: draw {number}.", number=facts["count"])
        return f"{stands} {draw}"
    return f"{stands} {_instead(playable(scene))}"


def _not_playable(facts: Facts, _scene: Scene) -> str:
    named = {"card": words.card(facts["card"]), "top": words.card(facts["top"])}
    if facts["suit"] == facts["top"][-1]:
        fault = say("{card} does not fit on {top}.", **named)
    else:
        fault = say("{card} does not fit on {top} ({suit}).", **named, suit=words.suit_name(facts["suit"]))
    return f"{fault} {_instead(facts['playable'])}"


def _must_play(facts: Facts, _scene: Scene) -> str:
    cards = words.listed([words.card(card) for card in facts["playable"]], "or")
    return say("You can play {cards}, so you cannot draw.", cards=cards)


def _wrong_colour(facts: Facts, _scene: Scene) -> str:
    card = words.card(facts["card"])
    suits = words.listed([words.suit_name(suit) for suit in facts["suits"]], "or")
    if facts["card"][-1] in "HD":
        return say("{card} stays red: {suits}.", card=card, suits=suits)
    return say("{card} stays black: {suits}.", card=card, suits=suits)


def _not_one_card(facts: Facts, _scene: Scene) -> str:
    if not facts["left"]:
        return say("You would have no card left.")
    return say_count("You would have one card left.", "You would have {number} cards left.", facts["left"])


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "bad-card": lambda f, _: bad_card(f, CARDS),
    "count-only": _count_only,
    "not-playable": _not_playable,
    "suit-needed": lambda f, _: say("Name a suit for {card}.", card=words.card(f["card"])),
    "wrong-colour": _wrong_colour,
    "suit-not-allowed": lambda _f, _s: say("Only eights and nines name a suit."),
    "not-one-card": _not_one_card,
    "must-play": _must_play,
    "nothing-to-declare": lambda _f, _s: say("You have nothing to say now."),
    "self-call": lambda _f, _s: say("You cannot call yourself."),
    "no-idiot": lambda f, s: say("{player} has nothing to answer for.", player=words.name(s, f["player"])),
    "hand-hidden": lambda _f, _s: say("Name the suit first; then you see your hand."),
}
