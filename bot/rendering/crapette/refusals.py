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
from bot.rendering.crapette.piles import pile_top, to_the_mover
from bot.rendering.crapette.table import options_of, sheet_of
from bot.rendering.refusals import Facts, Sentence
from bot.rendering.scene import Scene


def _wrong_phase(_facts: Facts, scene: Scene) -> str:
    lifted = sheet_of(scene).lifted
    if lifted is not None:
        return f"Put {words.card(lifted)}, the card you have lifted, down first, with `/put`."
    return "You have no lifted card to put down. `/flip` lifts one from your hand; `/move` moves the others."


def _bad_line(facts: Facts, _scene: Scene) -> str:
    how = "Write moves like `R4-F R3-OC D-L1 R2x3-L1`: from D, C or a house to F, OD, OC or a house."
    if "item" in facts:
        return f"{_typed(facts['item'])} is not a move. {how}"
    if not facts["items"]:
        return f"You named no move. {how}"
    return (
        f"A line has at most {MAX_LINE_ITEMS} moves and {MAX_LINE_CHARACTERS} characters; "
        f"yours has {facts['items']} and {facts['characters']}."
    )


def _bad_pile(facts: Facts, _scene: Scene) -> str:
    return (
        f"{_typed(facts['pile'])} cannot be chosen here. Cards come from `my-discard`, `my-crapaud` "
        "or a house, L1 to R4, and go to `finish`, `their-discard`, `their-crapaud` or a house; "
        "a lifted card may go to `my-discard`, too."
    )


def _typed(text: str) -> str:
    plain = words.quoted(text)
    return f"“{plain}”" if plain else "That"


def _option_off(facts: Facts, _scene: Scene) -> str:
    if facts["option"] == "undo":
        return "Taking back is switched off at this table: a card that is let go is played."
    return "Stack moves are switched off at this table: move one card at a time."


def _too_many(facts: Facts, scene: Scene) -> str:
    if facts["count"] > facts["cards"]:
        return f"That house has only {words.number(facts['cards'], 'card')}; you asked for {facts['count']}."
    empty = words.number(facts["empty"], "empty house") if facts["empty"] else "no empty house"
    most = words.number(stack_limit(options_of(scene), facts["empty"]), "card")
    return f"With {empty} beside the target, at most {most} can go at once; you need {facts['count']}."


def _needs_empty(facts: Facts, _scene: Scene) -> str:
    card, pile = words.card(facts["card"]), to_the_mover(facts["pile"])
    return f"{card} may go to {pile} only while a house is empty before the move; free a house first."


def _no_fit(facts: Facts, scene: Scene) -> str:
    card, pile, top = words.card(facts["card"]), facts["pile"], facts["top"]
    court = COURTS[options_of(scene).court_order]
    if pile == "finish":
        below = court.finishes_on(facts["card"])
        return f"{card} cannot finish yet: no finishing pile shows {words.card(below)}."
    fitting = court.onto_house(top) if pile in HOUSES else court.onto_load(top)
    wanted = words.listed(list(map(words.card, fitting)), "or")
    rule = f"onto {words.card(top)} goes only {wanted}" if wanted else f"nothing goes onto {words.card(top)}"
    return f"{card} does not fit on {to_the_mover(pile)}: {rule}."


def _hand_empty(_facts: Facts, scene: Scene) -> str:
    if pile_top(sheet_of(scene), "my-discard") is None:
        return "Your hand is empty, and so is your discard pile; `/pass` ends your turn."
    return "Your hand is empty; `/turn-over` makes your discard pile your hand when no house is empty."


def _fill_first(facts: Facts, _scene: Scene) -> str:
    houses = words.listed(facts["houses"])
    return f"Occupy every empty house before you turn your discard pile over; {houses} must be filled."


def _too_many_steps(facts: Facts, _scene: Scene) -> str:
    left = words.number(facts["left"], "is left", "are left")
    return f"At most {facts['limit']} moves can be taken back in a turn; {left}."


def _nothing_back(facts: Facts, _scene: Scene) -> str:
    if not facts["possible"]:
        return (
            "Nothing can be taken back now: you have moved no card since your turn began, "
            "or since one was lifted, put down or uncovered."
        )
    return f"Only {words.number(facts['possible'], 'move')} can be taken back now."


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "bad-line": _bad_line,
    "bad-pile": _bad_pile,
    "bad-count": lambda f, _: f"{f['count']} is too few; name 1 or more, or leave the number out.",
    "source-empty": lambda f, _: f"There is no card in {to_the_mover(f['pile'])}; choose another pile.",
    "same-pile": lambda f, _: (
        f"A card of {f['pile']} cannot go to {f['pile']} itself; choose another target."
    ),
    "count-not-allowed": lambda _f, _s: (
        "Several cards go together only from house to house; leave `count` out."
    ),
    "option-off": _option_off,
    "count-too-big": _too_many,
    "needs-empty-house": _needs_empty,
    "target-empty": lambda f, _: f"You cannot load {to_the_mover(f['pile'])} while it is empty.",
    "does-not-fit": _no_fit,
    "shuffle-limit": lambda f, _: (
        f"You have made {f['limit']} moves from house to house in a row; do something else now, "
        "such as lifting a card."
    ),
    "hand-empty": _hand_empty,
    "hand-not-empty": lambda f, _: (
        f"Your hand has {words.number(f['cards'], 'card')} left; `/flip` lifts the next one."
    ),
    "discard-empty": lambda _f, _s: "You have no discard pile to turn over; `/pass` ends your turn.",
    "fill-house-first": _fill_first,
    "not-exhausted": lambda _f, _s: (
        "You may pass only in a turn that began without hand and discard pile; "
        "end this one by discarding a lifted card."
    ),
    "undo-limit": _too_many_steps,
    "nothing-to-undo": _nothing_back,
    "offer-open": lambda _f, _s: "Your offer is still open; your opponent may answer it.",
    "offer-limit": lambda _f, _s: "You have offered a draw in this turn; you may again in the next one.",
    "no-offer": lambda _f, _s: "There is no offer by your opponent to answer.",
}
