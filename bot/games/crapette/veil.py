"""The view of a game, the same for everyone: the only place that hides cards (sections 2 and 11.3)."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.view import backs
from bot.games.crapette.state import DISCARD, FINISH, HAND, HOUSES, Pile, State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the state as every seat and spectator may know it: nobody knows more than the others (R1).

    Hands, and discard piles and crapauds below their tops, become backs, so they're counted (R2).
    """
    return replace(
        state,
        pack=(),
        piles=(
            *state.piles[: len(HOUSES)],
            *map(_cover_all_but_top, state.piles[DISCARD:HAND]),
            *map(backs, state.piles[HAND:FINISH]),
            *state.piles[FINISH:],
        ),
        history=(),
    )


def _cover_all_but_top(pile: Pile) -> Pile:
    return (*backs(pile[:-1]), *pile[-1:])
