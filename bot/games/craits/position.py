"""The position notation: a whole game as plain values, and back (rules, section 11)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.engine.cards import SUIT_OF, Card, NotACard, Suit, in_order, parse_card
from bot.engine.chance import Seat
from bot.engine.contract import Malformed
from bot.engine.notation import by_letter, by_seat, read_position, seat_of
from bot.games.craits.faults import contradictions
from bot.games.craits.functions import KING_STEPS
from bot.games.craits.sheet import marked, public
from bot.games.craits.state import (
    ANTICLOCKWISE,
    CLOCKWISE,
    IN_HAND,
    CraitsOptions,
    Hand,
    Marks,
    Phase,
    Scored,
    Scores,
    State,
)

Natural = Annotated[int, Meta(ge=0)]


class ScoredGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of `record`."""

    points: dict[str, int] = {}
    pressure: dict[str, int] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as given; UNSET where the default depends on the phase."""

    phase: Phase = "turn"
    turn: str | UnsetType | None = UNSET
    hand_number: Annotated[int, Meta(ge=1, le=15)] = 1
    dealer: str = "A"
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    hands: dict[str, list[str]] = {}
    stock: list[str] = []
    top: str | None = None
    under: list[str] = []
    suit: Suit | None = None
    count: Natural = 0
    jack_run: Natural = 0
    king_steps: Annotated[int, Meta(ge=0, le=KING_STEPS)] | UnsetType = UNSET
    undeclared: list[str] = []
    declared: list[str] = []
    owes: list[str] = []
    left: list[str] = []
    totals: dict[str, int] = {}
    pressures: dict[str, Natural] = {}
    hand_pressures: dict[str, Natural] = {}
    record: list[ScoredGiven] = []
    actions: Natural = 0
    revealed: bool | UnsetType = UNSET


def dump(state: State) -> dict[str, Any]:
    """Every field of the position notation, as plain JSON values."""
    return {
        **public(state),
        "hands": by_letter([list(in_order(hand)) for hand in state.hands]),
        "stock": list(state.stock),
        "under": list(in_order(state.under)),
        "undeclared": marked(state.undeclared),
    }


def load(position: Mapping[str, Any], seats: int, options: CraitsOptions) -> State:
    """The state of a position; raise Malformed in one line when it cannot be one."""
    if not 2 <= seats <= 7:
        raise Malformed(f"craits is for 2 to 7 players, not {seats}")
    state = _state(read_position(position, Position), seats, options)
    for problem in contradictions(state):
        raise Malformed(f"position: {problem}")
    return state


def _state(given: Position, seats: int, options: CraitsOptions) -> State:
    hands = tuple(_cards(hand) for hand in by_seat(given.hands, seats, []))
    stock, under = _cards(given.stock), _cards(given.under)
    top = None if given.top is None else _card(given.top)
    discard = under if top is None else (top, *under)
    steps = KING_STEPS if given.phase == "king-run" else 0
    return State(
        options=options,
        pack=in_order((*stock, *discard, *(card for hand in hands for card in hand))),
        phase=given.phase,
        turn=_turn(given, seats),
        hand_number=given.hand_number,
        dealer=seat_of(given.dealer, seats),
        direction=CLOCKWISE if given.direction == "clockwise" else ANTICLOCKWISE,
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
        left=_marks(given.left, seats),
        scores=_scores(given, seats),
        actions=given.actions,
        revealed=given.phase not in IN_HAND if given.revealed is UNSET else given.revealed,
    )


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except NotACard as bad:
        raise Malformed(f"position: {bad}") from bad


def _cards(texts: Iterable[str]) -> Hand:
    return tuple(map(_card, texts))


def _marks(given: Iterable[str], seats: int) -> Marks:
    return frozenset(seat_of(letter, seats) for letter in given)


def _turn(given: Position, seats: int) -> Seat | None:
    if given.turn is not UNSET:
        return None if given.turn is None else seat_of(given.turn, seats)
    if given.phase not in IN_HAND:
        return None
    return seat_of(given.dealer, seats) if given.phase == "opening-suit" else 0


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
    return tuple(sorted((seat_of(letter, seats), number) for letter, number in given.items()))
