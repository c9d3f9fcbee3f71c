"""Draw offers, which a card action of the player on turn cancels (sections 4 and 5.3, R17)."""

from typing import NoReturn

from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crapette.ending import end_game
from bot.games.crapette.state import State


class OfferDraw(Move, frozen=True):
    """Offer a draw, or accept the opponent's open offer."""


class AcceptDraw(Move, frozen=True):
    """Accept the opponent's offer."""


class DeclineDraw(Move, frozen=True):
    """Decline the opponent's offer."""


class DrawOffered(SeatEvent, frozen=True):
    """A player offered a draw."""


class DrawDeclined(SeatEvent, frozen=True):
    """A player declined the opponent's offer."""


class DrawAgreed(SeatEvent, frozen=True):
    """A player accepted the opponent's offer."""


class OfferLapsed(SeatEvent, frozen=True):
    """A player's open offer was cancelled, because the game went on."""


def offer_refusal(state: State, seat: Seat) -> Refusal | None:
    """Return why this player may not offer a draw now. The limit doesn't apply to accepting an offer."""
    if state.offer == seat:
        return Refusal("offer-open")
    return Refusal("offer-limit") if state.offer is None and seat in state.offered else None


def answer_refusal(state: State, seat: Seat) -> Refusal | None:
    """Return why this player can't answer an offer: the opponent has none open."""
    return Refusal("no-offer") if state.offer in (None, seat) else None


def offer_draw(draft: Draft[State], seat: Seat, _: OfferDraw) -> Refusal | None:
    """Open an offer, or accept the open one."""
    state = draft.state
    if refusal := offer_refusal(state, seat):
        return refusal
    if state.offer is not None:
        _agree(draft, seat)
    draft.tell(DrawOffered(seat=seat))
    draft.change(offer=seat, offered=tuple(sorted({*state.offered, seat})))
    return None


def accept_draw(draft: Draft[State], seat: Seat, _: AcceptDraw) -> Refusal | None:
    """Accept the opponent's offer, which ends the game in a draw."""
    refusal = answer_refusal(draft.state, seat)
    if refusal is None:
        _agree(draft, seat)
    return refusal


def decline_draw(draft: Draft[State], seat: Seat, _: DeclineDraw) -> Refusal | None:
    """Decline the opponent's offer, which closes it."""
    if refusal := answer_refusal(draft.state, seat):
        return refusal
    draft.tell(DrawDeclined(seat=seat))
    draft.change(offer=None)
    return None


def _agree(draft: Draft[State], seat: Seat) -> NoReturn:
    draft.tell(DrawAgreed(seat=seat))
    end_game(draft, (), "agreed")


def cancel_offer(draft: Draft[State]) -> None:
    """Cancel an open draw offer, because it was made for an earlier position."""
    offer = draft.state.offer
    if offer is not None:
        draft.tell(OfferLapsed(seat=offer))
        draft.change(offer=None)


def begin_card_action(draft: Draft[State]) -> None:
    """Prepare a card action: cancel an open offer, and reset the player's time-outs in a row (R19)."""
    cancel_offer(draft)
    state = draft.state
    if state.timeouts[state.turn]:
        draft.change(timeouts=put(state.timeouts, state.turn, 0))
