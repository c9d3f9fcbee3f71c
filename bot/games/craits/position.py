"""The position notation of Craits, read and written (section 11)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.engine.cards import SUIT_OF, Card, Suit, in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.notation import (
    Count,
    by_letter,
    by_seat,
    letters,
    read_card,
    read_cards,
    read_position,
    read_seat,
)
from bot.engine.view import Backs, zone
from bot.games.craits.cards import Cards
from bot.games.craits.dealing import HAND_SIZES
from bot.games.craits.functions import KING_STEPS
from bot.games.craits.options import CraitsOptions
from bot.games.craits.state import (
    ANTICLOCKWISE,
    CLOCKWISE,
    IN_HAND,
    Marks,
    Phase,
    Scored,
    Scores,
    State,
)


class ScoredGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of `record`."""

    points: dict[str, int] = {}
    pressure: dict[str, int] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as given; UNSET where the default depends on the phase."""

    phase: Phase = "turn"
    turn: str | UnsetType | None = UNSET
    hand_number: Annotated[int, Meta(ge=1, le=len(HAND_SIZES))] = 1
    dealer: str = "A"
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    hands: dict[str, list[str]] = {}
    stock: list[str] = []
    top: str | None = None
    under: list[str] = []
    suit: Suit | None = None
    count: Count = 0
    jack_run: Count = 0
    king_steps: Annotated[int, Meta(ge=0, le=KING_STEPS)] | UnsetType = UNSET
    undeclared: list[str] = []
    declared: list[str] = []
    owes: list[str] = []
    left: list[str] = []
    totals: dict[str, int] = {}
    pressures: dict[str, Count] = {}
    hand_pressures: dict[str, Count] = {}
    record: list[ScoredGiven] = []
    actions: Count = 0
    revealed: bool | UnsetType = UNSET


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position."""
    scores = state.scores
    return {
        "phase": state.phase,
        "turn": None if state.turn is None else seat_letter(state.turn),
        "hand_number": state.hand_number,
        "dealer": seat_letter(state.dealer),
        "direction": "clockwise" if state.direction == CLOCKWISE else "anticlockwise",
        "hands": by_letter(list(map(_unordered, state.hands))),
        "stock": zone(state.stock),
        "top": state.top,
        "under": _unordered(state.under),
        "suit": state.suit,
        "count": state.count,
        "jack_run": state.jack_run,
        "king_steps": state.king_steps,
        "declared": _marked(state.declared),
        "owes": _marked(state.owes),
        "left": letters(state.left),
        "totals": by_letter(scores.totals),
        "pressures": by_letter(scores.pressures),
        "hand_pressures": by_letter(scores.hand_pressures),
        "record": list(map(_scored, scores.record)),
        "actions": state.actions,
        "revealed": state.revealed,
        "undeclared": _marked(state.undeclared),
    }


def _unordered(cards: Cards) -> list[Card | int] | int:
    """A zone whose cards have no order."""
    return zone(cards) if isinstance(cards, Backs) else list(in_order(cards))


def from_position(position: Mapping[str, Any], seats: int, options: CraitsOptions) -> State:
    """The state of a position; raise Malformed in one line when it cannot be one."""
    given = read_position(position, Position)
    hands = tuple(read_cards(hand) for hand in by_seat(given.hands, seats, []))
    stock, under = read_cards(given.stock), read_cards(given.under)
    top = None if given.top is None else read_card(given.top)
    discard = under if top is None else (top, *under)
    left = _marks(given.left, seats)
    steps = KING_STEPS if given.phase == "king-run" else 0
    return State(
        options=options,
        pack=in_order((*stock, *discard, *(card for hand in hands for card in hand))),
        phase=given.phase,
        turn=_turn(given, seats),
        hand_number=given.hand_number,
        dealer=read_seat(given.dealer, seats),
        direction=CLOCKWISE if given.direction == "clockwise" else ANTICLOCKWISE,
        active=tuple(seat for seat in range(seats) if seat not in left),
        hands=hands,
        stock=stock,
        top=top,
        under=under,
        suit=given.suit or (SUIT_OF.get(top) if top else None),
        count=given.count,
        jack_run=given.jack_run,
        king_steps=steps if given.king_steps is UNSET else given.king_steps,
        undeclared=_marks(given.undeclared, seats),
        declared=_marks(given.declared, seats),
        owes=_marks(given.owes, seats),
        scores=_scores(given, seats),
        actions=given.actions,
        revealed=given.phase not in IN_HAND if given.revealed is UNSET else given.revealed,
    )


def _marked(seats: Marks) -> list[str]:
    """These seats as letters, in seat order."""
    return letters(sorted(seats))


def _scored(hand: Scored) -> dict[str, dict[str, int]]:
    return {
        "points": {seat_letter(seat): points for seat, points in hand.points},
        "pressure": {seat_letter(seat): points for seat, points in hand.pressure},
    }


def _marks(given: Iterable[str], seats: int) -> Marks:
    return frozenset(read_seat(letter, seats) for letter in given)


def _turn(given: Position, seats: int) -> Seat | None:
    if given.turn is not UNSET:
        return None if given.turn is None else read_seat(given.turn, seats)
    if given.phase not in IN_HAND:
        return None
    return read_seat(given.dealer, seats) if given.phase == "opening-suit" else 0


def _scores(given: Position, seats: int) -> Scores:
    return Scores(
        totals=tuple(by_seat(given.totals, seats, 0)),
        pressures=tuple(by_seat(given.pressures, seats, 0)),
        hand_pressures=tuple(by_seat(given.hand_pressures, seats, 0)),
        record=tuple(
            Scored(_pairs(hand.points, seats), _pairs(hand.pressure, seats)) for hand in given.record
        ),
    )


def _pairs(given: Mapping[str, int], seats: int) -> tuple[tuple[Seat, int], ...]:
    return tuple(sorted((read_seat(letter, seats), number) for letter, number in given.items()))
