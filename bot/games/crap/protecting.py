"""Protecting a hand card (section 5.5)."""

from typing import Final

from bot.engine.cards import ORDER, Card, without
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.held import named_card, not_held
from bot.engine.moves import CardText, Move
from bot.games.crap.last_action import LastProtect
from bot.games.crap.state import State
from bot.games.crap.turns import finish


class Protect(Move, frozen=True):
    """Put a card from your hand face down, where other players can't take it."""

    card: CardText


class CardProtected(SeatEvent, frozen=True):
    """A player protected a card, and now has `count`."""

    count: int


class ProtectedCard(SeatEvent, frozen=True):
    """The card a player protected. Only that player learns it."""

    card: Card


_PROTECTS: Final[dict[Card, Move]] = {card: Protect(card) for card in ORDER}


def protect_refusal(state: State, seat: Seat, card: Card) -> Refusal | None:
    """Return why a card can't be protected: any card of the hand can."""
    return not_held(state.hands[seat], (card,))


def protect_moves(state: State, seat: Seat) -> list[Move]:
    """Return a move for each different hand card. Checking them would take longer than all other moves."""
    return [_PROTECTS[card] for card in dict.fromkeys(state.hands[seat])]


def protect(draft: Draft[State], seat: Seat, move: Protect) -> Refusal | None:
    """Move one hand card to the protected zone."""
    state = draft.state
    card = named_card(move.card)
    if isinstance(card, Refusal):
        return card
    if refusal := protect_refusal(state, seat, card):
        return refusal
    protected = (*state.protected[seat], card)
    draft.change(
        hands=put(state.hands, seat, without(state.hands[seat], (card,))),
        protected=put(state.protected, seat, protected),
    )
    draft.tell(CardProtected(seat=seat, count=len(protected)))
    draft.tell(ProtectedCard(to=(seat,), seat=seat, card=card))
    finish(draft, LastProtect(seat))
    return None
