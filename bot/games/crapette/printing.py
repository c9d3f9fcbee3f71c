"""Printing a position, whole or as it may be seen (rules, sections 11.1 and 11.3)."""

from typing import Any

from bot.engine.cards import SUITS, Card
from bot.engine.chance import seat_letter
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter, letters
from bot.games.crapette.table import CRAPAUD, DISCARD, HAND, HOUSES, Done, Pile, Place, Table


class CrapetteSheet(Sheet, frozen=True):
    """What everybody may know: nobody knows more than the others (R1), covered cards are counted (R2).

    A pile of which only the top is shown is `[covered, top]`, `[top]` or `[]`.
    """

    phase: str
    turn: str
    turn_number: int
    houses: dict[str, list[Card]]
    finish: dict[str, list[int]]
    lifted: Card | None
    hands: dict[str, int]
    discards: dict[str, list[int | Card]]
    crapauds: dict[str, list[int | Card]]
    hand_unseen: dict[str, int]
    crapaud_unseen: dict[str, int]
    timeouts: dict[str, int]
    used: dict[str, int]
    house_moves: int
    undo: list[str]
    undo_used: int
    progress: int
    idle_turns: int
    offer: str | None
    offered: list[str]
    end: str | None
    winners: list[str]


def dump(table: Table) -> dict[str, Any]:
    """Every field of the position."""
    return {
        **_open(table),
        "hands": by_letter([list(pile) for pile in _both(table, HAND)]),
        "discards": by_letter([list(pile) for pile in _both(table, DISCARD)]),
        "crapauds": by_letter([list(pile) for pile in _both(table, CRAPAUD)]),
        "history": list(table.history),
    }


def sheet(table: Table) -> CrapetteSheet:
    """The view of every seat and spectator."""
    return CrapetteSheet(
        **_open(table),
        hands=by_letter([len(pile) for pile in _both(table, HAND)]),
        discards=by_letter([_covered(pile) for pile in _both(table, DISCARD)]),
        crapauds=by_letter([_covered(pile) for pile in _both(table, CRAPAUD)]),
    )


def _open(table: Table) -> dict[str, Any]:
    """The fields that hide nothing."""
    heights = zip(SUITS, table.heights(), strict=True)
    return {
        "phase": table.phase,
        "turn": seat_letter(table.turn),
        "turn_number": table.turn_number,
        "houses": {house: list(pile) for house, pile in zip(HOUSES, table.houses, strict=True)},
        "finish": {suit: list(both) for suit, both in heights},
        "lifted": table.lifted,
        "hand_unseen": by_letter(table.hand_unseen),
        "crapaud_unseen": by_letter(table.crapaud_unseen),
        "timeouts": by_letter(table.timeouts),
        "used": by_letter(table.used),
        "house_moves": table.house_moves,
        "undo": [_done_text(done) for done in table.undo],
        "undo_used": table.undo_used,
        "progress": table.progress,
        "idle_turns": table.idle_turns,
        "offer": None if table.offer is None else seat_letter(table.offer),
        "offered": letters(table.offered),
        "end": table.end,
        "winners": letters(table.winners),
    }


def _both(table: Table, zone: Place) -> tuple[Pile, ...]:
    """The piles of both seats in this zone."""
    return table.piles[zone : zone + 2]


def _covered(pile: Pile) -> list[int | Card]:
    if len(pile) > 1:
        return [len(pile) - 1, pile[-1]]
    return list(pile)


def _done_text(done: Done) -> str:
    return f"{' '.join(done.cards)} {done.source}-{done.target}"
