"""A seat's memory: the place of every card shown, and the positions that may come again.

Nobody knows more than the others (R1), so the notes of both seats are the same but for the seat.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.engine.cards import Card
from bot.engine.contract import Heard, Notes
from bot.engine.events import Event
from bot.engine.view import BACK
from bot.games.crapette.dealing import CRAPAUD_SIZE, Compared, Dealt
from bot.games.crapette.lifting import Lifted, PutDown, TurnedOver
from bot.games.crapette.moving import Moved, Shown
from bot.games.crapette.state import (
    DISCARD,
    FINISH,
    FINISHING,
    HAND,
    NAMES,
    PLACES,
    PLAYERS,
    Pile,
    Place,
    last_finished,
)
from bot.games.crapette.turns import TurnStarted
from bot.games.crapette.undoing import TakenBack

MAX_TURNS: Final = 90
"""How many turns are remembered, for notes stay small. A card is finished long before, in most games."""

Piles: TypeAlias = tuple[Pile, ...]
"""All piles as `State.piles` has them."""
Before: TypeAlias = tuple[tuple[Place, int, Pile], ...]
"""The way back to the turn before: each changed pile keeps this many cards, with these on top."""

_BY_NAME: Final[tuple[Mapping[str, Place], ...]] = tuple(
    {NAMES[code]: place for code, place in PLACES[seat].items()} for seat in PLAYERS
)


class CrapetteNotes(Notes, frozen=True, kw_only=True):
    """Every pile, covered cards included. Without piles the seat hasn't seen the deal.

    A back represents a card that nobody has seen: it lies where it was dealt.
    """

    piles: Piles = ()
    start: Piles = ()
    """The piles when the present turn began."""
    turns: tuple[Before, ...] = ()
    """The way back from there, turn by turn, as far as the finishing piles were the same."""


def noted(notes: CrapetteNotes, events: Sequence[Event]) -> CrapetteNotes:
    """Return the notes after these events. A seat that hasn't seen the deal remembers nothing."""
    for event in events:
        if (hear := _HEARD.get(type(event))) and (notes.piles or isinstance(event, Dealt)):
            notes = hear(notes, event)
    return notes


def positions(notes: CrapetteNotes) -> list[Piles]:
    """Return the piles at the turn starts that may come again, the present turn's last."""
    row, found = list(notes.start), [notes.start]
    for before in notes.turns:
        for place, kept, cards in before:
            row[place] = row[place][:kept] + cards
        found.append(tuple(row))
    return found[::-1]


def _deal(notes: CrapetteNotes, event: Dealt) -> CrapetteNotes:
    hand = (BACK,) * event.hand
    crapauds = tuple((*(BACK,) * (CRAPAUD_SIZE - 1), top) for top in event.crapauds)
    houses = tuple((card,) for card in event.houses)
    return CrapetteNotes(seat=notes.seat, piles=(*houses, (), (), *crapauds, hand, hand, *((),) * 8))


def _compare(notes: CrapetteNotes, event: Compared) -> CrapetteNotes:
    if event.place is None:
        return notes
    for seat, card in enumerate(event.cards):
        notes = _see(notes, HAND + seat, event.place - 1, card)
    return notes


def _start_turn(notes: CrapetteNotes, _: TurnStarted) -> CrapetteNotes:
    """Other finishing piles never become what they were: what was before need not be remembered."""
    last, now = notes.start, notes.piles
    if not last or last[FINISH:] != now[FINISH:]:
        return replace(notes, start=now, turns=())
    before = tuple(
        _way_back(place, now[place], last[place]) for place in range(FINISH) if now[place] != last[place]
    )
    return replace(notes, start=now, turns=(before, *notes.turns[: MAX_TURNS - 1]))


def _way_back(place: Place, now: Pile, last: Pile) -> tuple[Place, int, Pile]:
    kept = 0
    while kept < len(now) and kept < len(last) and now[kept] == last[kept]:
        kept += 1
    return place, kept, last[kept:]


def _move(notes: CrapetteNotes, event: Moved) -> CrapetteNotes:
    source, goal = _BY_NAME[event.seat][event.source], _goal(notes, event)
    return _go(notes, source, goal, event.cards)


def _take_back(notes: CrapetteNotes, event: TakenBack) -> CrapetteNotes:
    named, is_finished = _BY_NAME[event.seat], event.target == NAMES["F"]
    goal = last_finished(notes.piles, event.cards[0]) if is_finished else named[event.target]
    return _go(notes, goal, named[event.source], event.cards)


def _put_down(notes: CrapetteNotes, event: PutDown) -> CrapetteNotes:
    return _go(notes, None, _goal(notes, event), (event.card,))


def _lift(notes: CrapetteNotes, event: Lifted) -> CrapetteNotes:
    place = HAND + event.seat
    notes = _see(notes, place, event.hand, event.card)
    return _go(notes, place, None, (event.card,))


def _turn_over(notes: CrapetteNotes, event: TurnedOver) -> CrapetteNotes:
    row = list(notes.piles)
    row[HAND + event.seat], row[DISCARD + event.seat] = row[DISCARD + event.seat][::-1], ()
    return replace(notes, piles=tuple(row))


def _see(notes: CrapetteNotes, place: Place, index: int, card: Card) -> CrapetteNotes:
    """A card is shown where it was dealt: now it's known that it lay there when the turn began as well."""
    if notes.piles[place][index] != BACK:
        return notes
    piles = _laid(notes.piles, place, index, card)
    return replace(notes, piles=piles, start=_laid(notes.start, place, index, card) if notes.start else ())


def _laid(piles: Piles, place: Place, index: int, card: Card) -> Piles:
    pile = (*piles[place][:index], card, *piles[place][index + 1 :])
    return (*piles[:place], pile, *piles[place + 1 :])


def _goal(notes: CrapetteNotes, event: Moved | PutDown) -> Place:
    """Return a card's target: the second finishing pile of its suit if the first one has it."""
    if event.target != NAMES["F"]:
        return _BY_NAME[event.seat][event.target]
    card = event.cards[0] if isinstance(event, Moved) else event.card
    first, second = FINISHING[card]
    return second if card in notes.piles[first] else first


def _go(notes: CrapetteNotes, source: Place | None, goal: Place | None, cards: Pile) -> CrapetteNotes:
    """Cards go from pile to pile. None is the lifted card, which the view shows."""
    row = list(notes.piles)
    if source is not None:
        row[source] = row[source][: -len(cards)]
    if goal is not None:
        row[goal] += cards
    return replace(notes, piles=tuple(row))


_HEARD: Final[Heard[CrapetteNotes]] = {
    Dealt: _deal,
    Compared: _compare,
    TurnStarted: _start_turn,
    Moved: _move,
    Shown: lambda notes, event: _see(notes, _BY_NAME[event.seat][event.pile], event.count - 1, event.card),
    Lifted: _lift,
    TurnedOver: _turn_over,
    PutDown: _put_down,
    TakenBack: _take_back,
}
