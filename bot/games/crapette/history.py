"""Positions at turn starts as texts, equal for equal positions (section 11.2)."""

from bot.engine.cards import SUITS
from bot.engine.chance import Seat, seat_letter
from bot.games.crapette.state import CRAPAUD, DISCARD, FINISH, HAND, HOUSES, PLAYERS, Pile, State


def extended_history(state: State) -> tuple[str, ...]:
    """Return the history with this position. Once a card has been finished, older ones can't recur."""
    heights = _heights(state.piles)
    history = state.history
    if history and history[-1].rpartition(" | ")[2] != heights:
        history = ()
    return (*history, position_text(state.turn, state.piles))


def position_text(turn: Seat, piles: tuple[Pile, ...]) -> str:
    """Return a position as text. The houses are sorted, because their order doesn't matter (R18)."""
    own = [_text(piles[zone + seat]) for seat in PLAYERS for zone in (HAND, DISCARD, CRAPAUD)]
    houses = ", ".join(sorted(map(_text, piles[: len(HOUSES)])))
    return " | ".join((seat_letter(turn), *own, houses, _heights(piles)))


def _text(pile: Pile) -> str:
    return " ".join(pile) or "-"


def _heights(piles: tuple[Pile, ...]) -> str:
    """Return the heights of the two finishing piles of each suit, as text."""
    heights = map(len, piles[FINISH:])
    return " ".join(
        f"{suit}{first}/{second}" for suit, first, second in zip(SUITS, heights, heights, strict=True)
    )
