"""The position notation of Crapette, read and written (sections 11.1 and 11.2)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bot.engine.cards import JOKER, SUITS, Card, Suit, in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.notation import Count, by_letter, by_seat, letters, read_card, read_position, read_seat
from bot.engine.view import zone
from bot.games.crapette.cards import COURTS, Court
from bot.games.crapette.clock import MAX_TIMEOUTS
from bot.games.crapette.faults import most_unseen
from bot.games.crapette.history import remembered
from bot.games.crapette.moving import MAX_HOUSE_MOVES
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.state import (
    CRAPAUD,
    DISCARD,
    HAND,
    HOUSES,
    PLAYERS,
    SOURCES,
    TARGETS,
    Done,
    End,
    House,
    Phase,
    Pile,
    Place,
    State,
)
from bot.games.crapette.undoing import MAX_UNDO_STEPS

Cards: TypeAlias = list[str]
Height: TypeAlias = Annotated[int, Meta(ge=0, le=13)]

_DONE = re.compile(rf"(\S.*) ({'|'.join(SOURCES)})-({'|'.join(TARGETS)})", re.IGNORECASE)


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a position with their defaults; None where another field decides the default."""

    phase: Phase | None = None
    turn: str = "A"
    turn_number: Annotated[int, Meta(ge=1)] = 1
    houses: dict[House, Cards] = {}
    finish: dict[Suit, tuple[Height, Height]] = {}
    lifted: str | None = None
    hands: dict[str, Cards] = {}
    discards: dict[str, Cards] = {}
    crapauds: dict[str, Cards] = {}
    hand_unseen: dict[str, Count] = {}
    crapaud_unseen: dict[str, Count] = {}
    timeouts: dict[str, Annotated[int, Meta(ge=0, le=MAX_TIMEOUTS)]] = {}
    used: dict[str, Count] = {}
    house_moves: Annotated[int, Meta(ge=0, le=MAX_HOUSE_MOVES)] = 0
    undo: list[str] = []
    undo_used: Annotated[int, Meta(ge=0, le=MAX_UNDO_STEPS)] = 0
    progress: int = 0
    idle_turns: Count = 0
    history: list[str] | None = None
    offer: str | None = None
    offered: list[str] = []
    end: End | None = None
    winners: list[str] = []


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position."""
    heights = zip(SUITS, state.heights(), strict=True)
    return {
        "phase": state.phase,
        "turn": seat_letter(state.turn),
        "turn_number": state.turn_number,
        "houses": {house: list(pile) for house, pile in zip(HOUSES, state.houses, strict=True)},
        "finish": {suit: list(pair) for suit, pair in heights},
        "lifted": state.lifted,
        "hands": _both(state, HAND),
        "discards": _both(state, DISCARD),
        "crapauds": _both(state, CRAPAUD),
        "hand_unseen": by_letter(state.hand_unseen),
        "crapaud_unseen": by_letter(state.crapaud_unseen),
        "timeouts": by_letter(state.timeouts),
        "used": by_letter(state.used),
        "house_moves": state.house_moves,
        "undo": [_done_text(done) for done in state.undo],
        "undo_used": state.undo_used,
        "progress": state.progress,
        "idle_turns": state.idle_turns,
        "offer": None if state.offer is None else seat_letter(state.offer),
        "offered": letters(state.offered),
        "end": state.end,
        "winners": letters(state.winners),
        "history": list(state.history),
    }


def _both(state: State, place: Place) -> dict[str, Any]:
    """The piles of both seats in this zone."""
    return by_letter(list(map(zone, state.piles[place : place + 2])))


def from_position(position: Mapping[str, Any], seats: int, options: CrapetteOptions) -> State:
    """The state of a position; raise Malformed for what cannot be on any table."""
    given = read_position(position, Position)
    state = _state(given, options)
    if given.phase not in (None, state.phase):
        raise Malformed(f"position: the phase is {state.phase!r}, not {given.phase!r}")
    if given.history is None and state.phase == "play":
        return replace(state, history=remembered(state))
    return state


def _state(given: Position, options: CrapetteOptions) -> State:
    piles = _piles(given, COURTS[options.court_order])
    lifted = None if given.lifted is None else _card(given.lifted)
    return State(
        options=options,
        pack=in_order((*(card for pile in piles for card in pile), *([lifted] if lifted else []))),
        piles=piles,
        turn=_seat(given.turn),
        turn_number=given.turn_number,
        lifted=lifted,
        hand_unseen=_unseen(given.hand_unseen, most_unseen(piles, HAND)),
        crapaud_unseen=_unseen(given.crapaud_unseen, most_unseen(piles, CRAPAUD)),
        timeouts=_pair(given.timeouts),
        used=_pair(given.used),
        house_moves=given.house_moves,
        undo=tuple(map(_done, given.undo)),
        undo_used=given.undo_used,
        progress=given.progress,
        idle_turns=given.idle_turns,
        history=tuple(given.history or ()),
        offer=None if given.offer is None else _seat(given.offer),
        offered=tuple(sorted(set(map(_seat, given.offered)))),
        end=given.end,
        winners=tuple(map(_seat, given.winners)),
    )


def _piles(given: Position, court: Court) -> tuple[Pile, ...]:
    """All piles in the order of their places."""
    return (
        *(tuple(map(_card, given.houses.get(house, []))) for house in HOUSES),
        *_seat_piles(given.discards),
        *_seat_piles(given.crapauds),
        *_seat_piles(given.hands),
        *(court.suit_pile(suit, height) for suit in SUITS for height in given.finish.get(suit, (0, 0))),
    )


def _seat_piles(given: Mapping[str, Cards]) -> list[Pile]:
    return [tuple(map(_card, cards)) for cards in by_seat(given, len(PLAYERS), [])]


def _card(text: str) -> Card:
    card = read_card(text)
    if card == JOKER:
        raise Malformed("position: there are no jokers in Crapette")
    return card


def _seat(letter: str) -> Seat:
    return read_seat(letter, len(PLAYERS))


def _pair(given: Mapping[str, int]) -> tuple[int, int]:
    first, second = by_seat(given, len(PLAYERS), 0)
    return first, second


def _unseen(given: Mapping[str, int], most: tuple[int, int]) -> tuple[int, int]:
    """How many cards of each seat's pile were never shown; left out, as many as can be."""
    first, second = by_seat(given, len(PLAYERS), None)
    return (most[0] if first is None else first, most[1] if second is None else second)


def _done_text(done: Done) -> str:
    return f"{' '.join(done.cards)} {done.source}-{done.target}"


def _done(text: str) -> Done:
    """A move that can be taken back, `9C 8H R2-L1`; whether it was made is taken as given."""
    read = _DONE.fullmatch(text)
    if read is None:
        raise Malformed(f"position: {text!r} is not a move that can be taken back")
    cards, source, target = read.groups()
    return Done(tuple(map(_card, cards.split())), source.upper(), target.upper())
