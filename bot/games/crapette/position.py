"""Reading and writing the position notation of Crapette (sections 11.1 and 11.2)."""

import re
from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from bot.engine.cards import JOKER, SUITS, Card, Suit
from bot.engine.contract import Malformed
from bot.engine.notation import read_cards
from bot.engine.positions import BySeat, Count, dump, read_fields, state_of
from bot.games.crapette.cards import COURTS, Court
from bot.games.crapette.faults import most_unseen
from bot.games.crapette.history import extended_history
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import (
    CRAPAUD,
    DISCARD,
    FINISH,
    HAND,
    HOUSES,
    SOURCES,
    TARGETS,
    House,
    MadeMove,
    Pile,
    State,
)

Height: TypeAlias = Annotated[int, Meta(ge=0, le=13)]

_MADE_MOVE = re.compile(rf"(\S.*) ({'|'.join(SOURCES)})-({'|'.join(TARGETS)})", re.IGNORECASE)


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that the notation writes differently: finishing piles as heights, moves as texts."""

    houses: dict[House, Pile] = {}
    finish: dict[Suit, tuple[Height, Height]] = {}
    lifted: Card | None = None
    hands: BySeat[Pile]
    discards: BySeat[Pile]
    crapauds: BySeat[Pile]
    hand_unseen: BySeat[Count | None]
    crapaud_unseen: BySeat[Count | None]
    undo: tuple[str, ...] | UnsetType = UNSET

    def row(self, court: Court) -> tuple[Pile, ...]:
        """Return all piles in the order of their places."""
        heights = ((suit, height) for suit in SUITS for height in self.finish.get(suit, (0, 0)))
        return (
            *(self.houses.get(house, ()) for house in HOUSES),
            *self.discards,
            *self.crapauds,
            *self.hands,
            *(court.suit_pile(suit, height) for suit, height in heights),
        )


def to_position(state: State) -> dict[str, Any]:
    """Return the state in the notation."""
    fields = dump(state)
    turn = {name: fields.pop(name) for name in ("turn", "turn_number")}
    undo = [f"{' '.join(move.cards)} {move.source}-{move.target}" for move in state.undo]
    return {"phase": state.phase, **turn, **dump(_own_fields(state)), **fields, "undo": undo}


def _own_fields(state: State) -> Position:
    return Position(
        houses=dict(zip(HOUSES, state.houses, strict=True)),
        finish=dict(zip(SUITS, state.heights(), strict=True)),
        lifted=state.lifted,
        hands=state.piles[HAND:FINISH],
        discards=state.piles[DISCARD:CRAPAUD],
        crapauds=state.piles[CRAPAUD:HAND],
        hand_unseen=state.hand_unseen,
        crapaud_unseen=state.crapaud_unseen,
    )


def from_position(position: Mapping[str, Any], seats: int, options: CrapetteOptions) -> State:
    """Read a position. Raise Malformed if it's impossible."""
    rest = {name: part for name, part in position.items() if name != "history" or part is not None}
    phase = rest.pop("phase", None)
    own_fields = {name: rest.pop(name) for name in Position.__struct_fields__ if name in rest}
    given = state_of(Position, read_fields(own_fields, Position, seats))
    piles, fields = given.row(COURTS[options.court_order]), read_fields(rest, State, seats)
    fields |= {
        "options": options,
        "pack": (),
        "piles": piles,
        "lifted": given.lifted,
        "hand_unseen": _unseen(given.hand_unseen, most_unseen(piles, HAND)),
        "crapaud_unseen": _unseen(given.crapaud_unseen, most_unseen(piles, CRAPAUD)),
        "undo": tuple(map(_read_move, given.undo or ())),
        "offered": sorted(set(fields.get("offered", ()))),
    }
    state = state_of(State, fields)
    state = replace(state, pack=state.all_cards)
    if JOKER in (*state.pack, *chain(*(move.cards for move in state.undo))):
        raise Malformed("position: there are no jokers in Crapette")
    if phase not in (None, state.phase):
        raise Malformed(f"position: the phase is {state.phase!r}, not {phase!r}")
    if "history" in rest or state.phase != "play":
        return state
    return replace(state, history=extended_history(state))


def _unseen(given: tuple[int | None, ...], most: tuple[int, int]) -> tuple[int, ...]:
    """Return the number of cards of each seat's pile that were never shown, by default the most possible."""
    return tuple(maximum if one is None else one for one, maximum in zip(given, most, strict=True))


def _read_move(text: str) -> MadeMove:
    """Read a move that can be taken back, `9C 8H R2-L1`. Nothing checks that it was really made."""
    read = _MADE_MOVE.fullmatch(text)
    if read is None:
        raise Malformed(f"position: {text!r} is not a move that can be taken back")
    cards, source, target = read.groups()
    return MadeMove(read_cards(cards.split()), source.upper(), target.upper())
