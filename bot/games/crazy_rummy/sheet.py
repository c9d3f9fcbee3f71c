"""What one seat, or a spectator, may know of a table: the only place where secrets are cut (section 2)."""

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter
from bot.games.crazy_rummy.position import public
from bot.games.crazy_rummy.state import State


class CrazyRummySheet(Sheet, frozen=True, kw_only=True):
    """The fields of a position with hidden cards replaced by their number."""

    phase: str
    hand_number: int
    dealer: str
    turn: str | None
    marker: Card | None
    wild: str
    packs: int
    stock: int
    discard: list[int | Card]
    """The number of cards under the top one, then the top one; only what there is."""
    hands: dict[str, list[Card] | int]
    sets: dict[str, list[list[Card]]]
    fed: dict[str, list[Card]]
    first_play_done: list[str]
    laid: bool
    taken: Card | None
    lock_count: int
    rebuilds: int
    totals: dict[str, int]
    last_hand: bool
    aside: int
    left: list[str]
    winners: list[str]


def sheet_for(state: State, viewer: Seat | None) -> CrazyRummySheet:
    """The table as `viewer` sees it; a spectator and a player who left see no hand before the end."""
    return CrazyRummySheet(
        **public(state),
        stock=len(state.stock),
        discard=_pile(state),
        hands=by_letter([_hand(state, seat, viewer) for seat in range(len(state.hands))]),
        aside=len(state.aside),
    )


def _pile(state: State) -> list[int | Card]:
    under = len(state.discard) - 1
    top: list[int | Card] = list(state.discard[-1:])
    return [under, *top] if under > 0 else top


def _hand(state: State, seat: Seat, viewer: Seat | None) -> list[Card] | int:
    hand = state.hands[seat]
    is_own = seat == viewer and seat not in state.left
    return list(hand) if is_own or state.phase == "over" else len(hand)
