"""The position notation of C.R.A.P., read and written (section 11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.cards import JOKER, Card, in_order
from bot.engine.chance import seat_letter
from bot.engine.contract import Malformed
from bot.engine.notation import by_letter, by_seat, letters, read_cards, read_position, seat_of
from bot.games.crap.cards import MAX_JOKERS, PACKS, Cards, cards_of_sets
from bot.games.crap.last_action import AnyLastAction
from bot.games.crap.notation import (
    AnyPendingText,
    Count,
    SetText,
    pending_text,
    plain,
    read_last_action,
    read_pending,
    read_seats,
    read_set,
    set_text,
)
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import Ballot, Duel, End, Phase, State


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a position as they are written, with what a field left out means."""

    phase: Phase = "turn"
    turn: str = "A"
    turn_number: Annotated[int, Meta(ge=1)] = 1
    stock: list[str] = []
    discard: list[str] = []
    sets: list[SetText] = []
    hands: dict[str, list[str]] = {}
    protected: dict[str, list[str]] = {}
    placed: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    idle: dict[str, Count] = {}
    timeouts: Count = 0
    scoring_rounds: Count = 0
    left: list[str] = []
    leaving: list[str] = []
    pending: AnyPendingText | None = None
    last: AnyLastAction | None = None
    winners: list[str] = []
    end: End | None = None


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position."""
    return {
        "phase": state.phase,
        "turn": seat_letter(state.turn),
        "turn_number": state.turn_number,
        "stock": list(state.stock),
        "discard": list(state.discard),
        "sets": [set_text(laid) for laid in state.sets],
        "hands": _zone(state.hands),
        "protected": _zone(state.protected),
        "placed": _zone(state.placed),
        "totals": by_letter(state.totals),
        "idle": by_letter(state.idle),
        "timeouts": state.timeouts,
        "scoring_rounds": state.scoring_rounds,
        "left": letters(state.left),
        "leaving": letters(state.leaving),
        "pending": pending_text(state.pending),
        "last": plain(state.last),
        "winners": letters(state.winners),
        "end": state.end,
    }


def _zone(cards: Sequence[Cards]) -> dict[str, list[Card]]:
    return by_letter([list(part) for part in cards])


def all_cards(state: State) -> Cards:
    """The cards of all zones in canonical order."""
    by_players = chain(*state.hands, *state.protected, *state.placed)
    return in_order(chain(by_players, state.stock, state.discard, cards_of_sets(state.sets)))


def from_position(position: Mapping[str, Any], seats: int, options: CrapOptions) -> State:
    """The state of a position; raise Malformed for what cannot be on any table."""
    state = _state(read_position(position, Position), seats, options)
    _check_seats(state)
    _check_cards(state)
    return state


def _state(position: Position, seats: int, options: CrapOptions) -> State:
    state = State(
        options=options, pack=(), phase=position.phase,
        turn=seat_of(position.turn, seats), turn_number=position.turn_number,
        stock=read_cards(position.stock), discard=read_cards(position.discard),
        sets=tuple(read_set(laid, seats) for laid in position.sets),
        hands=_read_zone(position.hands, seats), protected=_read_zone(position.protected, seats),
        placed=_read_zone(position.placed, seats),
        totals=tuple(by_seat(position.totals, seats, 0)), idle=tuple(by_seat(position.idle, seats, 0)),
        timeouts=position.timeouts, scoring_rounds=position.scoring_rounds,
        left=read_seats(position.left, seats), leaving=read_seats(position.leaving, seats),
        pending=read_pending(position.pending, position.phase, seats),
        last=None if position.last is None else read_last_action(position.last, seats),
        winners=read_seats(position.winners, seats), end=position.end,
    )  # fmt: skip
    return msgspec.structs.replace(state, pack=all_cards(state))


def _read_zone(texts: Mapping[str, list[str]], seats: int) -> tuple[Cards, ...]:
    return tuple(map(read_cards, by_seat(texts, seats, [])))


def _check_seats(state: State) -> None:
    """Refuse the turn of a player who has left, and an action against oneself or one of those."""
    gone = {*state.left, *(state.leaving if state.phase == "turn" else ())}
    if state.phase != "over" and state.turn in gone:
        raise Malformed(f"position: it cannot be the turn of {seat_letter(state.turn)}, who has left")
    target = state.pending.target if isinstance(state.pending, Duel | Ballot) else None
    if target is not None and target in (state.turn, *state.left):
        raise Malformed(f"position: {seat_letter(target)} cannot be the target")


def _check_cards(state: State) -> None:
    """Refuse more copies of a card than the game has."""
    jokers = MAX_JOKERS if state.options.jokers else 0
    for card, copies in Counter(state.pack).items():
        most = jokers if card == JOKER else PACKS
        if copies > most:
            raise Malformed(f"position: there are {copies} {card}, but the pack holds {most}")
