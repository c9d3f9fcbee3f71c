"""Pictures of Crazy Rummy's events on the stage, each with a line about its outcome."""

from typing import Final

from bot.engine.cards import RANK_OF
from bot.games.crazy_rummy.laying import CardsFed, SetLaid
from bot.rendering import plates
from bot.rendering.art.plan import Drama, Fanned
from bot.rendering.crazy_rummy.hands import in_hand_order, view_of
from bot.rendering.telling import Moment, Tell
from bot.rendering.widths import number, signed

MAX_CARDS: Final = 8


def _laid(event: SetLaid | CardsFed, moment: Moment) -> Drama:
    """Return the cards as a fan; of many only the first."""
    wild = view_of(moment.scene).wild
    cards = in_hand_order(event.cards, wild)[:MAX_CARDS]
    return Fanned(cards, signed(event.points), frozenset(card for card in cards if RANK_OF[card] == wild))


ON_BOARD: Final = Tell("{points} on the board", points=("points", number))
DRAMAS: Final[plates.Dramas] = {SetLaid: (_laid, ON_BOARD), CardsFed: (_laid, ON_BOARD)}
"""By event: its picture, and its consequence."""
