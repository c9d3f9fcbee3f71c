"""The position notation of Crazy Rummy, read and written (section 11)."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.engine.cards import RANK_OF, Card, in_order
from bot.engine.chance import Seat, seat_letter
from bot.engine.contract import Malformed
from bot.engine.notation import Count, by_letter, by_seat, letters, read_card, read_position, read_seat
from bot.engine.view import zone
from bot.games.crazy_rummy.cards import PLAYED_CARDS, Cards, PlayedRank, open_ranks
from bot.games.crazy_rummy.options import CrazyRummyOptions, packs_for
from bot.games.crazy_rummy.state import Board, Phase, State


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a position as they are written, with what a field left out means."""

    phase: Phase = "draw"
    hand_number: Annotated[int, Meta(ge=1)] = 1
    dealer: str = "A"
    turn: str | None = None
    marker: str | None = None
    wild: PlayedRank | None = None
    packs: Annotated[int, Meta(ge=1)] | None = None
    stock: list[str] = []
    discard: list[str] = []
    hands: dict[str, list[str]] = {}
    sets: dict[str, list[list[str]]] = {}
    fed: dict[str, list[str]] = {}
    first_play_done: list[str] | None = None
    laid: bool = False
    taken: str | None = None
    lock_count: Count = 0
    rebuilds: Count = 0
    totals: dict[str, int] = {}
    last_hand: bool = False
    aside: list[str] = []
    left: list[str] = []
    winners: list[str] = []


def to_position(state: State) -> dict[str, Any]:
    """All fields of a position."""
    return {
        "phase": state.phase,
        "hand_number": state.hand_number,
        "dealer": seat_letter(state.dealer),
        "turn": None if state.turn is None else seat_letter(state.turn),
        "marker": state.marker,
        "wild": state.wild,
        "packs": state.packs,
        "stock": zone(state.stock),
        "discard": zone(state.discard),
        "hands": by_letter(list(map(zone, state.hands))),
        "sets": by_letter([list(map(list, board)) for board in state.sets]),
        "fed": by_letter(list(map(list, state.fed))),
        "first_play_done": letters(state.first_play_done),
        "laid": state.laid,
        "taken": state.taken,
        "lock_count": state.lock_count,
        "rebuilds": state.rebuilds,
        "totals": by_letter(state.totals),
        "last_hand": state.last_hand,
        "aside": zone(state.aside),
        "left": letters(state.left),
        "winners": letters(state.winners),
    }


def from_position(position: Mapping[str, Any], seats: int, options: CrazyRummyOptions) -> State:
    """The state of a position for seats and options that fit; raise Malformed when it cannot be one."""
    given = read_position(position, Position)
    left = _seats(given.left, seats)
    marker = None if given.marker is None else _card(given.marker)
    wild = _wild(given.wild, marker)
    hands = tuple(map(_cards, by_seat(given.hands, seats, [])))
    sets = tuple(tuple(map(_cards, board)) for board in by_seat(given.sets, seats, []))
    fed = tuple(map(_cards, by_seat(given.fed, seats, [])))
    stock, discard, aside = _cards(given.stock), _cards(given.discard), _cards(given.aside)
    marked = () if marker is None else (marker,)
    return State(
        options=options, phase=given.phase, hand_number=given.hand_number,
        dealer=read_seat(given.dealer, seats),
        turn=None if given.turn is None else read_seat(given.turn, seats),
        packs=given.packs or packs_for(seats - len(left), options),
        pack=in_order(chain(stock, discard, aside, marked, *hands, *chain(*sets), *fed)),
        wild=wild, marker=marker, stock=stock, discard=discard, hands=hands, sets=sets, fed=fed,
        opened=open_ranks(chain(*sets), wild),
        first_play_done=_first_play_done(given.first_play_done, sets, fed, left),
        laid=given.laid, taken=None if given.taken is None else _card(given.taken),
        lock_count=given.lock_count, rebuilds=given.rebuilds,
        totals=tuple(by_seat(given.totals, seats, 0)), last_hand=given.last_hand,
        aside=aside, left=left, winners=_seats(given.winners, seats),
    )  # fmt: skip


def _card(text: str) -> Card:
    card = read_card(text)
    if card not in PLAYED_CARDS:
        raise Malformed(f"position: {card} is not in the packs of this game")
    return card


def _cards(texts: Iterable[str]) -> Cards:
    return tuple(map(_card, texts))


def _seats(given: Iterable[str], seats: int) -> tuple[Seat, ...]:
    """A list of seats, which has no order, in seat order."""
    return tuple(sorted({read_seat(letter, seats) for letter in given}))


def _wild(given: str | None, marker: Card | None) -> str:
    """The wild rank: the marker's, unless there is none."""
    wild = given if marker is None else RANK_OF[marker]
    if wild is None:
        raise Malformed("position: wild must be given when there is no marker")
    if given not in (None, wild):
        raise Malformed(f"position: wild is {given}, but the marker is {marker}")
    return wild


def _first_play_done(
    given: list[str] | None, sets: tuple[Board, ...], fed: tuple[Cards, ...], left: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """The seats listed; when left out, the active ones with anything on the board."""
    if given is not None:
        return _seats(given, len(sets))
    return tuple(seat for seat, board in enumerate(sets) if (board or fed[seat]) and seat not in left)
