"""Why a move in C.R.A.P. was refused, a sentence an error code, and what would be right."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.rendering import words
from bot.rendering.scene import Scene


def _not_in_hand(facts: Mapping[str, Any], _scene: Scene) -> str:
    if facts.get("protected"):
        return f"{words.cards(facts['cards'])} is protected; choose from your hand."
    return f"You do not have {words.cards(facts['cards'])} in your hand."


def _bad_count(facts: Mapping[str, Any], _scene: Scene) -> str:
    if isinstance(facts["needed"], int):
        return f"Place exactly {words.number(facts['needed'], 'card')}; you named {facts['given']}."
    return f"A set is 4 cards, a double set 8; you named {facts['given']}."


def _not_a_set(facts: Mapping[str, Any], _scene: Scene) -> str:
    name = words.ranks_name(facts["rank"])
    if "cards" in facts:
        return f"All cards of this set must be {name} or jokers, with at least one natural card among them."
    have = f"{facts['naturals']} {name} and {words.number(facts['jokers'], 'joker')}"
    return f"You have {have}; that is not enough for this set."


REFUSALS: Final[Mapping[str, Callable[[Mapping[str, Any], Scene], str]]] = {
    "not-your-turn": lambda f, s: f"It is not your turn; it is {s.mention(f['turn'])}'s turn.",
    "wrong-phase": lambda f, s: (
        f"That is not possible now: the table waits for {words.players(s, f['waiting-for'])}."
    ),
    "not-asked": lambda _f, _s: "Nothing is asked of you right now.",
    "already-answered": lambda _f, _s: "You have answered already; it cannot be taken back.",
    "bad-target": lambda f, s: (
        f"Choose another player who is still in the game: {words.players(s, f['players'])}."
    ),
    "not-in-hand": _not_in_hand,
    "bad-count": _bad_count,
    "not-a-set": _not_a_set,
    "bad-options": lambda _f, _s: "Name the cards, or give `double` and `jokers`; not both.",
    "option-off": lambda _f, _s: (
        "Force recycle is off at this table; the host can switch it on before the deal."
    ),
    "no-voters": lambda _f, _s: "Nobody would be left to vote.",
    "bad-card": lambda f, _s: f"“{words.quoted(f['text'])}” is not a card. Write cards like 7S, 10H or JK.",
}
