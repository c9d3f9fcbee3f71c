"""Ending the game (section 6)."""

from typing import NoReturn

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Outcome
from bot.engine.draft import Draft
from bot.engine.events import Event, SeatEvent
from bot.games.crapette.state import CRAPAUD, DISCARD, HAND, PLAYERS, End, Pile, State


class Remains(SeatEvent, frozen=True):
    """A player's remaining cards at the end of the game, face-down ones included, bottom to top."""

    hand: Pile
    discard: Pile
    crapaud: Pile
    lifted: Card | None = None


class GameEnded(Event, frozen=True):
    """The game is over. `winners` is empty in a draw."""

    end: End
    winners: tuple[Seat, ...]


def end_game(draft: Draft[State], winners: tuple[Seat, ...], end: End) -> NoReturn:
    """End the game. Moves can't be taken back any more, and an open offer is dropped. Piles stay."""
    for seat in PLAYERS:
        draft.tell(_remains(draft.state, seat))
    draft.tell(GameEnded(end=end, winners=winners))
    draft.change(end=end, winners=winners, undo=(), offer=None)
    draft.stop()


def how_it_ended(state: State) -> Outcome | None:
    """Return how the game ended. None while it runs."""
    return None if state.end is None else Outcome(state.winners, state.end)


def _remains(state: State, seat: Seat) -> Remains:
    return Remains(
        seat=seat,
        hand=state.piles[HAND + seat],
        discard=state.piles[DISCARD + seat],
        crapaud=state.piles[CRAPAUD + seat],
        lifted=state.lifted if seat == state.turn else None,
    )
