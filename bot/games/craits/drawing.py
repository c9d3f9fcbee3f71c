"""Drawing cards, and reshuffling when the stock is empty (section 4.6)."""

from typing import Literal

from msgspec import field
from msgspec.structs import replace

from bot.engine.cards import Cards, in_order
from bot.engine.chance import Seat
from bot.engine.draft import Draft, put
from bot.engine.events import Event, SeatEvent
from bot.games.craits.cards import pressure_points
from bot.games.craits.ending import end_hand
from bot.games.craits.state import State

DrawReason = Literal["unable", "count", "penalty", "five", "six", "seven", "jack", "queen", "king"]


class Drew(SeatEvent, frozen=True):
    """A player has drawn cards, fewer than owed only if none were left. `unable`: nothing was playable."""

    count: int = field(name="number")
    why: DrawReason


class DrewCards(SeatEvent, frozen=True):
    """The cards a player has drawn, and their hand after it. Only that player learns them."""

    cards: Cards
    hand: Cards


class Pressured(SeatEvent, frozen=True):
    """A shuffle pressure, the player's `number`-th of the game. Its points are added at once (R29)."""

    points: int
    number: int


class Reshuffled(Event, frozen=True):
    """The discard pile except its top card became the stock."""

    count: int = field(name="cards")


def draw_cards(draft: Draft[State], seat: Seat, number: int, why: DrawReason) -> None:
    """Make a player draw. If no cards are left the hand ends, and they keep what they drew (R28)."""
    drawn: Cards = ()
    stock = draft.state.stock
    while len(drawn) < number and (stock := stock or _new_stock(draft, seat)):
        wanted = number - len(drawn)
        drawn, stock = drawn + stock[:wanted], stock[wanted:]
    if drawn:
        _add_to_hand(draft, seat, drawn, stock)
        draft.tell(Drew(seat, len(drawn), why))
        draft.tell(DrewCards(seat, drawn, draft.state.hands[seat], to=(seat,)))
    if len(drawn) < number:
        end_hand(draft, "nothing-left")


def _add_to_hand(draft: Draft[State], seat: Seat, drawn: Cards, stock: Cards) -> None:
    state = draft.state.without_marks(seat)
    hand = in_order(state.hands[seat] + drawn)
    draft.replace(replace(state, hands=put(state.hands, seat, hand), stock=stock))


def _new_stock(draft: Draft[State], seat: Seat) -> Cards:
    """Count a pressure for the player who needs a card (R27), then shuffle the discard pile, if any."""
    under = draft.state.under
    number = draft.state.scores.pressures[seat] + 1
    points = pressure_points(number)
    draft.change(scores=draft.state.scores.with_pressure(seat, points), under=())
    draft.tell(Pressured(seat, points, number))
    if not under:
        return ()
    draft.tell(Reshuffled(len(under)))
    return draft.chance.shuffle(in_order(under))
