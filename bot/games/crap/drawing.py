"""Drawing cards from the stock, and scoring when it runs out (section 6)."""

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import SeatEvent
from bot.games.crap.scoring import has_scored, score_round
from bot.games.crap.state import State


class Drew(SeatEvent, frozen=True):
    """A player has drawn `count` cards. `stock` is the number left."""

    count: int
    stock: int


class DrewCards(SeatEvent, frozen=True):
    """The cards a player has drawn. Only that player learns them."""

    cards: Cards


class DrawsLost(SeatEvent, frozen=True):
    """These draws are lost, because even the new stock ran out (R31)."""

    count: int


def draw(draft: Draft[State], seat: Seat, number: int) -> None:
    """Draw cards into a hand. If the stock runs out, score a round and go on with the new stock.

    If that round decides the game there's no new stock, and the remaining cards aren't drawn.
    """
    owed = number - _draw_from_stock(draft, seat, number)
    if owed and not has_scored(draft):
        score_round(draft)
        owed -= _draw_from_stock(draft, seat, owed)
    if owed and draft.state.phase != "over":
        draft.tell(DrawsLost(seat=seat, count=owed))


def _draw_from_stock(draft: Draft[State], seat: Seat, number: int) -> int:
    """Draw up to `number` cards, and return how many there were."""
    state = draft.state
    cards, rest = state.stock[:number], state.stock[number:]
    if cards:
        draft.change(stock=rest, hands=put(state.hands, seat, state.hands[seat] + cards))
        draft.tell(Drew(seat=seat, count=len(cards), stock=len(rest)))
        draft.tell(DrewCards(to=(seat,), seat=seat, cards=cards))
    return len(cards)
