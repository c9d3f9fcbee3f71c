"""Finding the next player to answer the current bot (section 4, R9, R10)."""

from typing import Literal

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import SeatEvent
from bot.games.skrap.cards import MIN_CARDS_TO_ANSWER
from bot.games.skrap.scoring import name_champion
from bot.games.skrap.state import State

Excuse = Literal["unable", "too-few-cards"]


class TurnStarted(SeatEvent, frozen=True):
    """It's a player's turn to answer the current bot."""


class PassedByRule(SeatEvent, frozen=True):
    """A player passes automatically because they can't answer."""

    excuse: Excuse


def ask_after(draft: Draft[State], seat: Seat) -> None:
    """Ask the next player after `seat` who can answer. If nobody can, name the champion.

    The answers end at the current bot's owner, even if that player has left (R17).
    """
    state = draft.state
    seats, owner = len(state.hands), state.champion_owner
    for step in range(1, (owner - seat - 1) % seats + 1):
        other = (seat + step) % seats
        if other in state.left or other in state.passed:
            continue
        excuse = _excuse(state, other)
        if excuse is None:
            draft.change(turn=other)
            draft.tell(TurnStarted(other))
            return
        draft.tell(PassedByRule(other, excuse))
    name_champion(draft)


def _excuse(state: State, seat: Seat) -> Excuse | None:
    """Return why a player passes automatically. Both reasons are public facts."""
    if seat in state.unable:
        return "unable"
    return "too-few-cards" if len(state.hands[seat]) < MIN_CARDS_TO_ANSWER else None
