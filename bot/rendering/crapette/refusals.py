"""Why a move in Crapette was refused, a sentence an error code, and what would be right.

No sentence names a card that lies face down or covered: the engine's facts hold none.
"""

from collections.abc import Mapping
from typing import Final

from bot.games.crapette.cards import COURTS
from bot.games.crapette.lines import MAX_LINE_CHARACTERS, MAX_LINE_ITEMS
from bot.games.crapette.moving import stack_limit
from bot.games.crapette.state import HOUSES
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crapette.piles import pile_top, to_the_mover, view_of
from bot.rendering.crapette.table import options_of
from bot.rendering.refusals import Facts, Sentence
from bot.rendering.scene import Scene


def _wrong_phase(_facts: Facts, scene: Scene) -> str:
    lifted = view_of(scene).lifted
    if lifted is not None:
        return say("Put {card} down first.", card=words.card(lifted))
    return say("You have lifted no card. Lift one from your hand first.")


def _bad_line(facts: Facts, _scene: Scene) -> str:
    if "item" in facts:
        text = words.quoted(facts["item"]) or "?"
        return say("“{text}” is no move. Write `R4-F R3-OC D-L1 R2x3-L1`.", text=text)
    if not facts["items"]:
        return say("You wrote no move. Write `R4-F R3-OC D-L1 R2x3-L1`.")
    return say(
        "At most {items} moves and {characters} characters a line.",
        items=MAX_LINE_ITEMS,
        characters=MAX_LINE_CHARACTERS,
    )


def _option_off(facts: Facts, _scene: Scene) -> str:
    if facts["option"] == "undo":
        return say("No taking back at this table.")
    return say("One card at a time at this table.")


def _too_many(facts: Facts, scene: Scene) -> str:
    chosen, cards, empty = facts["count"], facts["cards"], facts["empty"]
    if chosen > cards:
        return say_count(
            "That house has only one card; you chose {chosen}.",
            "That house has only {number} cards; you chose {chosen}.",
            cards,
            chosen=chosen,
        )
    most = stack_limit(options_of(scene), empty)
    if not empty:
        return say("Without another empty house you take one card; that needs {chosen}.", chosen=chosen)
    return say_count(
        "One more empty house lets you take {most} cards; that needs {chosen}.",
        "{number} more empty houses let you take {most} cards; that needs {chosen}.",
        empty,
        most=most,
        chosen=chosen,
    )


def _no_fit(facts: Facts, scene: Scene) -> str:
    card, pile, top = facts["card"], facts["pile"], facts["top"]
    court = COURTS[options_of(scene).court_order]
    if pile == "finish":
        below = words.card(court.finishes_on(card))
        return say("{card} cannot finish yet: {below} is not there.", card=words.card(card), below=below)
    fitting = court.onto_house(top) if pile in HOUSES else court.onto_load(top)
    told = {
        "card": words.card(card),
        "pile": to_the_mover(pile, scene),
        "top": words.card(top),
        "fitting": words.listed([words.card(one) for one in fitting], "or"),
    }
    if not fitting:
        return say("{card} does not fit on {pile}. Nothing goes onto {top}.", **told)
    return say("{card} does not fit on {pile}. Onto {top} goes only {fitting}.", **told)


def _hand_empty(_facts: Facts, scene: Scene) -> str:
    if pile_top(view_of(scene), "my-discard") is None:
        return say("Your hand is empty, and so is your discard: end your turn.")
    return say("Your hand is empty: turn your discard over.")


def _undo_limit(facts: Facts, _scene: Scene) -> str:
    return say_count(
        "You can take back {most} moves a turn; one is left.",
        "You can take back {most} moves a turn; {number} are left.",
        facts["left"],
        most=facts["limit"],
    )


def _nothing_back(facts: Facts, _scene: Scene) -> str:
    if not facts["possible"]:
        return say("Nothing to take back: your turn has just begun, or a card was lifted or turned up since.")
    return say_count(
        "Only one move can be taken back.", "Only {number} moves can be taken back.", facts["possible"]
    )


def _of_pile(text: str) -> Sentence:
    """A sentence about the pile that was chosen."""
    return lambda facts, scene: words.first_large(say(text, pile=to_the_mover(facts["pile"], scene)))


def _plain(text: str) -> Sentence:
    """A sentence without facts."""
    return lambda _facts, _scene: say(text)


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "bad-line": _bad_line,
    "bad-pile": _plain(message("A card cannot go there by rule: your crapaud and your hand take none.")),
    "bad-count": _plain(message("At least one card.")),
    "source-empty": _of_pile(message("{pile} is empty.")),
    "same-pile": _plain(message("It lies there already.")),
    "count-not-allowed": _plain(message("Only house to house takes several cards.")),
    "option-off": _option_off,
    "count-too-big": _too_many,
    "needs-empty-house": _plain(message("That needs an empty house first.")),
    "target-empty": _of_pile(message("{pile} is empty; it cannot be loaded.")),
    "does-not-fit": _no_fit,
    "shuffle-limit": lambda f, _: say("{number} house moves in a row. Lift a card now.", number=f["limit"]),
    "hand-empty": _hand_empty,
    "hand-not-empty": lambda f, _: say_count(
        "Your hand still has one card.", "Your hand still has {number} cards.", f["cards"]
    ),
    "discard-empty": _plain(message("No discard to turn over: end your turn.")),
    "fill-house-first": lambda f, _: say(
        "Fill {houses} first, then turn your discard over.", houses=words.listed(f["houses"])
    ),
    "not-exhausted": _plain(message("Your turn ends with a discard.")),
    "undo-limit": _undo_limit,
    "nothing-to-undo": _nothing_back,
    "offer-open": _plain(message("Your offer stands.")),
    "offer-limit": _plain(message("One offer a turn.")),
    "no-offer": _plain(message("No offer to answer.")),
}
