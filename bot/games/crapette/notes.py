"""A seat's memory: the place of every card shown, and the positions that can recur.

Both players know the same (R1), so their notes are the same except for the seat.
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
"""The most turns to remember, so that notes stay small. Most games finish a card long before that."""

Piles: TypeAlias = tuple[Pile, ...]
"""All piles, in the order of `State.piles`."""
Rewind: TypeAlias = tuple[tuple[Place, int, Pile], ...]
"""The changes that restore the previous turn: each pile keeps a number of cards and gets these on top."""

_BY_NAME: Final[tuple[Mapping[str, Place], ...]] = tuple(
    {NAMES[code]: place for code, place in PLACES[seat].items()} for seat in PLAYERS
)


class CrapetteNotes(Notes, frozen=True, kw_only=True):
    """All piles, with a back for each card that nobody has seen. Such a card lies where it was dealt.

    The notes are without piles if the seat hasn't seen the deal.
    """

    piles: Piles = ()
    start: Piles = ()
    """The piles at the start of the current turn."""
    turns: tuple[Rewind, ...] = ()
    """The changes back from there, turn by turn, while the finishing piles were the same."""


def observe(notes: CrapetteNotes, events: Sequence[Event]) -> CrapetteNotes:
    """Return the notes after these events. A seat that hasn't seen the deal remembers nothing."""
    for event in events:
        if (hear := _HEARD.get(type(event))) and (notes.piles or isinstance(event, Dealt)):
            notes = hear(notes, event)
    return notes


def positions(notes: CrapetteNotes) -> list[Piles]:
    """Return the piles at the turn starts that can recur, ending with the current turn."""
    row, found = list(notes.start), [notes.start]
    for before in notes.turns:
        for place, kept, cards in before:
            row[place] = row[place][:kept] + cards
        found.append(tuple(row))
    return found[::-1]


def _on_dealt(notes: CrapetteNotes, event: Dealt) -> CrapetteNotes:
    hand = (BACK,) * event.hand
    crapauds = tuple((*(BACK,) * (CRAPAUD_SIZE - 1), top) for top in event.crapauds)
    houses = tuple((card,) for card in event.houses)
    return CrapetteNotes(seat=notes.seat, piles=(*houses, (), (), *crapauds, hand, hand, *((),) * 8))


def _on_compared(notes: CrapetteNotes, event: Compared) -> CrapetteNotes:
    if event.place is None:
        return notes
    for seat, card in enumerate(event.cards):
        notes = _show(notes, HAND + seat, event.place - 1, card)
    return notes


def _on_turn_started(notes: CrapetteNotes, _: TurnStarted) -> CrapetteNotes:
    """Note the start of a turn. Once the finishing piles have changed, earlier positions can't recur."""
    last, now = notes.start, notes.piles
    if not last or last[FINISH:] != now[FINISH:]:
        return replace(notes, start=now, turns=())
    before = tuple(
        _changes_back(place, now[place], last[place]) for place in range(FINISH) if now[place] != last[place]
    )
    return replace(notes, start=now, turns=(before, *notes.turns[: MAX_TURNS - 1]))


def _changes_back(place: Place, now: Pile, last: Pile) -> tuple[Place, int, Pile]:
    kept = 0
    while kept < len(now) and kept < len(last) and now[kept] == last[kept]:
        kept += 1
    return place, kept, last[kept:]


def _on_moved(notes: CrapetteNotes, event: Moved) -> CrapetteNotes:
    source, goal = _BY_NAME[event.seat][event.source], _target_place(notes, event)
    return _move_cards(notes, source, goal, event.cards)


def _on_taken_back(notes: CrapetteNotes, event: TakenBack) -> CrapetteNotes:
    named, is_finished = _BY_NAME[event.seat], event.target == NAMES["F"]
    goal = last_finished(notes.piles, event.cards[0]) if is_finished else named[event.target]
    return _move_cards(notes, goal, named[event.source], event.cards)


def _on_put_down(notes: CrapetteNotes, event: PutDown) -> CrapetteNotes:
    return _move_cards(notes, None, _target_place(notes, event), (event.card,))


def _on_lifted(notes: CrapetteNotes, event: Lifted) -> CrapetteNotes:
    place = HAND + event.seat
    notes = _show(notes, place, event.hand, event.card)
    return _move_cards(notes, place, None, (event.card,))


def _on_turned_over(notes: CrapetteNotes, event: TurnedOver) -> CrapetteNotes:
    row = list(notes.piles)
    row[HAND + event.seat], row[DISCARD + event.seat] = row[DISCARD + event.seat][::-1], ()
    return replace(notes, piles=tuple(row))


def _show(notes: CrapetteNotes, place: Place, index: int, card: Card) -> CrapetteNotes:
    """Note a card shown where it was dealt. It was also there when the turn began."""
    if notes.piles[place][index] != BACK:
        return notes
    piles = _put(notes.piles, place, index, card)
    return replace(notes, piles=piles, start=_put(notes.start, place, index, card) if notes.start else ())


def _put(piles: Piles, place: Place, index: int, card: Card) -> Piles:
    pile = (*piles[place][:index], card, *piles[place][index + 1 :])
    return (*piles[:place], pile, *piles[place + 1 :])


def _target_place(notes: CrapetteNotes, event: Moved | PutDown) -> Place:
    """Return the place a card went to: the second finishing pile of its suit if the first one has it."""
    if event.target != NAMES["F"]:
        return _BY_NAME[event.seat][event.target]
    card = event.cards[0] if isinstance(event, Moved) else event.card
    first, second = FINISHING[card]
    return second if card in notes.piles[first] else first


def _move_cards(notes: CrapetteNotes, source: Place | None, goal: Place | None, cards: Pile) -> CrapetteNotes:
    """Return the notes with cards moved between piles. None is the lifted card, which the view shows."""
    row = list(notes.piles)
    if source is not None:
        row[source] = row[source][: -len(cards)]
    if goal is not None:
        row[goal] += cards
    return replace(notes, piles=tuple(row))


_HEARD: Final[Heard[CrapetteNotes]] = {
    Dealt: _on_dealt,
    Compared: _on_compared,
    TurnStarted: _on_turn_started,
    Moved: _on_moved,
    Shown: lambda notes, event: _show(notes, _BY_NAME[event.seat][event.pile], event.count - 1, event.card),
    Lifted: _on_lifted,
    TurnedOver: _on_turned_over,
    PutDown: _on_put_down,
    TakenBack: _on_taken_back,
}
