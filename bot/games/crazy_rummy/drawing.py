"""The first half of a turn: drawing a card from the stock or from the discards (sections 4 and 5)."""

from typing import Final, Literal

from msgspec import field

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Event, Move, Refusal
from bot.games.crazy_rummy.state import Play, State, put
from bot.games.crazy_rummy.turns import is_locked

Source = Literal["stock", "discard"]


class Draw(Move, frozen=True):
    """Draw the top card of the stock or of the discard pile."""

    source: Source = field(default="stock", name="from")


class DrewFromStock(Event, frozen=True):
    """A player drew a hidden card; so many cards are left in the stock."""

    seat: Seat
    stock: int


class CardDrawn(Event, frozen=True):
    """The card that a player drew from the stock; only that player learns it."""

    seat: Seat
    card: Card


class TookDiscard(Event, frozen=True):
    """A player took the top discard; so many cards are left in the pile."""

    seat: Seat
    card: Card
    discard: int


_DRAWS: Final = (Draw("stock"), Draw("discard"))


def draw_refusal(state: State, source: Source) -> Refusal | None:
    """Why no card can be drawn from there; the stock always has one."""
    if source == "stock":
        return None
    if not state.discard:
        return Refusal("discard-empty")
    return Refusal("discard-locked") if is_locked(state) else None


def draws(state: State) -> list[Move]:
    """The draws open to the player on turn."""
    return [move for move in _DRAWS if draw_refusal(state, move.source) is None]


def draw(play: Play, source: Source) -> Refusal | None:
    """Draw a card, and go on to the playing half of the turn."""
    if refusal := draw_refusal(play.state, source):
        return refusal
    if source == "stock":
        draw_from_stock(play)
    else:
        _take_discard(play)
    return None


def draw_from_stock(play: Play) -> None:
    """The top card of the stock goes to the hand of the player on turn."""
    state, seat = play.state, play.state.mover
    card, *_ = state.stock
    play.change(stock=state.stock[1:], hands=_with(state, card), phase="play")
    play.tell(DrewFromStock(seat, len(play.state.stock)))
    play.tell(CardDrawn(seat, card, to=(seat,)))


def _take_discard(play: Play) -> None:
    state, card = play.state, play.state.discard[-1]
    play.change(discard=state.discard[:-1], hands=_with(state, card), taken=card, phase="play")
    play.tell(TookDiscard(state.mover, card, len(play.state.discard)))


def _with(state: State, card: Card) -> tuple[tuple[Card, ...], ...]:
    """All hands, that of the player on turn with this card."""
    return put(state.hands, state.mover, (*state.hands[state.mover], card))
