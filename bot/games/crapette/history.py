"""The positions at turn starts, written so that equal ones are equal texts (rules, section 11.2)."""

from bot.engine.cards import SUITS
from bot.engine.chance import seat_letter
from bot.games.crapette.table import CRAPAUD, DISCARD, HAND, PLAYERS, Pile, Table


def position_text(table: Table) -> str:
    """This position; the houses are sorted, for it does not matter which is where (R18)."""
    own = [_text(table.piles[zone + seat]) for seat in PLAYERS for zone in (HAND, DISCARD, CRAPAUD)]
    houses = ", ".join(sorted(map(_text, table.houses)))
    return " | ".join((seat_letter(table.turn), *own, houses, _heights(table)))


def remembered(table: Table) -> tuple[str, ...]:
    """The history with this position added; other heights empty it first, they never come back."""
    heights = _heights(table)
    history = table.history
    if history and history[-1].rpartition(" | ")[2] != heights:
        history = ()
    return (*history, position_text(table))


def _text(pile: Pile) -> str:
    return " ".join(pile) or "-"


def _heights(table: Table) -> str:
    return " ".join(
        f"{suit}{first}/{second}" for suit, (first, second) in zip(SUITS, table.heights(), strict=True)
    )
