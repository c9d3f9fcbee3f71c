"""Drawing a card from the stock or the discard pile, the first half of a turn (sections 4 and 5)."""

from typing import Final, Literal

from msgspec import field

from bot.engine.cards import Card, Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, Refusal, put
from bot.engine.events import SeatEvent
from bot.engine.moves import Move
from bot.games.crazy_rummy.state import State

Source = Literal["stock", "discard"]


class Draw(Move, frozen=True):
    """Draw the top card of the stock or of the discard pile."""

    source: Source = field(default="stock", name="from")


class Drew(SeatEvent, frozen=True):
    """A player drew from the stock, which has `stock` cards left."""

    stock: int


class DrewCards(SeatEvent, frozen=True):
    """The card that a player drew from the stock. Only that player learns it."""

    card: Card


class TookDiscard(SeatEvent, frozen=True):
    """A player took the top of the discard pile, which has `discard` cards left."""

    card: Card
    discard: int


_DRAWS: Final = (Draw("stock"), Draw("discard"))


def draw_refusal(state: State, source: Source) -> Refusal | None:
    """Return why this source is closed. The stock never is, as it always has a card (R13, section 10.2)."""
    if source == "stock":
        return None
    if not state.discard:
        return Refusal("discard-empty")
    return Refusal("discard-locked") if state.is_locked else None


def draw_moves(state: State) -> list[Draw]:
    """Return the draws open to the player on turn."""
    return [move for move in _DRAWS if draw_refusal(state, move.source) is None]


def draw(draft: Draft[State], seat: Seat, move: Draw) -> Refusal | None:
    """Draw a card, and start the second half of the turn."""
    if refusal := draw_refusal(draft.state, move.source):
        return refusal
    if move.source == "stock":
        draw_from_stock(draft)
    else:
        _take_discard(draft)
    return None


def draw_from_stock(draft: Draft[State]) -> None:
    """Move the top card of the stock to the hand of the player on turn."""
    state, seat = draft.state, draft.state.mover
    card = state.stock[0]
    draft.change(stock=state.stock[1:], hands=_with_card(state, card), phase="play")
    draft.tell(Drew(seat, len(draft.state.stock)))
    draft.tell(DrewCards(seat, card, to=(seat,)))


def _take_discard(draft: Draft[State]) -> None:
    state, card = draft.state, draft.state.discard[-1]
    draft.change(discard=state.discard[:-1], hands=_with_card(state, card), taken=card, phase="play")
    draft.tell(TookDiscard(state.mover, card, len(draft.state.discard)))


def _with_card(state: State, card: Card) -> tuple[Cards, ...]:
    """Return all hands, with this card added to that of the player on turn."""
    return put(state.hands, state.mover, (*state.hands[state.mover], card))
