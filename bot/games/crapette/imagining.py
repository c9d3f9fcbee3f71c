"""A game as it may be, from what everybody can see and one seat remembers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.cards import PACK, SUITS, Card
from bot.engine.chance import Chance
from bot.engine.notation import by_letter, read_seat
from bot.games.crapette.cards import COURTS, Court
from bot.games.crapette.history import position_text
from bot.games.crapette.notes import UNKNOWN, CrapetteNotes, Piles, positions
from bot.games.crapette.options import CrapetteOptions
from bot.games.crapette.position import from_position
from bot.games.crapette.state import CRAPAUD, DISCARD, HAND, HOUSES, PLAYERS, Pile, State


def imagine(
    sheet: Mapping[str, Any], notes: CrapetteNotes, options: CrapetteOptions, chance: Chance
) -> State:
    """A state that looks like this sheet: what is neither shown nor remembered is dealt.

    Notes that tell of another table than the sheet count for nothing.
    """
    known, remembers = shown(sheet, COURTS[options.court_order]), False
    if notes.piles and _looks_like(notes.piles, known):
        known, remembers = notes.piles, True
    piles = _dealt(known, sheet["lifted"], chance)
    position = {
        **sheet,
        "hands": _by_seat(piles, HAND),
        "discards": _by_seat(piles, DISCARD),
        "crapauds": _by_seat(piles, CRAPAUD),
    }
    if remembers:
        position["history"] = _history(sheet, notes, piles)
    return from_position(position, len(PLAYERS), options)


def shown(sheet: Mapping[str, Any], court: Court) -> Piles:
    """All piles as the sheet shows them."""
    return (
        *(tuple(sheet["houses"][house]) for house in HOUSES),
        *map(_uncovered, sheet["discards"].values()),
        *map(_uncovered, sheet["crapauds"].values()),
        *((UNKNOWN,) * number for number in sheet["hands"].values()),
        *(court.suit_pile(suit, height) for suit in SUITS for height in sheet["finish"][suit]),
    )


def _uncovered(pile: list[Any]) -> Pile:
    """A pile of which the sheet shows `[covered, top]`, `[top]` or `[]`."""
    return (*(UNKNOWN,) * pile[0], pile[1]) if len(pile) > 1 else tuple(pile)


def _looks_like(remembered: Piles, seen: Piles) -> bool:
    """Whether the piles that are remembered look like those that are seen."""
    return all(pile == other or _covers(pile, other) for pile, other in zip(remembered, seen, strict=True))


def _covers(pile: Pile, other: Pile) -> bool:
    """Whether two piles differ in nothing but cards that one of them does not show."""
    return len(pile) == len(other) and all(
        card in (UNKNOWN, own) for own, card in zip(pile, other, strict=True)
    )


def _dealt(known: Piles, lifted: Card | None, chance: Chance) -> Piles:
    """The piles with every unknown card dealt from those that are nowhere to be seen."""
    seen = Counter(card for pile in known for card in pile)
    unseen = [card for card in PACK for _ in range(2 - seen[card] - (card == lifted))]
    cards = iter(chance.shuffle(unseen))
    return tuple(_filled(pile, cards) if UNKNOWN in pile else pile for pile in known)


def _filled(pile: Pile, cards: Iterator[Card]) -> Pile:
    return tuple(next(cards) if card == UNKNOWN else card for card in pile)


def _history(sheet: Mapping[str, Any], notes: CrapetteNotes, piles: Piles) -> list[str]:
    """The texts of the positions that may come again; cards never seen lie where they always lay."""
    turn, starts = read_seat(sheet["turn"], len(PLAYERS)), positions(notes)
    first = turn - (len(starts) - 1)
    return [position_text((first + number) % 2, _alike(row, piles)) for number, row in enumerate(starts)]


def _alike(row: Piles, piles: Piles) -> Piles:
    """Former piles with their unknown cards as they are imagined now; below one no card has moved since."""
    return tuple(
        (*now[: _buried(pile)], *pile[_buried(pile) :]) if UNKNOWN in pile else pile
        for pile, now in zip(row, piles, strict=True)
    )


def _buried(pile: Pile) -> int:
    """How many cards there are up to the topmost unknown one."""
    return len(pile) - pile[::-1].index(UNKNOWN)


def _by_seat(piles: Piles, zone: int) -> dict[str, list[Card]]:
    return by_letter([list(pile) for pile in piles[zone : zone + 2]])
