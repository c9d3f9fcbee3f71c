"""What everyone may know of a game: the only place where secrets are cut (sections 2 and 11.3)."""

from msgspec.structs import replace

from bot.engine.chance import Seat
from bot.engine.view import backs
from bot.games.crapette.state import DISCARD, FINISH, HAND, HOUSES, Pile, State


def veiled(state: State, viewer: Seat | None) -> State:
    """Return the view of every seat and spectator: nobody knows more than the others (R1).

    Covered cards are counted (R2): hands, and all of a discard pile or crapaud but its top.
    """
    return replace(
        state,
        pack=(),
        piles=(
            *state.piles[: len(HOUSES)],
            *map(_below_the_top, state.piles[DISCARD:HAND]),
            *map(backs, state.piles[HAND:FINISH]),
            *state.piles[FINISH:],
        ),
        history=(),
    )


def _below_the_top(pile: Pile) -> Pile:
    return (*backs(pile[:-1]), *pile[-1:])
