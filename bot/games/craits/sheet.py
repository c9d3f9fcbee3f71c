"""What each seat and a spectator may know (rules, sections 2 and 11)."""

from typing import Any

from bot.engine.cards import Card, Suit, in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter, letters
from bot.games.craits.state import CLOCKWISE, Marks, Phase, Scored, State


class CraitsSheet(Sheet, frozen=True):
    """A view: the position with the cards that the viewer may not see replaced by their number."""

    phase: Phase
    turn: str | None
    hand_number: int
    dealer: str
    direction: str
    hands: dict[str, list[Card] | int]
    stock: int
    top: Card | None
    under: int
    suit: Suit | None
    count: int
    jack_run: int
    king_steps: int
    declared: list[str]
    owes: list[str]
    left: list[str]
    totals: dict[str, int]
    pressures: dict[str, int]
    hand_pressures: dict[str, int]
    record: list[dict[str, dict[str, int]]]
    actions: int
    revealed: bool
    undeclared: None = None
    """Never told, not even to the seats concerned: noticing is part of the game (section 2)."""


def sheet(state: State, viewer: Seat | None) -> CraitsSheet:
    """All that a seat, or a spectator (None), may know."""
    return CraitsSheet(
        **public(state),
        hands=by_letter([_hand(state, seat, viewer) for seat in range(len(state.hands))]),
        stock=len(state.stock),
        under=len(state.under),
    )


def public(state: State) -> dict[str, Any]:
    """The fields of the notation that are open to everybody, as plain values."""
    scores = state.scores
    return {
        "phase": state.phase,
        "turn": None if state.turn is None else seat_letter(state.turn),
        "hand_number": state.hand_number,
        "dealer": seat_letter(state.dealer),
        "direction": "clockwise" if state.direction == CLOCKWISE else "anticlockwise",
        "top": state.top,
        "suit": state.suit,
        "count": state.count,
        "jack_run": state.jack_run,
        "king_steps": state.king_steps,
        "declared": marked(state.declared),
        "owes": marked(state.owes),
        "left": marked(state.left),
        "totals": by_letter(scores.totals),
        "pressures": by_letter(scores.pressures),
        "hand_pressures": by_letter(scores.hand_pressures),
        "record": [_scored(hand) for hand in scores.record],
        "actions": state.actions,
        "revealed": state.revealed,
    }


def marked(seats: Marks) -> list[str]:
    """These seats as letters, in seat order."""
    return letters(sorted(seats))


def _hand(state: State, seat: Seat, viewer: Seat | None) -> list[Card] | int:
    cards = state.hands[seat]
    shown = state.revealed or (seat == viewer and not state.is_blind(seat))
    return list(in_order(cards)) if shown else len(cards)


def _scored(hand: Scored) -> dict[str, dict[str, int]]:
    return {
        "points": {seat_letter(seat): points for seat, points in hand.points},
        "pressure": {seat_letter(seat): points for seat, points in hand.pressure},
    }
