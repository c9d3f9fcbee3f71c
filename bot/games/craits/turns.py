"""Passing the turn, and the penalty that may replace a turn (section 4.3)."""

from typing import Final

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.draft import Draft
from bot.engine.events import SeatEvent
from bot.games.craits.drawing import draw_cards
from bot.games.craits.ending import end_hand
from bot.games.craits.state import Phase, State

PENALTY_CARDS: Final = 2
"""The number of cards a player draws as the idiot penalty (R23)."""


class TurnStarted(SeatEvent, frozen=True):
    """A player has to decide. `king_steps` is the number of cards a king still asks for."""

    phase: Phase
    king_steps: int


class Skipped(SeatEvent, frozen=True):
    """A player lost their turn to a four, a jack or the queen of spades."""


def ask(draft: Draft[State], seat: Seat, phase: Phase, king_steps: int = 0) -> None:
    """Ask a seat for the next decision, unless the hand has reached its cap (R42)."""
    if draft.state.actions >= draft.state.options.hand_cap:
        end_hand(draft, "cap")
    draft.replace(replace(draft.state, phase=phase, turn=seat, king_steps=king_steps))
    draft.tell(TurnStarted(seat, phase, king_steps))


def pass_turn(draft: Draft[State], seat: Seat, *, skip: bool = False) -> None:
    """Pass the turn to the next player, or past one. Whoever owes the penalty draws it instead (R23)."""
    next_seat = draft.state.next_seat(seat)
    if skip:
        draft.tell(Skipped(next_seat))
        next_seat = draft.state.next_seat(next_seat)
    while next_seat in draft.state.owes:
        pay_penalty(draft, next_seat)
        next_seat = draft.state.next_seat(next_seat)
    ask(draft, next_seat, "turn")


def pay_penalty(draft: Draft[State], seat: Seat) -> None:
    """Make a player draw the idiot penalty they owe."""
    draft.change(owes=draft.state.owes - {seat})
    draw_cards(draft, seat, PENALTY_CARDS, "penalty")
