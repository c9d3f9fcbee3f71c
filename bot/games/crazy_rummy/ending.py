"""Ending a hand and the game (section 6)."""

from typing import NoReturn

from bot.engine.cards import Cards
from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.crazy_rummy.cards import points
from bot.games.crazy_rummy.dealing import deal_hand
from bot.games.crazy_rummy.state import State


class WentOut(SeatEvent, frozen=True):
    """A player went out, which ends the hand of the game."""


class HandBlocked(Event, frozen=True):
    """The hand of the game is over because no cards are left to draw. Nobody went out (R12)."""

    hand_number: int


class HandScored(SeatEvent, frozen=True):
    """A player's score: points on the board less those in the hand, whose cards are now public."""

    board: int
    held: int
    cards: Cards
    score: int
    total: int


class ExtraHand(Event, frozen=True):
    """The target was reached, but several players lead, so another hand is played (R15)."""

    leaders: tuple[Seat, ...]
    total: int


class GameEnded(Event, frozen=True):
    """The game is over. `end` is `target`, `max-hands` or `last-player`."""

    winners: tuple[Seat, ...]
    end: str
    totals: tuple[int, ...]


def end_hand(draft: Draft[State], out: Seat | None) -> None:
    """Score a hand that `out` (None: nobody) ended, then end the game or deal (sections 6.1 to 6.5)."""
    state = draft.state
    draft.tell(HandBlocked(state.hand_number) if out is None else WentOut(out))
    totals = _score(draft)
    best = max(totals[seat] for seat in state.active)
    leaders = tuple(seat for seat in state.active if totals[seat] == best)
    last_hand = state.last_hand or best >= state.options.target
    draft.change(totals=totals, last_hand=last_hand)
    if (last_hand and len(leaders) == 1) or state.is_out_of_hands:
        end_game(draft, leaders)
    if last_hand:
        draft.tell(ExtraHand(leaders, best))
    deal_hand(draft, state.next_seat(state.dealer))


def _score(draft: Draft[State]) -> tuple[int, ...]:
    """Tell each active player's score, and return all new totals (section 6.2)."""
    state = draft.state
    totals = list(state.totals)
    for seat in state.active:
        board = state.board_points(seat)
        held = points(state.hands[seat], state.wild)
        totals[seat] += board - held
        draft.tell(HandScored(seat, board, held, state.hands[seat], board - held, totals[seat]))
    return tuple(totals)


def end_game(draft: Draft[State], winners: tuple[Seat, ...]) -> NoReturn:
    """End the game. The cards keep their places (section 6.7)."""
    draft.change(phase="over", turn=None, taken=None, laid=False, winners=winners)
    ended = how_it_ended(draft.state)
    assert ended is not None
    draft.tell(GameEnded(ended.winners, ended.end, draft.state.totals))
    draft.stop()


def how_it_ended(state: State) -> Outcome | None:
    """Return how the game ended (sections 6.4 to 6.6). None while it runs."""
    if state.phase != "over":
        return None
    if state.active_count == 1:
        return Outcome(state.winners, "last-player")
    is_single = state.last_hand and len(state.winners) == 1
    return Outcome(state.winners, "target" if is_single else "max-hands")
