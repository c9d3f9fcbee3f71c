"""Whose turn it is (section 4), the stock at its start, and players who leave (R17)."""

from bot.engine.cards import Card, in_order
from bot.engine.chance import Seat
from bot.engine.contract import Event, Refusal
from bot.games.crazy_rummy.refusals import sender_refusal
from bot.games.crazy_rummy.scoring import end_game, end_hand
from bot.games.crazy_rummy.state import Play, State, put


class TurnStarted(Event, frozen=True):
    """It is a player's turn to draw; `locked` closes the discard pile to them (R13)."""

    seat: Seat
    locked: bool = False


class StockRebuilt(Event, frozen=True):
    """All discards but the top one were shuffled into a new stock (R12)."""

    stock: int
    discard: Card
    left: int
    """How many rebuilds this hand still has."""


class PlayerLeft(Event, frozen=True):
    """A player left the game; so many cards were set aside unseen."""

    seat: Seat
    cards: int


def is_locked(state: State) -> bool:
    """Whether so many turns only took discards that the pile is closed (R13)."""
    return state.lock_count >= 2 * len(state.active)


def pass_turn(play: Play) -> None:
    """Go on to the left: a new stock if the old one is used up, or the end of a blocked hand."""
    state = play.state
    play.change(phase="draw", turn=state.next_seat(state.mover), laid=False, taken=None)
    if state.stock:
        _start_turn(play)
    elif state.rebuilds < state.options.reshuffles and len(state.discard) >= 2:
        _rebuild(play)
        _start_turn(play)
    else:
        end_hand(play, None)


def _start_turn(play: Play) -> None:
    play.tell(TurnStarted(play.state.mover, is_locked(play.state)))


def _rebuild(play: Play) -> None:
    state = play.state
    *under, top = state.discard
    stock = play.chance.shuffle(in_order(under))
    play.change(stock=stock, discard=(top,), rebuilds=state.rebuilds + 1)
    play.tell(StockRebuilt(len(stock), top, state.options.reshuffles - state.rebuilds - 1))


def leave(play: Play, seat: Seat) -> Refusal | None:
    """Take a player out of the game: the hand is set aside, the board stays (R17)."""
    state = play.state
    if refusal := sender_refusal(state, seat):
        return refusal
    play.tell(PlayerLeft(seat, len(state.hands[seat])))
    play.change(
        hands=put(state.hands, seat, ()),
        aside=state.aside + state.hands[seat],
        left=tuple(sorted((*state.left, seat))),
        first_play_done=tuple(other for other in state.first_play_done if other != seat),
    )
    if len(play.state.active) == 1:
        end_game(play, play.state.active)
    elif seat == state.turn:
        pass_turn(play)
    return None
