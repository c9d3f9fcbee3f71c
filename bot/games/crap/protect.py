"""Protecting a hand card (chapter 5.5)."""

from typing import Final

from bot.engine.cards import ORDER, Card, NotACard, parse_card, without
from bot.engine.chance import Seat, seat_letter
from bot.engine.draft import Refusal
from bot.engine.events import Event
from bot.engine.moves import CardText, Move
from bot.games.crap.state import Cards, Play, Record, State, put
from bot.games.crap.turn import finish


class Protect(Move, frozen=True):
    """Lay a hand card face down, out of reach."""

    card: CardText


class CardProtected(Event, frozen=True):
    """Somebody protects a card; `count` are protected now."""

    seat: Seat
    count: int


class ProtectedCard(Event, frozen=True):
    """Which card it is, for himself."""

    seat: Seat
    card: Card


class ProtectRecord(Record, frozen=True, tag="protect"):
    """A card was protected."""


_PROTECTS: Final[dict[Card, Move]] = {card: Protect(card) for card in ORDER}


def offers(state: State, seat: Seat) -> list[Move]:
    """Every hand card once."""
    return [_PROTECTS[card] for card in dict.fromkeys(state.hands[seat])]


def protect(play: Play, seat: Seat, move: Protect) -> Refusal | None:
    """Move one hand card to the protected zone."""
    state = play.state
    try:
        card = parse_card(move.card)
    except NotACard as bad:
        return Refusal("bad-card", {"text": bad.text})
    if card not in state.hands[seat]:
        return not_in_hand(state, seat, (card,))
    protected = (*state.protected[seat], card)
    play.change(
        hands=put(state.hands, seat, without(state.hands[seat], (card,))),
        protected=put(state.protected, seat, protected),
    )
    play.tell(CardProtected(seat=seat, count=len(protected)))
    play.tell(ProtectedCard(to=(seat,), seat=seat, card=card))
    finish(play, ProtectRecord(seat_letter(seat)))
    return None


def not_in_hand(state: State, seat: Seat, lacking: Cards) -> Refusal:
    """Refuse cards that the hand lacks; the facts say whether the first is protected instead."""
    is_protected = lacking[0] in state.protected[seat]
    return Refusal("not-in-hand", {"cards": lacking, "protected": is_protected})
