"""The commands of section 5."""

from bot.engine.cards import Suit
from bot.engine.moves import CardText, Move, Player


class Play(Move, frozen=True):
    """Play a card, naming a suit with an eight or nine, and perhaps calling "one card" with it."""

    card: CardText
    suit: Suit | None = None
    declare: bool = False


class Draw(Move, frozen=True):
    """Draw because nothing in the hand can be played."""


class NameSuit(Move, frozen=True, tag="suit"):
    """Name the suit of a turned-up eight or nine."""

    suit: Suit


class OneCard(Move, frozen=True):
    """Call "one card" after the play."""


class Idiot(Move, frozen=True):
    """Call a player who did not."""

    player: Player


class Deal(Move, frozen=True):
    """Deal the next hand."""
