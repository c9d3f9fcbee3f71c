"""The clock of a turn, and the default when it runs out (section 4)."""

from bot.engine.cards import Card
from bot.engine.chance import seat_letter
from bot.engine.contract import Clock
from bot.engine.draft import Draft
from bot.games.crazy_rummy.cards import cheapness
from bot.games.crazy_rummy.discarding import Discard, discard, discard_refusal
from bot.games.crazy_rummy.drawing import draw_from_stock
from bot.games.crazy_rummy.state import State


def running_clock(state: State) -> Clock | None:
    """Return the clock of a turn, the same for both halves. Its key names the hand and the seat."""
    return None if state.turn is None else Clock(f"{state.hand_number}{seat_letter(state.turn)}")


def time_out(draft: Draft[State]) -> None:
    """Finish the turn: draw from the stock if that's due, then discard the cheapest card (section 4)."""
    if draft.state.phase == "draw":
        draw_from_stock(draft)
    discard(draft, draft.state.mover, Discard(cheapest_discard(draft.state)))


def cheapest_discard(state: State) -> Card:
    """Return the card with the fewest points that the player on turn may discard."""
    hand = state.hands[state.mover]
    permitted = [card for card in hand if discard_refusal(state, card) is None]
    return min(permitted, key=lambda card: cheapness(card, state.wild))
