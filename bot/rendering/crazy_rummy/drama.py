"""Pictures of Crazy Rummy's events on the stage, each with a line about its outcome."""

from typing import Final

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.dealing import Dealt
from bot.games.crazy_rummy.discarding import Discarded
from bot.games.crazy_rummy.drawing import Drew, TookDiscard
from bot.games.crazy_rummy.ending import HandBlocked, HandScored, WentOut
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.rendering import plates
from bot.rendering.art.dramas import Drama, Fanned, Portrait
from bot.rendering.art.plan import BACK
from bot.rendering.crazy_rummy.hands import in_hand_order, view_of
from bot.rendering.telling import Either, Moment, Tell, TellCount
from bot.rendering.widths import number, signed

MAX_CARDS: Final = 8


def _laid(event: SetLaid | CardsFed, moment: Moment) -> Drama:
    """Return the cards as a fan. Of many only the first."""
    wild = view_of(moment.scene).wild
    cards = in_hand_order(event.cards, wild)[:MAX_CARDS]
    return Fanned(cards, signed(event.points), frozenset(card for card in cards if RANK_OF[card] == wild))


def _out(event: WentOut, moment: Moment) -> Drama:
    """Return whoever went out with the last card."""
    last = moment.last(Discarded)
    laid = [card for one in moment.events if isinstance(one, SetLaid | CardsFed) for card in one.cards]
    cards = (last.card,) if last else tuple(laid[-1:])
    return Portrait(plates.faces(moment, event.seat), cards, "out")


def _dearest(_event: object, moment: Moment) -> HandScored | None:
    """Return the result of whoever was caught with most in hand."""
    return max(moment.all(HandScored), key=lambda one: one.held, default=None)


def _is_first(event: SetLaid, moment: Moment) -> bool:
    """Whether the set belongs to the first play of its player in this hand."""
    return view_of(moment.scene).first_play(event.seat) == "now"


def _with_card(event: Discarded | TookDiscard, moment: Moment) -> Drama:
    return Portrait(plates.faces(moment, event.seat), (event.card,))


def _drew(event: Drew, moment: Moment) -> Drama:
    return Portrait(plates.faces(moment, event.seat), (BACK,))


ON_BOARD: Final = Tell("{points} on the board", points=("points", number))
COST: Final = Either(
    lambda event, moment: (one := _dearest(event, moment)) is not None and one.held > 0,
    Tell(
        "Costliest hand: {player}, {points}",
        player=lambda event, moment: moment.name(one.seat) if (one := _dearest(event, moment)) else "",
        points=lambda event, moment: number(one.held) if (one := _dearest(event, moment)) else "",
    ),
)
DRAMAS: Final[plates.Dramas] = {
    WentOut: (_out, COST),
    HandBlocked: (plates.undrawn, COST),
    Dealt: (
        plates.undrawn,
        TellCount("A card each", "{number} cards each", ("hand_sizes", max)),
    ),
    SetLaid: (
        _laid,
        Either(_is_first, Tell("First play: {points} on the board", points=("points", number)), ON_BOARD),
    ),
    CardsFed: (_laid, ON_BOARD),
    Discarded: (_with_card, TellCount("A card left", "{number} cards left", "hand")),
    Drew: (_drew, TellCount("A card left in the stock", "{number} cards left in the stock", "stock")),
    TookDiscard: (_with_card, Tell("From the discard pile")),
}
"""By event: its picture, and its consequence."""
