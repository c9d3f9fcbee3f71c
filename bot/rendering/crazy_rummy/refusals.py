"""Why a move in Crazy Rummy was refused, a sentence an error code, and what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.cards import feedable
from bot.rendering import words
from bot.rendering.catalog import message, say, say_count
from bot.rendering.crazy_rummy.boards import ranks_listed
from bot.rendering.crazy_rummy.table import own_hand, view_of
from bot.rendering.refusals import Facts, Sentence, bad_card, not_held
from bot.rendering.scene import Scene

CARDS: Final = message("Cards look like 7S or 10H; there are no 2s and no jokers.")


def _wrong_phase(facts: Facts, _scene: Scene) -> str:
    return say("Draw first.") if facts["phase"] == "draw" else say("You have drawn: lay or discard.")


def _not_in_hand(facts: Facts, scene: Scene) -> str:
    first = facts["cards"][0]
    copies = own_hand(scene).count(first)
    if not copies:
        return not_held(facts, scene)
    return say_count(
        "You hold {card} once.", "You hold {card} {number} times.", copies, card=words.card(first)
    )


def _mixed_ranks(facts: Facts, scene: Scene) -> str:
    ranks = words.listed([words.ranks_name(rank) for rank in facts["ranks"]])
    wilds = words.ranks_name(view_of(scene).wild)
    return say("A set has one rank, plus wild {wilds}. You chose {ranks}.", wilds=wilds, ranks=ranks)


def _rank_not_open(facts: Facts, scene: Scene) -> str:
    ranks = words.ranks_name(facts["rank"])
    could = {RANK_OF[card] for card in feedable(own_hand(scene), view_of(scene).opened)}
    if not could:
        return say("No {ranks} on the table yet.", ranks=ranks)
    return say("No {ranks} on the table yet. You can feed {others}.", ranks=ranks, others=ranks_listed(could))


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": _wrong_phase,
    "discard-empty": lambda _f, _s: say("No discards; take from the stock."),
    "discard-locked": lambda _f, _s: say(
        "The discard pile is closed until somebody lays or draws from the stock."
    ),
    "bad-card": lambda f, _: bad_card(f, CARDS),
    "not-in-hand": _not_in_hand,
    "set-too-small": lambda f, _: say("A set needs {number} cards.", number=words.copies(f["needed"])),
    "mixed-ranks": _mixed_ranks,
    "too-many-wilds": lambda f, _: say(
        "One wild per set now, or only wilds. You chose {number}.", number=words.copies(f["wilds"])
    ),
    "rank-not-open": _rank_not_open,
    "wild-cannot-feed": lambda f, _: say("A wild {rank} goes into a set.", rank=words.rank_name(f["wild"])),
    "returned-card": lambda f, _: say("You just took {card}; discard another.", card=words.card(f["card"])),
}
