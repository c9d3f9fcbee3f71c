"""Why a move in C.R.A.P. was refused, a sentence an error code, and what would be right."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.engine.chance import seat_letter
from bot.games.crap.cards import DOUBLE, SINGLE
from bot.rendering import plates, words
from bot.rendering.crap.table import sheet_of
from bot.rendering.refusals import CARDS, bad_card
from bot.rendering.scene import Scene


def _not_in_hand(facts: Mapping[str, Any], scene: Scene) -> str:
    sheet, letter = sheet_of(scene), seat_letter(scene.viewer or 0)
    first = facts["cards"][0]
    in_hand = plates.seen(sheet.hands[letter]).count(first)
    protected = plates.seen(sheet.protected[letter]).count(first)
    if protected:
        held = f"you have {in_hand} in your hand and {protected} protected"
        return f"{words.card(first)} is protected ({held}); a protected card can only be laid in a set."
    if in_hand:
        often = "once" if in_hand == 1 else f"{in_hand} times"
        return f"You hold {words.card(first)} only {often}; name it no more often."
    return f"You do not have {words.cards(facts['cards'])}; name only cards that you hold."


def _bad_count(facts: Mapping[str, Any], _scene: Scene) -> str:
    if isinstance(facts["needed"], int):
        return f"Place exactly {words.number(facts['needed'], 'card')}; you named {facts['given']}."
    return f"A set is {SINGLE} cards, a double set {DOUBLE}; you named {facts['given']}."


def _not_a_set(facts: Mapping[str, Any], _scene: Scene) -> str:
    name = words.ranks_name(facts["rank"])
    if "cards" in facts:
        return f"All cards of this set must be {name} or jokers, with at least one natural card among them."
    have = f"{facts['naturals']} {name} and {words.number(facts['jokers'], 'joker')}"
    return f"You have {have}; that is not enough for this set."


REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any], Scene], str]]] = {
    "not-asked": lambda _f, _s: "Nothing is asked of you right now.",
    "already-answered": lambda _f, _s: "You have answered already; it cannot be taken back.",
    "bad-target": lambda f, s: (
        f"Choose another player who is still in the game: {words.players(s, f['players'])}."
    ),
    "bad-card": lambda f, _: bad_card(f, f"{CARDS}, a joker as JK"),
    "not-in-hand": _not_in_hand,
    "bad-count": _bad_count,
    "not-a-set": _not_a_set,
    "bad-options": lambda _f, _s: "Name the cards, or give `double` and `jokers`; not both.",
    "option-off": lambda _f, _s: (
        "Force recycle is off at this table; the host can switch it on before the deal."
    ),
    "no-voters": lambda _f, _s: "Nobody would be left to vote.",
}
