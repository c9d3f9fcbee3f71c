"""The position notation of C.R.A.P., read and written (section 11)."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.cards import in_order
from bot.engine.chance import seat_letter
from bot.engine.notation import Count, by_letter, by_seat, letters, read_cards, read_position, read_seat
from bot.engine.view import zone
from bot.games.crap.cards import Cards, cards_of_sets
from bot.games.crap.notation import (
    AnyPendingText,
    SetText,
    last_text,
    pending_text,
    read_last_action,
    read_pending,
    read_seats,
    read_set,
    set_text,
)
from bot.games.crap.options import CrapOptions
from bot.games.crap.state import End, Phase, State


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
    last: dict[str, Any] | None = None
    forcing: bool = False
    winners: list[str] = []
    end: End | None = None


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position; `forcing` is written only where the table has voted for it."""
    fields: dict[str, Any] = {
        "phase": state.phase,
        "turn": seat_letter(state.turn),
        "turn_number": state.turn_number,
        "stock": zone(state.stock),
        "discard": list(state.discard),
        "sets": [set_text(laid) for laid in state.sets],
        "hands": _zones(state.hands),
        "protected": _zones(state.protected),
        "placed": _zones(state.placed),
        "totals": by_letter(state.totals),
        "idle": by_letter(state.idle),
        "timeouts": state.timeouts,
        "scoring_rounds": state.scoring_rounds,
        "left": letters(state.left),
        "leaving": letters(state.leaving),
        "pending": pending_text(state.pending),
        "last": last_text(state.last),
        "winners": letters(state.winners),
        "end": state.end,
    }
    return fields | {"forcing": True} if state.forcing else fields


def _zones(cards: Sequence[Cards]) -> dict[str, Any]:
    return by_letter(list(map(zone, cards)))


def all_cards(state: State) -> Cards:
    """The cards of all zones in canonical order."""
    by_players = chain(*state.hands, *state.protected, *state.placed)
    return in_order(chain(by_players, state.stock, state.discard, cards_of_sets(state.sets)))


def from_position(position: Mapping[str, Any], seats: int, options: CrapOptions) -> State:
    """The state of a position; raise Malformed for what cannot be on any table."""
    given = read_position(position, Position)
    state = State(
        options=options, pack=(), phase=given.phase,
        turn=read_seat(given.turn, seats), turn_number=given.turn_number,
        stock=read_cards(given.stock), discard=read_cards(given.discard),
        sets=tuple(read_set(laid, seats) for laid in given.sets),
        hands=_read_zone(given.hands, seats), protected=_read_zone(given.protected, seats),
        placed=_read_zone(given.placed, seats),
        totals=tuple(by_seat(given.totals, seats, 0)), idle=tuple(by_seat(given.idle, seats, 0)),
        timeouts=given.timeouts, scoring_rounds=given.scoring_rounds,
        left=read_seats(given.left, seats), leaving=read_seats(given.leaving, seats),
        pending=read_pending(given.pending, given.phase, seats),
        last=None if given.last is None else read_last_action(given.last, seats),
        forcing=given.forcing, winners=read_seats(given.winners, seats), end=given.end,
    )  # fmt: skip
    return msgspec.structs.replace(state, pack=all_cards(state))


def _read_zone(texts: Mapping[str, list[str]], seats: int) -> tuple[Cards, ...]:
    return tuple(map(read_cards, by_seat(texts, seats, [])))
