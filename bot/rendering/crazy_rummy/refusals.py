"""The reasons why Crazy Rummy refuses moves: a sentence for each error code, with what would be right."""

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.cards import feedable
from bot.rendering import words
from bot.rendering.catalog import message
from bot.rendering.crazy_rummy.hands import own_hand, ranks_listed, view_of
from bot.rendering.refusals import NOT_HELD, Facts, bad_card
from bot.rendering.telling import Either, Moment, Sentence, Tell


def _feedable(_facts: Facts, moment: Moment) -> str:
    """Return the ranks that the viewer could feed, if any."""
    scene = moment.scene
    return ranks_listed({RANK_OF[card] for card in feedable(own_hand(scene), view_of(scene).opened)})


REFUSALS: Final[Mapping[str, Sentence]] = {
    "wrong-phase": Either(
        lambda facts, _: facts["phase"] == "draw",
        Tell("Draw first."),
        Tell("You've drawn, so lay or discard."),
    ),
    "discard-empty": Tell("The discard pile is empty. Take from the stock."),
    "discard-locked": Tell("The discard pile is closed until someone lays or draws from the stock."),
    "bad-card": bad_card(message("Cards look like 7S or 10H. There aren't any 2s or jokers.")),
    "not-in-hand": NOT_HELD,
    "set-too-small": Tell("A set needs {number} cards.", number=("needed", words.numeral)),
    "mixed-ranks": Tell(
        "A set has one rank, plus wild {wilds}. You chose {ranks}.",
        wilds=lambda _, moment: words.ranks_name(view_of(moment.scene).wild),
        ranks=("ranks", lambda ranks: words.listed(list(map(words.ranks_name, ranks)))),
    ),
    "too-many-wilds": Tell(
        "One wild per set now, or only wilds. You chose {number}.", number=("wilds", words.numeral)
    ),
    "rank-not-open": Either(
        _feedable,
        Tell("No {ranks} on the table yet. You can feed {others}.", others=_feedable),
        Tell("No {ranks} on the table yet."),
    ),
    "wild-cannot-feed": Tell("A wild {rank} can only go into a set.", rank=("wild", words.rank_name)),
    "returned-card": Tell("You just took {card}, so discard another."),
}
