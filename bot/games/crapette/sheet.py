"""What everybody may know of a game: the only place where secrets are cut (sections 2 and 11.3)."""

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter
from bot.games.crapette.position import both, public
from bot.games.crapette.state import CRAPAUD, DISCARD, HAND, Pile, State


class CrapetteSheet(Sheet, frozen=True, kw_only=True):
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


def sheet_for(state: State, viewer: Seat | None) -> CrapetteSheet:
    """The view of every seat and spectator."""
    return CrapetteSheet(
        **public(state),
        hands=by_letter([len(pile) for pile in both(state, HAND)]),
        discards=by_letter([_covered(pile) for pile in both(state, DISCARD)]),
        crapauds=by_letter([_covered(pile) for pile in both(state, CRAPAUD)]),
    )


def _covered(pile: Pile) -> list[int | Card]:
    """How many cards are covered, then the top; only what there is."""
    return [len(pile) - 1, pile[-1]] if len(pile) > 1 else list(pile)
