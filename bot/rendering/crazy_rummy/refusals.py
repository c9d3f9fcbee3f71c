"""Why a move in Crazy Rummy was refused, a sentence an error code, and what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.engine.chance import seat_letter
from bot.rendering import plates, words
from bot.rendering.crazy_rummy.boards import in_rank_order
from bot.rendering.crazy_rummy.table import sheet_of
from bot.rendering.refusals import CARDS, COMMON, Facts, Sentence, bad_card
from bot.rendering.scene import Scene


def _wrong_phase(facts: Facts, _scene: Scene) -> str:
    if facts["phase"] == "draw":
        return "Draw a card first, from the stock or from the discard pile."
    return "You have drawn already: lay sets and feed cards if you like, then discard one card."


def _not_in_hand(facts: Facts, scene: Scene) -> str:
    first = facts["cards"][0]
    copies = plates.seen(sheet_of(scene).hands[seat_letter(scene.viewer or 0)]).count(first)
    if not copies:
        return COMMON["not-in-hand"](facts, scene)
    often = "once" if copies == 1 else f"{copies} times"
    return f"You hold {words.card(first)} only {often}; name it no more often."


def _set_too_small(facts: Facts, scene: Scene) -> str:
    needed = f"A set needs at least {facts['needed']} cards; you named {facts['cards']}."
    return f"{needed} Single cards can be fed where their rank is open: {_open(scene)}."


def _mixed_ranks(facts: Facts, scene: Scene) -> str:
    ranks = words.listed([words.ranks_name(rank) for rank in facts["ranks"]])
    wilds = words.ranks_name(sheet_of(scene).wild)
    return f"Beside wilds ({wilds}) all cards of a set must have one rank; you named {ranks}."


def _too_many_wilds(facts: Facts, _scene: Scene) -> str:
    wilds, most = words.ranks_name(facts["wild"]), words.number(facts["most"], "wild")
    return (
        f"Your first play is over: now a set takes at most {most} ({wilds}) beside other cards, "
        f"and you named {facts['wilds']}. A set of {wilds} alone may have any number."
    )


def _rank_not_open(facts: Facts, scene: Scene) -> str:
    ranks = words.ranks_name(facts["rank"])
    return (
        f"{words.card(facts['card'])} cannot be fed: nobody has laid a set of {ranks} in this hand. "
        f"Open ranks: {_open(scene)}."
    )


def _wild_cannot_feed(facts: Facts, _scene: Scene) -> str:
    wilds = words.ranks_name(facts["wild"])
    return (
        f"{words.card(facts['card'])} is wild and goes to the table only inside a set; "
        f"it could be fed only after somebody has laid a set of {wilds} alone."
    )


def _open(scene: Scene) -> str:
    ranks = in_rank_order(sheet_of(scene).opened)
    return words.listed([words.ranks_name(rank) for rank in ranks]) or "none yet"


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "discard-empty": lambda _f, _s: "The discard pile is empty; draw from the stock.",
    "discard-locked": lambda _f, _s: (
        "The discard pile is closed because it was taken from for too many turns with nothing laid; "
        "draw from the stock."
    ),
    "bad-card": lambda f, _: bad_card(f, f"{CARDS}; there are no 2s and no jokers in this game"),
    "not-in-hand": _not_in_hand,
    "set-too-small": _set_too_small,
    "mixed-ranks": _mixed_ranks,
    "too-many-wilds": _too_many_wilds,
    "rank-not-open": _rank_not_open,
    "wild-cannot-feed": _wild_cannot_feed,
    "returned-card": lambda f, _s: (
        f"You have just taken {words.card(f['card'])} from the discard pile; discard another card."
    ),
}
