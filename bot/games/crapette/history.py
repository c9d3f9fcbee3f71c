"""The positions at turn starts, written so that equal ones are equal texts (section 11.2)."""

from bot.engine.cards import SUITS
from bot.engine.chance import Seat, seat_letter
from bot.games.crapette.state import CRAPAUD, DISCARD, FINISH, HAND, HOUSES, PLAYERS, Pile, State


def remembered(state: State) -> tuple[str, ...]:
    """The history with this position added. No older one can come again once a card has been finished."""
    heights = _heights(state.piles)
    history = state.history
    if history and history[-1].rpartition(" | ")[2] != heights:
        history = ()
    return (*history, position_text(state.turn, state.piles))


def position_text(turn: Seat, piles: tuple[Pile, ...]) -> str:
    """This position. The houses are sorted, for it doesn't matter which is where (R18)."""
    own = [_text(piles[zone + seat]) for seat in PLAYERS for zone in (HAND, DISCARD, CRAPAUD)]
    houses = ", ".join(sorted(map(_text, piles[: len(HOUSES)])))
    return " | ".join((seat_letter(turn), *own, houses, _heights(piles)))


def _text(pile: Pile) -> str:
    return " ".join(pile) or "-"


def _heights(piles: tuple[Pile, ...]) -> str:
    """Return how many cards lie on the two finishing piles of each suit."""
    heights = map(len, piles[FINISH:])
    return " ".join(
        f"{suit}{first}/{second}" for suit, first, second in zip(SUITS, heights, heights, strict=True)
    )
