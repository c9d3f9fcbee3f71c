"""The positions at turn starts, written so that equal ones are equal texts (section 11.2)."""

from bot.engine.cards import SUITS
from bot.engine.chance import seat_letter
from bot.games.crapette.state import CRAPAUD, DISCARD, HAND, PLAYERS, Pile, State


def remembered(state: State) -> tuple[str, ...]:
    """The history with this position added; other heights empty it first, they never come back."""
    heights = _heights(state)
    history = state.history
    if history and history[-1].rpartition(" | ")[2] != heights:
        history = ()
    return (*history, position_text(state))


def position_text(state: State) -> str:
    """This position; the houses are sorted, for it does not matter which is where (R18)."""
    own = [_text(state.piles[zone + seat]) for seat in PLAYERS for zone in (HAND, DISCARD, CRAPAUD)]
    houses = ", ".join(sorted(map(_text, state.houses)))
    return " | ".join((seat_letter(state.turn), *own, houses, _heights(state)))


def _text(pile: Pile) -> str:
    return " ".join(pile) or "-"


def _heights(state: State) -> str:
    return " ".join(
        f"{suit}{first}/{second}" for suit, (first, second) in zip(SUITS, state.heights(), strict=True)
    )
