"""Drawing cards from the stock, and what happens when it's empty (section 6)."""

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.games.crap.scoring import has_scored, score_round
from bot.games.crap.state import State


class Drew(SeatEvent, frozen=True):
    """A player has drawn cards from the stock. `stock` are left."""

    count: int
    stock: int


class DrewCards(SeatEvent, frozen=True):
    """Which cards they were. Only that player learns them."""

    cards: Cards


class DrawsLost(SeatEvent, frozen=True):
    """Even the new stock wasn't enough: these draws are lost (R31)."""

    count: int


def draw(draft: Draft[State], seat: Seat, number: int) -> None:
    """Draw cards into the hand. A scoring round may come in between.

    When it decides the game the stock stays empty: what is still owed in this action isn't drawn.
    """
    owed = number - _draw_from_stock(draft, seat, number)
    if owed and not has_scored(draft):
        score_round(draft)
        owed -= _draw_from_stock(draft, seat, owed)
    if owed and draft.state.phase != "over":
        draft.tell(DrawsLost(seat=seat, count=owed))


def _draw_from_stock(draft: Draft[State], seat: Seat, number: int) -> int:
    """Draw as many as there are, at most `number`. Say how many."""
    state = draft.state
    cards, rest = state.stock[:number], state.stock[number:]
    if cards:
        draft.change(stock=rest, hands=put(state.hands, seat, state.hands[seat] + cards))
        draft.tell(Drew(seat=seat, count=len(cards), stock=len(rest)))
        draft.tell(DrewCards(to=(seat,), seat=seat, cards=cards))
    return len(cards)
